"""Ends something at a moment that everybody is told of: a shutdown, an upgrade."""

from __future__ import annotations

from collections.abc import Callable

from agents.boundaries import Clock, Timer
from late.late_dataclass import late_dataclass

#: Seconds before the end at which everybody is told, besides the beginning.
STEPS = (600, 300, 60, 30, 10)


@late_dataclass(frozen=True, slots=True)
class CountedEnd:
    """What a countdown leads to. `key` is the sentence with the placeholders left and why."""

    key: str
    end: Callable[[], None]
    why: str = ""
    who: str = ""
    """By whose word it is."""


class Countdown:
    """At most one countdown. `tell` tells everybody: an ending, and the seconds that are left."""

    def __init__(self, clock: Clock, tell: Callable[[CountedEnd, float], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._timer: Timer | None = None
        self._ending: CountedEnd | None = None
        self._at = 0.0

    @property
    def left(self) -> float:
        """The seconds that are left; 0 where nothing is counted down to."""
        return max(0.0, self._at - self._clock.monotonic()) if self._ending else 0.0

    @property
    def ending(self) -> CountedEnd | None:
        """What is counted down to; None: nothing."""
        return self._ending

    def begin(self, ending: CountedEnd, seconds: float) -> None:
        """Count down from `seconds`, in place of a countdown that runs; 0 ends at once."""
        if seconds > 0:
            self._tell(ending, seconds)
        self.resume(ending, seconds)

    def resume(self, ending: CountedEnd, seconds: float) -> None:
        """Go on with a countdown that everybody knows of; it is told of at the next step."""
        self.cancel()
        self._ending = ending
        self._at = self._clock.monotonic() + seconds
        self._wait(seconds)

    def cancel(self) -> CountedEnd | None:
        """Stop counting; return what was counted down to, None if nothing was."""
        ending, self._ending = self._ending, None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        return ending

    def _wait(self, left: float) -> None:
        """Wait for the next step, or for the end."""
        following = next((step for step in STEPS if step < left), 0)
        self._timer = self._clock.call_later(left - following, lambda: self._reach(following))

    def _reach(self, step: int) -> None:
        ending = self._ending
        if ending is None:
            return
        if step == 0:
            self.cancel()
            ending.end()
        else:
            self._tell(ending, step)
            self._wait(self._at - self._clock.monotonic())
