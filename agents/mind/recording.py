"""Making memories of perceptions."""

from __future__ import annotations

import re
from typing import Literal

from agents.memory.core.records import Experience, NewMemory
from agents.mind.prompt.prompt import line_cue
from late.late_pattern import late_pattern
from world.boundaries import Perception
from world.nature import Nature

#: Kinds of perceptions that only a terminal shows: late results, a watcher's lines, faults of
#: the server.  They did not happen to the agent in its world.
NOT_EXPERIENCED = frozenset({"notice", "watch", "fault"})

_MARK = late_pattern(r"^(?=~|#+ |---|\(repeated )", re.MULTILINE)
"""What no line of a result begins with: the marks by which a prompt is read."""


def make_memory(perception: Perception, name: str) -> NewMemory | None:
    """Return the memory that agent `name` has of `perception`; None: it remembers nothing.

    A gesture names its author in front: whatever its words say, it is no report of a deed.
    """
    if perception.ambient or perception.kind in NOT_EXPERIENCED or not perception.text.strip():
        return None
    own = perception.own and bool(perception.line)
    text = indent_marks(perception.signed or perception.text)
    return NewMemory(
        text=f"{_own_cue(perception, name)}\n{text}" if own else text,
        source=_source(perception, own),
        event=perception.kind,
        place=perception.place,
        occupants=perception.occupants,
        speaker=perception.actor or "" if perception.nature.is_expression and not own else "",
        command=perception.command,
        line=perception.line,
        reason=perception.reason,
        ok=perception.kind != "refusal",
        nature=perception.nature,
    )


def is_searchable(experience: Experience) -> bool:
    """Return whether searches may find a memory.

    They do not find recollections: a memory recalled often would hide the other memories.
    """
    return not experience.nature.is_recollection


def describe_result(perception: Perception) -> dict[str, object]:
    """Return what watchers are told of the result of a mind's own line, beside its text."""
    return {"nature": str(perception.nature), "refused": perception.kind == "refusal"}


def append_reason(line: str, reason: str) -> str:
    """Return a line as it was entered, with its private reason after a bar."""
    return f"{line} | {reason}" if reason else line


def indent_marks(text: str) -> str:
    """Return `text` with lines further in that would read as parts of a prompt: a cue, a heading.

    A description is other people's words, and it begins a line of the agent's own look.
    """
    return _MARK.sub(" ", text)


def _own_cue(perception: Perception, name: str) -> str:
    entered = append_reason(perception.line, perception.reason)
    return f"{line_cue(name)} {entered}"


def _source(perception: Perception, own: bool) -> Literal["action", "observation", "thought"]:
    if not own:
        return "observation"
    return "thought" if perception.nature is Nature.THOUGHT else "action"
