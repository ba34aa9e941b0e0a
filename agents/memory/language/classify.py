"""What kind of thing a memory tells: a deed, own words, a failure, a sight, others' words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.memory.core.records import Experience
from agents.memory.language.patterns import SPEECH_TAGS
from agents.prose import one_line

Told = Literal["deed", "words", "failure", "sight", "shown", "speech", "gesture", "recalled"]
"""``shown`` is what looking at something displays: others may have written it."""

RECALLING = frozenset({"recall", "dream"})
LOOKING = frozenset({"look", "examine", "who", "where", "rooms", "help", "commands", "inventory"})
SPEAKING = frozenset({"say", "whisper", "tell", "emote"})
_WRITING = frozenset({"think", "note", "@overwrite-note"})

_SPOKEN = re.compile(
    r"(?P<who>[^\W\d_][\w'’-]*)"
    rf" {SPEECH_TAGS}"
    r"(?: (?:to )?(?P<to>\w[\w'’-]*))?, [\"“](?P<words>.*)[\"”]\s*$",
    re.DOTALL,
)
_FAILED = re.compile(r"^(?:This failed because|Failed because): *(?P<why>.*)", re.MULTILINE)
_EDGE = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """A memory as the journal reads it."""

    memory: Experience
    told: Told
    speaker: str = ""
    """Who spoke or acted it out; empty for oneself."""
    words: str = ""
    """What was said, thought or shown, or why it failed; on one line."""
    to_me: bool = False
    """It was said to the agent alone."""


def read(memory: Experience) -> Reading:
    """What `memory` tells."""
    return _own(memory) if memory.source in ("action", "thought") else _perceived(memory)


def read_all(memories: Sequence[Experience]) -> list[Reading]:
    """What each of `memories` tells."""
    return [read(each) for each in memories]


def result_of(memory: Experience) -> str:
    """What came of an own command, without the line as it was given."""
    given, parted, result = memory.text.partition("\n")
    return clean(result if parted else given)


def clean(text: str) -> str:
    """`text` on one line, without control characters."""
    return one_line(_EDGE.sub(" ", text))


def _own(memory: Experience) -> Reading:
    if memory.command in RECALLING:
        return Reading(memory, "recalled", words=result_of(memory))
    if not memory.ok:
        why = _FAILED.search(memory.text)
        last = memory.text.rpartition("\n")[2]
        return Reading(memory, "failure", words=clean(why["why"] if why else last))
    if memory.command in LOOKING:
        return Reading(memory, "shown", words=result_of(memory))
    if memory.command in SPEAKING or memory.command in _WRITING or memory.source == "thought":
        return Reading(memory, "words", words=_own_words(memory))
    return Reading(memory, "deed", words=result_of(memory))


def _own_words(memory: Experience) -> str:
    result = result_of(memory)
    spoken = _SPOKEN.match(result)
    if spoken:
        return spoken["words"]
    if memory.command in _WRITING:
        return clean(memory.line.partition(" ")[2]) or result
    return result


def _perceived(memory: Experience) -> Reading:
    text = clean(memory.text)
    spoken = _SPOKEN.match(text)
    if memory.event == "emote":
        return Reading(memory, "gesture", memory.speaker or text.partition(" ")[0], text)
    if spoken and (not memory.speaker or spoken["who"] == memory.speaker):
        to_me = spoken["to"] == "you" or memory.event in ("whisper", "tell")
        return Reading(memory, "speech", spoken["who"], spoken["words"], to_me)
    if memory.speaker:
        return Reading(memory, "speech", memory.speaker, text, memory.event in ("whisper", "tell"))
    return Reading(memory, "sight", words=text)
