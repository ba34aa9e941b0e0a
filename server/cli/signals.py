"""The signals that stop the program (SIGTERM, Ctrl-C, Ctrl-Break on Windows) or renew it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

STOPPING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, name)
)
"""The signals that end the program."""

LOOK_SECONDS = 0.5
"""Without handlers in the loop: seconds between two checks for a signal."""


def call_on_stop(
    loop: asyncio.AbstractEventLoop,
    stop: Callable[[], object],
    at_once: Callable[[], object] = lambda: None,
) -> None:
    """Call `stop` in `loop` on each signal that stops the program.

    `at_once` is called in the signal handler itself: the loop may be busy for a while.
    """
    for number in STOPPING:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows: a waiting loop does not notice a signal by itself
            signal.signal(number, lambda *_: (at_once(), loop.call_soon_threadsafe(stop)))
            if number is STOPPING[0]:
                _keep_looking(loop)
        else:  # the loop is woken without Python's handler
            signal.signal(number, lambda *_: at_once())


def call_on_upgrade(loop: asyncio.AbstractEventLoop, upgrade: Callable[[], object]) -> None:
    """Call `upgrade` in `loop` on SIGUSR2, where the system has it."""
    if hasattr(signal, "SIGUSR2"):
        loop.add_signal_handler(signal.SIGUSR2, upgrade)


def _keep_looking(loop: asyncio.AbstractEventLoop) -> None:
    loop.call_later(LOOK_SECONDS, _keep_looking, loop)
