"""Memories as single sentences in the first person, for a small model to choose among.

A small model that is asked to summarise invents: it tells of a childhood nobody had.  Given
these sentences and a grammar of choosing, whatever it says has happened.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.core.records import Experience
from agents.prose import cut, ended, one_line

#: Characters of a quotation or a description at most.
_QUOTED = 110

_WORDS = re.compile(r'"([^"\n]{2,})"')
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f#~<>|*\\]+")

#: Commands whose result is said by their line alone.
_DEEDS = {
    "go": "I went to",
    "get": "I picked up",
    "drop": "I put down",
    "give": "I gave",
    "think": "I thought:",
    "note": "I wrote down:",
    "@create": "I made",
}

#: Looking again is not worth telling.
_IDLE = frozenset({"look", "who", "where", "rooms", "help", "commands", "inventory"})


def clause(memory: Experience) -> str:
    """What happened as one sentence; empty for what is not worth telling."""
    if memory.source == "observation":
        return _noticed(memory)
    if memory.command in _IDLE or not memory.line:
        return ""
    if not memory.ok:
        return f"I tried to {_safe(memory.line)}, but it did not work."
    return _did(memory)


def told(memories: Sequence[Experience]) -> list[str]:
    """The sentences of `memories` that are worth telling, in order, none of them twice."""
    return list(dict.fromkeys(filter(None, map(clause, memories))))


def _noticed(memory: Experience) -> str:
    words = _WORDS.search(memory.text)
    if memory.speaker and words:
        return f'I heard {_safe(memory.speaker)} say: "{ended(_safe(words[1]))}"'
    seen = _safe(memory.text)
    return f"I noticed this: {ended(seen)}" if seen else ""


def _did(memory: Experience) -> str:
    words = _WORDS.search(memory.text.partition("\n")[2])
    if memory.command in ("say", "whisper", "tell") and words:
        return f'I said: "{ended(_safe(words[1]))}"'
    if memory.command == "go" and memory.place:
        # The line may name a far place, a direction, or an exit alone.
        return f"I went to {ended(_safe(memory.place))}"
    object_ = _safe(memory.line.partition(" ")[2])
    deed = _DEEDS.get(memory.command)
    if deed and object_:
        return f"{deed} {ended(object_)}"
    return f"I did this: {ended(_safe(memory.line))}"


def _safe(text: str) -> str:
    return cut(one_line(_UNSAFE.sub(" ", text)).replace('"', "'"), _QUOTED)
