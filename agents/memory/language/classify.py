"""Classify what a memory tells: a deed, own words, a failure, a sight, or the words of others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from agents.memory.core.records import Experience
from agents.memory.language.normalize import remove_signature
from agents.memory.language.patterns import SPEECH_TAGS
from agents.prose import strip_controls
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

Told = Literal["deed", "words", "failure", "sight", "shown", "speech", "gesture", "recalled"]
"""``shown`` is what looking at something displays: others may have written it."""

_SPOKEN = late_pattern(
    r"(?P<who>[^\W\d_][\w'’-]*)"
    rf" {SPEECH_TAGS}"
    r"(?: (?:to )?(?P<to>\w[\w'’-]*))?, [\"“](?P<words>.*)[\"”]\s*$",
    re.DOTALL,
)
_QUOTED = late_pattern(r"[^\"“]*[\"“](?P<words>.*)[\"”]\s*$", re.DOTALL)
_FAILED = late_pattern(r"^(?:This failed because|Failed because): *(?P<why>.*)", re.MULTILINE)


@late_dataclass(frozen=True, slots=True)
class Reading:
    """A memory as the journal reads it."""

    memory: Experience
    told: Told
    speaker: str = ""
    """Who spoke or acted it out; empty for the agent itself."""
    words: str = ""
    """What was said, thought or shown, or why it failed; on one line."""
    to_me: bool = False
    """Whether it was said to the agent alone."""


def classify_memory(memory: Experience) -> Reading:
    """Return what `memory` tells."""
    return (
        _classify_own(memory)
        if memory.source in ("action", "thought")
        else _classify_perceived(memory)
    )


def classify_memories(memories: Sequence[Experience]) -> list[Reading]:
    """Return what each of `memories` tells."""
    return [classify_memory(each) for each in memories]


def extract_result(memory: Experience) -> str:
    """Return what came of an own command, without the line as it was given."""
    given, parted, result = memory.text.partition("\n")
    return strip_controls(result if parted else given)


def _classify_own(memory: Experience) -> Reading:
    if memory.nature.is_recollection:
        return Reading(memory, "recalled", words=extract_result(memory))
    if not memory.ok:
        why = _FAILED.search(memory.text)
        last = memory.text.rpartition("\n")[2]
        return Reading(memory, "failure", words=strip_controls(why["why"] if why else last))
    if memory.nature.is_looking:
        return Reading(memory, "shown", words=extract_result(memory))
    worded = memory.nature.is_own_words and memory.nature is not Nature.REST
    if worded or memory.source == "thought":
        return Reading(memory, "words", words=_extract_own_words(memory))
    return Reading(memory, "deed", words=extract_result(memory))


def _extract_own_words(memory: Experience) -> str:
    result = extract_result(memory)
    spoken = _SPOKEN.match(result) or _match_quotation(memory, result)
    if spoken:
        return spoken["words"]
    if memory.nature.is_writing:
        return strip_controls(memory.line.partition(" ")[2]) or result
    return result


def _classify_perceived(memory: Experience) -> Reading:
    text = strip_controls(memory.text)
    spoken = _SPOKEN.match(text)
    if memory.nature is Nature.GESTURE:
        author = memory.speaker or text.partition(" ")[0]
        return Reading(memory, "gesture", author, remove_signature(text, author))
    # What the world reports says itself whose words it is; only older and foreign memories do not.
    unknown = not memory.speaker and (memory.nature.is_speech or not memory.event)
    if spoken and (unknown or spoken["who"] == memory.speaker):
        to_me = spoken["to"] == "you" or memory.nature.is_private
        return Reading(memory, "speech", spoken["who"], spoken["words"], to_me)
    quoted = _match_quotation(memory, text)
    if memory.nature.is_private and not quoted and memory.event:
        # Who stands by sees that somebody whispers, and hears no word of it.
        return Reading(memory, "sight", words=text)
    if memory.speaker:
        said = quoted["words"] if quoted else text
        return Reading(memory, "speech", memory.speaker, said, memory.nature.is_private)
    return Reading(memory, "sight", words=text)


def _match_quotation(memory: Experience, text: str) -> re.Match[str] | None:
    """Match the quotation in `text` if the memory is of speech, with any verb of saying, or of
    words written where others read them."""
    quotes = memory.nature.is_speech or memory.nature is Nature.INSCRIPTION
    return _QUOTED.match(text) if quotes else None
