"""Leads what Twisted, asyncio and other libraries report into the log."""

from __future__ import annotations

import logging
import traceback
from typing import Any, cast

from twisted.logger import LogLevel, formatEvent, globalLogBeginner

from server.logs.event import LogEvent
from server.logs.log import Log


def capture_libraries(log: Log) -> None:
    """Let `log` take the warnings and errors of all libraries; to be called once in a process."""
    root = logging.getLogger()
    root.addHandler(LibraryHandler(log))
    globalLogBeginner.beginLoggingTo(
        [cast(Any, TwistedObserver(log))], redirectStandardIO=False, discardBuffer=True
    )


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
        self._log.write(_make_event(record.name, level, record.getMessage(), error, trace))


class TwistedObserver:
    """Takes what comes by Twisted's logging."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __call__(self, event: dict[str, Any]) -> None:
        """Write one event, if it is at least a warning."""
        if event.get("log_level", LogLevel.info) < LogLevel.warn:
            return
        level = "warning" if event["log_level"] == LogLevel.warn else "error"
        failure = event.get("log_failure")
        error, trace = (failure.value, failure.getTraceback()) if failure else (None, "")
        self._log.write(_make_event("twisted", level, formatEvent(cast(Any, event)), error, trace))


def _make_event(
    name: str, level: str, message: str, error: BaseException | None, trace: str
) -> LogEvent:
    # asyncio's messages have further lines, with what only a programmer reads.
    first, _, more = message.partition("\n")
    fields = {} if error is None else {"error": repr(error)}
    return LogEvent(name, level, first, fields, "\n".join(each for each in (more, trace) if each))
