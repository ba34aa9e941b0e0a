"""Ends the process when it has not ended by itself in time."""

from __future__ import annotations

import atexit
import faulthandler
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue

STOP_SECONDS = 2.7
"""Seconds from the signal to the hard end; with the end itself, a stop takes three at most."""

LAST_RESORT_SECONDS = 0.2
"""So much later the process is ended even if no Python code can run."""

CONCLUDED_SECONDS = 10.0
"""The same once all is saved: a machine under load must not turn success into a fault."""


class Deadline:
    """A thread that waits for a stop to begin, and then ends the process if it takes too long.

    It waits in a thread of its own because what hangs may be the event loop.
    """

    def __init__(
        self,
        list_unsaved: Callable[[], Sequence[str]],
        *,
        seconds: float = STOP_SECONDS,
        end: Callable[[int], object] = os._exit,
    ) -> None:
        """`list_unsaved` returns a sentence for all that is not on disk; it must not block."""
        self._list_unsaved = list_unsaved
        self._seconds = seconds
        self._end = end
        self._armed: SimpleQueue[None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_concluded = False

    def watch(self) -> None:
        """Start the thread; before this, `arm` does nothing."""
        threading.Thread(target=self._wait, name="stop deadline", daemon=True).start()
        # Called before what was registered earlier, which is of no use by then: the log is closed.
        atexit.register(self._skip_teardown)

    def arm(self) -> None:
        """Begin to count; may be called in a signal handler, and more than once."""
        self._armed.put(None)  # the one way to wake a thread that a signal handler may use

    def conclude(self) -> None:
        """Take note that all is closed: if nothing is unsaved, the process ends with status 0.

        It ends when its threads have come to an end, at the deadline at the latest.
        """
        if not self._find_unsaved():
            with self._lock:
                self._is_concluded = True
                self._set_last_resort(CONCLUDED_SECONDS)

    def _wait(self) -> None:
        self._armed.get()
        with self._lock:
            if not self._is_concluded:
                self._set_last_resort(self._seconds + LAST_RESORT_SECONDS)
        time.sleep(self._seconds)
        self.expire()

    def _set_last_resort(self, seconds: float) -> None:
        if self._end is os._exit:
            faulthandler.dump_traceback_later(seconds, exit=True)

    def _skip_teardown(self) -> None:
        """End now, if all is closed: taking the interpreter apart takes a quarter of a second, in
        which the deadline cannot be kept, as no other thread runs."""
        if self._is_concluded:
            for each in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):  # nobody reads any longer
                    each.flush()
            self._end(0)

    def expire(self) -> None:
        """Name what is unsaved on standard error, and end: status 0 if nothing is, else 1."""
        if self._is_concluded:
            self._end(0)
            return
        unsaved = self._find_unsaved()
        said = [f"not saved: {each}" for each in unsaved] or ["nothing was left to save"]
        with suppress(OSError):
            for line in said:
                # Not by the log, whose lock the hanging part may hold.
                os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _line(line))
        self._end(1 if unsaved else 0)

    def _find_unsaved(self) -> list[str]:
        try:
            return list(self._list_unsaved())
        except Exception as error:  # the process must end
            return [f"unknown ({error!r})"]


def _line(text: str) -> bytes:
    return f"the stop took too long and was cut off: {text}\n".encode()
