"""The log: what happened, on standard error for people and in a file for programs."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from config.logs import LEVELS, NO_FILE, LogSettings
from server.logs.event import LogEvent, parse_line
from server.logs.log_file import LogFile
from server.logs.repeats import Repeats


class Log:
    """Writes events, from any thread; it never raises and never waits for the file.

    Called with a plain line, ``[Part] message``, it makes an event of it.
    """

    def __init__(
        self,
        settings: LogSettings | None = None,
        *,
        file: LogFile | None = None,
        errors: TextIO | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings or LogSettings(file=NO_FILE)
        self._least = LEVELS.index(self._settings.level)
        self._file = file
        self._errors = errors
        self._now = now
        self._repeats = Repeats(seconds)
        self._lock = threading.RLock()

    @classmethod
    def open(cls, settings: LogSettings, vault: Path) -> Log:
        """Return the log of a server; relative paths lead from the vault."""
        log = cls(settings)
        if settings.file != NO_FILE:
            path = vault / Path(settings.file).expanduser()
            log._file = LogFile(path, settings.size, settings.keep, log._tell_failure, log.settle)
        return log

    def __call__(self, line: str) -> None:
        """Write a plain line."""
        self.write(parse_line(line))

    def event(self, name: str, /, level: str = "info", message: str = "", **fields: object) -> None:
        """Write an event: a dotted name such as ``world.fault``, and what belongs to it."""
        self.write(LogEvent(name, level, message, fields))

    def write(self, event: LogEvent) -> None:
        """Write an event, unless it has come often within a minute."""
        line = event.to_line()
        with self._lock:
            self._settle()
            if self._repeats.admit(line):
                self._put(event, line)

    def close(self) -> None:
        """Write what was counted, and close the file."""
        with self._lock:
            self._settle(everything=True)
            file, self._file = self._file, None
        if file is not None:
            file.close()

    def settle(self) -> None:
        """Write how often lines came again whose minute is over."""
        with self._lock:
            self._settle()

    def _settle(self, *, everything: bool = False) -> None:
        for line, times in self._repeats.collect(everything=everything):
            again = LogEvent("log.repeated", "info", line, {"times": times})
            self._put(again, f"{line} … {times} times more")

    def _put(self, event: LogEvent, line: str) -> None:
        now = self._now()
        stamp = f"{now:%Y-%m-%d %H:%M:%S} " if self._settings.times else ""
        traceback = f"\n{event.traceback}" if event.traceback and self._file is None else ""
        # A full disk, or a pipe that nobody reads any longer, must not stop the server.
        with suppress(OSError, ValueError):
            print(f"{stamp}{line}{traceback}", file=self._errors or sys.stderr, flush=True)
        if self._file is not None and LEVELS.index(event.level) >= self._least:
            self._file.write(event.to_json(now))

    def _tell_failure(self, why: str) -> None:
        failure = LogEvent(
            "log.fails", "error", f"lines are lost: the file cannot be written: {why}"
        )
        with self._lock:
            self._put(failure, failure.to_line())
