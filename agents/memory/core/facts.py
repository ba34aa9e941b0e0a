"""A fact: one thing worth knowing, with where it came from and how far to trust it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Source = Literal["own", "seen", "heard", "recalled"]
Scored = Literal["heuristic", "model"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that memories tell, in a sentence. What was heard names its speaker in it."""

    text: str
    importance: int
    """1 (trivial) to 10."""
    scored: Scored
    """Who gave the importance."""
    source: Source
    """``own`` doing, ``seen``, ``heard`` from others, or ``recalled`` from elsewhere."""
    trust: float
    """0 to 1."""
    seqs: tuple[int, ...]
    """The memories it came from."""
    at: datetime
    speaker: str = ""
    """Who said what was heard."""
    people: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    place: str = ""


def rate_memories(facts: Iterable[Fact]) -> Mapping[int, int]:
    """How important each memory is by the facts that rest on it: number → 1 to 10."""
    found: dict[int, int] = {}
    for fact in facts:
        for seq in fact.seqs:
            found[seq] = max(found.get(seq, 0), fact.importance)
    return found
