"""A sign of life to silent clients, so that no router on the way forgets the connection."""

from __future__ import annotations

from collections.abc import Callable

from server.telnet.boundaries import DelayedCall, Timers, ignore_call

PULSE_SECONDS = 60.0
"""Seconds without a byte from the client after which it gets a sign, and again."""


class Pulse:
    """Calls `beat` whenever nothing was heard for `PULSE_SECONDS`."""

    __slots__ = ("__weakref__", "_beat", "_clock", "_heard_at", "_timer")

    def __init__(self, clock: Timers, beat: Callable[[], None]) -> None:
        self._clock = clock
        self._beat = beat
        self._heard_at = 0.0
        self._timer: DelayedCall | None = None

    def start(self) -> None:
        """Begin to count."""
        self.hear()
        self._timer = self._clock.callLater(PULSE_SECONDS, self._check)

    def hear(self) -> None:
        """Count from now: the client has sent something."""
        self._heard_at = self._clock.seconds()

    def stop(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._beat = ignore_call

    def _check(self) -> None:
        left = self._heard_at + PULSE_SECONDS - self._clock.seconds()
        self._timer = self._clock.callLater(left if left > 0 else PULSE_SECONDS, self._check)
        if left <= 0:
            self._beat()
