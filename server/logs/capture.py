"""Leads what asyncio and other libraries report into the log."""

from __future__ import annotations

import logging
import traceback

from server.logs.event import LogEvent
from server.logs.log import Log


def capture_libraries(log: Log) -> None:
    """Let `log` take what libraries report by the standard library's logging, warnings and errors.

    To be called once in a process.
    """
    logging.getLogger().addHandler(LibraryHandler(log))


class LibraryHandler(logging.Handler):
    """Takes what comes by the standard library's logging, asyncio's errors among it."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        level = "error" if record.levelno >= logging.ERROR else "warning"
        error = record.exc_info[1] if record.exc_info else None
        trace = "".join(traceback.format_exception(error)) if error else ""
        self._log.write(make_library_event(record.name, level, record.getMessage(), error, trace))


def make_library_event(
    name: str, level: str, message: str, error: BaseException | None, trace: str
) -> LogEvent:
    """Return the event that tells of a library's message, and of the error that it came with."""
    # asyncio's messages have further lines, with what only a programmer reads.
    first, _, more = message.partition("\n")
    fields = {} if error is None else {"error": repr(error)}
    return LogEvent(name, level, first, fields, "\n".join(each for each in (more, trace) if each))
