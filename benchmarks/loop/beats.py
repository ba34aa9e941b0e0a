"""The beats that a server has written, by the time in which they fell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.models.counters import percentile
from benchmarks.loop.beating import BEAT


@dataclass(frozen=True, slots=True)
class Stalls:
    """How late beats came, and how long the loop's own thread computed between two, in ms."""

    late_p99: float
    late_max: float
    own_p99: float
    own_max: float
    unqueued_p99: float
    """How late beats came without the time for which other processes had every processor."""
    unqueued_max: float


def read_stalls(path: Path, start: float, stop: float) -> Stalls:
    """Return the stalls between two times of `time.monotonic`; the server must have ended."""
    beats = [each for each in BEAT.iter_unpack(_read_whole(path)) if start <= each[0] <= stop]
    late, own = [each[1] for each in beats], [each[2] for each in beats]
    unqueued = [max(0.0, each[1] - each[3]) for each in beats]
    return Stalls(*_measure(late), *_measure(own), *_measure(unqueued))


def _measure(values: Sequence[float]) -> tuple[float, float]:
    return percentile(values, 0.99), max(values, default=0.0)


def _read_whole(path: Path) -> bytes:
    content = path.read_bytes()
    return content[: len(content) - len(content) % BEAT.size]
