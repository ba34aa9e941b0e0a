"""Counts lines that come again and again, so that they do not fill a log."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator

from late.late_dataclass import late_dataclass

#: The first lines of a minute are written, the others counted.
WRITTEN, WINDOW = 10, 60.0
#: Lines that are watched at the same time; of more the oldest is reported.
TRACKED = 500


@late_dataclass(slots=True)
class _Window:
    since: float
    count: int = 0

    @property
    def withheld(self) -> int:
        return max(0, self.count - WRITTEN)


class Repeats:
    """Decides which of equal lines are written. `seconds` is a monotonic clock."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._windows: OrderedDict[str, _Window] = OrderedDict()

    def admit(self, line: str) -> bool:
        """Count a line; return whether it is to be written."""
        window = self._windows.setdefault(line, _Window(self._seconds()))
        window.count += 1
        return window.count <= WRITTEN

    def collect(self, *, everything: bool = False) -> Iterator[tuple[str, int]]:
        """Forget lines whose minute is over; yield those withheld, and how many times."""
        end = self._seconds() - WINDOW
        while self._windows:
            line, window = next(iter(self._windows.items()))
            if not everything and window.since > end and len(self._windows) <= TRACKED:
                return
            del self._windows[line]
            if window.withheld:
                yield line, window.withheld
