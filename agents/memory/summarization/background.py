"""What a writer of summaries may know beside the memories that it is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import field

from agents.memory.core.records import Span
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.summarization.patience import PATIENCE_SECONDS
from agents.memory.summarization.second_reading.asking import SecondReader
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.workers.protocol import NoWorkers, Workers
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Background:
    """What a writer may know beside the memories that it is given."""

    task: str = ""
    cite: str = "off"
    """Which models are asked to cite; see `MemorySettings.citations`."""
    model_turns: Callable[[Span], Awaitable[int]] | None = None
    tokens: Callable[[str], int] = HeuristicCounter().count
    patience_seconds: float = PATIENCE_SECONDS
    workers: Workers = field(default_factory=NoWorkers)
    """Carries out what computes for long."""
    reader: SecondReader | None = None
    """Has the model read its texts again; None: it does not."""
    checks: SentenceChecks = NO_CHECKS
    """Checks the sentences of which `reader` says nothing; the rest is left to rules."""


NO_BACKGROUND = Background()
