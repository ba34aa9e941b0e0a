"""The signals that stop the program: SIGTERM, Ctrl-C, and Ctrl-Break on Windows."""

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


def call_on_stop(loop: asyncio.AbstractEventLoop, stop: Callable[[], object]) -> None:
    """Call `stop` in `loop` on each signal that stops the program."""
    try:
        for number in STOPPING:
            loop.add_signal_handler(number, stop)
    except NotImplementedError:  # Windows: a waiting loop does not notice a signal by itself
        for number in STOPPING:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        _keep_looking(loop)


def _keep_looking(loop: asyncio.AbstractEventLoop) -> None:
    loop.call_later(LOOK_SECONDS, _keep_looking, loop)
