"""Describe memories as single sentences in the first person, for a small model to choose among.

A small model invents when it is asked to summarise: it tells of a childhood nobody had.  With these
sentences and a grammar of choosing, everything it says has happened.
"""

from __future__ import annotations

from agents.memory.core.records import Experience
from agents.memory.language.normalize import remove_signature
from agents.prose import cut_text, end_sentence, find_quoted, one_line, soften_quotes
from late.late_pattern import late_pattern
from world.nature import Nature

#: Characters of a quotation or a description at most.
_QUOTED = 110

_UNSAFE = late_pattern(r"[\x00-\x1f\x7f-\x9f#~<>|*\\]+")

#: How a deed is told, before the thing that its line names.
_DEEDS = {
    Nature.MOVEMENT: "I went to",
    Nature.TAKING: "I picked up",
    Nature.DROPPING: "I put down",
    Nature.GIVING: "I gave",
    Nature.THOUGHT: "I thought:",
    Nature.NOTE: "I wrote down:",
    Nature.JOURNAL: "I wrote in my journal:",
    Nature.INSCRIPTION: "I wrote:",
    Nature.MAKING: "I made",
}

#: Looking again is not worth telling.
_IDLE = frozenset({Nature.SIGHT, Nature.LISTING})


def describe_memory(memory: Experience) -> str:
    """Return what happened as one sentence; empty if it is not worth telling."""
    if memory.source == "observation":
        return _describe_observation(memory)
    if memory.nature in _IDLE or not memory.line:
        return ""
    if not memory.ok:
        return f"I tried to {_make_safe(memory.line)}, but it did not work."
    return _describe_deed(memory)


def _describe_observation(memory: Experience) -> str:
    words = find_quoted(memory.text)
    if memory.speaker and words:
        return f'I heard {_make_safe(memory.speaker)} say: "{end_sentence(_make_safe(words[0]))}"'
    seen = _make_safe(remove_signature(memory.text, memory.speaker))
    return f"I noticed this: {end_sentence(seen)}" if seen else ""


def _describe_deed(memory: Experience) -> str:
    words = find_quoted(memory.text.partition("\n")[2])
    if memory.nature.is_speech and words:
        return f'I said: "{end_sentence(_make_safe(words[0]))}"'
    if memory.nature is Nature.MOVEMENT and memory.place:
        # The line may name a far place, a direction, or an exit alone.
        return f"I went to {end_sentence(_make_safe(memory.place))}"
    object_ = _make_safe(memory.line.partition(" ")[2])
    deed = _DEEDS.get(memory.nature)
    if deed and object_:
        return f"{deed} {end_sentence(object_)}"
    return f"I did this: {end_sentence(_make_safe(memory.line))}"


def _make_safe(text: str) -> str:
    return cut_text(soften_quotes(one_line(_UNSAFE.sub(" ", text))), _QUOTED)
