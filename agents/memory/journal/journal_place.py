"""Where the journal of one agent has its place, and who is told of new facts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path

from agents.memory.core.facts import Fact
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class JournalPlace:
    """Where a journal keeps its entries, and what is called with new facts."""

    kept: Path
    """The file of entries."""
    on_facts: Callable[[Sequence[Fact]], None] = lambda facts: None
    """Called with new facts, on the loop's thread."""
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """Journals that share it work on their pages one after the other: threads that compute at the
    same time hold up the loop by turns."""
    list_residents: Callable[[], Sequence[str]] = tuple
    """Returns the names of all agents; who is none of them is a visitor."""
    wants_rests: Callable[[], bool] = bool
    """Returns whether somebody would notice a thread that computes: then it rests now and then."""
