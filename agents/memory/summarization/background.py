"""What a writer of summaries may know beside the memories that it is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from agents.memory.core.records import Span
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.summarization.patience import PATIENCE_SECONDS

T = TypeVar("T")


async def run_here(work: Callable[[], T]) -> T:
    """Run `work` here and now."""
    return work()


class ThreadRunner(Protocol):
    """Runs work in a thread; see `Disk.in_thread`."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work` returns."""
        ...


@dataclass(frozen=True, slots=True)
class Background:
    """What a writer may know beside the memories that it is given."""

    task: str = ""
    cite: str = "off"
    """Which models are asked to cite; see `MemorySettings.citations`."""
    model_turns: Callable[[Span], Awaitable[int]] | None = None
    tokens: Callable[[str], int] = HeuristicCounter().count
    patience_seconds: float = PATIENCE_SECONDS
    in_thread: ThreadRunner = run_here
    """Runs slow work without blocking the loop."""


NO_BACKGROUND = Background()
