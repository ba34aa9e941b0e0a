"""The file of events: lines of JSON, readable by its owner alone, rotated by size."""

from __future__ import annotations

import io
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

#: Lines that wait for the disk at most; further ones are lost and counted.
WAITING = 10_000
#: Seconds that a stop waits for the disk.
LAST_SECONDS = 1.0
QUIET_SECONDS = 60.0


class LogFile:
    """Writes lines in a thread of its own: a slow or full disk stops nobody.

    In that thread `on_failure` is called with the reason each time writing begins to fail, and
    `on_quiet` when nothing has come for a minute.
    """

    def __init__(
        self,
        path: Path,
        size: int,
        keep: int,
        on_failure: Callable[[str], None],
        on_quiet: Callable[[], None],
    ) -> None:
        self._on_quiet = on_quiet
        self._handler = _Handler(path, size, keep, on_failure)
        self._waiting: queue.Queue[str | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Have `line` written soon."""
        try:
            self._waiting.put_nowait(line)
        except queue.Full:
            self._handler.lost += 1

    def close(self) -> None:
        """Write what waits, as far as the disk takes it, and close the file."""
        with suppress(queue.Full):
            self._waiting.put(None, timeout=LAST_SECONDS)
        self._thread.join(LAST_SECONDS)

    def _write_all(self) -> None:
        while (line := self._next()) is not None:
            self._handler.write(line)
        self._handler.close()

    def _next(self) -> str | None:
        while True:
            try:
                return self._waiting.get(timeout=QUIET_SECONDS)
            except queue.Empty:
                self._on_quiet()


class _Handler(RotatingFileHandler):
    """The standard library's rotation, with 0600 and without output on a failure."""

    def __init__(self, path: Path, size: int, keep: int, on_failure: Callable[[str], None]) -> None:
        super().__init__(path, maxBytes=size, backupCount=keep, delay=True)
        self._on_failure = on_failure
        self._failed = self._failing = False
        self.lost = 0

    def write(self, line: str) -> None:
        """Write one line; after lost ones, say how many."""
        before = self.lost
        if before:
            self._emit_line(f'{{"event": "log.lost", "level": "warning", "lines": {before}}}')
            if self.lost > before:  # it still cannot be written
                return
            self.lost -= before
        self._emit_line(line)

    def _emit_line(self, line: str) -> None:
        self._failed = False
        self.emit(logging.makeLogRecord({"msg": line}))
        if not self._failed:
            self._failing = False

    def _open(self) -> Any:
        """Open the file for its owner alone; nothing is kept in a buffer that cannot be written."""
        path = Path(self.baseFilename)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        raw: Any = io.FileIO(found, "a")
        return io.TextIOWrapper(raw, encoding="utf-8", write_through=True)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # the library's name
        """Count a line that could not be written, and begin anew with the next."""
        self.lost += 1
        self._failed = True
        stream, self.stream = self.stream, None
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.close()
        if not self._failing:
            self._failing = True
            self._on_failure(f"{self.baseFilename}: {sys.exception()}")
