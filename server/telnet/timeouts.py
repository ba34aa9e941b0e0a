"""How long a client may take to log in, and be idle afterwards."""

from __future__ import annotations

from collections.abc import Callable

from config.server import ConnectionLimits
from server.telnet.boundaries import DelayedCall, Timers, ignore_call


class Timeouts:
    """Calls `over` with the key and the values of the reason, when a client has taken too long."""

    __slots__ = ("__weakref__", "_clock", "_last_line_at", "_limits", "_over", "_timer")

    def __init__(
        self, clock: Timers, limits: ConnectionLimits, over: Callable[[str, dict[str, str]], None]
    ) -> None:
        self._clock = clock
        self._limits = limits
        self._over = over
        self._timer: DelayedCall | None = None
        self._last_line_at = clock.seconds()

    def begin(self) -> None:
        """Begin the time for logging in."""
        seconds = self._limits.login_seconds
        if seconds:
            self._timer = self._clock.callLater(seconds, self._login_over)

    def admit(self) -> None:
        """End the time for logging in: from now on it is about being idle."""
        self._stop_timer()
        self._wait_for_idleness()

    def note_line(self) -> None:
        """Count from now: a line has come."""
        self._last_line_at = self._clock.seconds()

    def stop(self) -> None:
        """End all of it."""
        self._stop_timer()
        self._over = ignore_call

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _login_over(self) -> None:
        self._timer = None
        self._over("door.login-timeout", {"seconds": f"{self._limits.login_seconds:g}"})

    def _wait_for_idleness(self) -> None:
        limit = self._limits.idle_seconds
        if limit:
            left = self._last_line_at + limit - self._clock.seconds()
            self._timer = self._clock.callLater(max(0.0, left), self._check_idleness)

    def _check_idleness(self) -> None:
        self._timer = None
        limit = self._limits.idle_seconds
        if self._clock.seconds() - self._last_line_at < limit:
            self._wait_for_idleness()
        else:
            self._over("door.idle", {"minutes": f"{limit / 60:g}"})
