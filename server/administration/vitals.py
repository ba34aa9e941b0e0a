"""How the process is: its memory, its time, its commands, and how late its loop answers."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from agents.boundaries import Clock, Timer
from late.late_dataclass import late_dataclass

BEAT_SECONDS = 1.0
"""From one measurement to the next."""
KEPT_BEATS = 60
"""How many measurements count."""

_MEMORY = Path("/proc/self/statm")


@late_dataclass(frozen=True, slots=True)
class VitalSigns:
    """Times in seconds, memory in bytes."""

    uptime: float
    commands: int
    commands_per_second: float
    mean_delay: float
    worst_delay: float
    memory: int
    processor: float


class Vitals:
    """Measures the loop once a second: how much later than asked for it calls back."""

    def __init__(self, clock: Clock, count_commands: Callable[[], int]) -> None:
        self._clock = clock
        self._count = count_commands
        self._born = clock.monotonic()
        self._due = 0.0
        self._timer: Timer | None = None
        self._delays: deque[float] = deque(maxlen=KEPT_BEATS)
        self._counts: deque[tuple[float, int]] = deque([(self._born, 0)], maxlen=KEPT_BEATS)

    def start(self) -> None:
        """Begin to measure."""
        self._due = self._clock.monotonic() + BEAT_SECONDS
        self._timer = self._clock.call_later(BEAT_SECONDS, self._beat)

    def close(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()

    def read(self) -> VitalSigns:
        """Return the signs as they are now; rates and delays are those of the last minute."""
        now, commands = self._clock.monotonic(), self._count()
        since, before = self._counts[0]
        delays = self._delays or (0.0,)
        return VitalSigns(
            now - self._born,
            commands,
            (commands - before) / max(BEAT_SECONDS, now - since),
            sum(delays) / len(delays),
            max(delays),
            measure_memory(),
            time.process_time(),
        )

    def _beat(self) -> None:
        now = self._clock.monotonic()
        self._delays.append(max(0.0, now - self._due))
        self._counts.append((now, self._count()))
        self.start()


def measure_memory() -> int:
    """Return the bytes that the process has in memory; where the system hides it, its peak."""
    try:
        pages = int(_MEMORY.read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        import resource  # noqa: PLC0415  # Windows has none

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")
