"""Leads what Twisted reports into the log."""

from __future__ import annotations

from typing import Any, cast

from twisted.logger import LogLevel, formatEvent, globalLogBeginner

from server.logs.capture import make_library_event
from server.logs.log import Log


def capture_twisted(log: Log) -> None:
    """Let `log` take the warnings and errors of Twisted; to be called once in a process."""
    globalLogBeginner.beginLoggingTo(
        [cast(Any, TwistedObserver(log))], redirectStandardIO=False, discardBuffer=True
    )


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
        self._log.write(
            make_library_event("twisted", level, formatEvent(cast(Any, event)), error, trace)
        )
