"""One event of the log, as a line of JSON and as a line for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

#: Characters of one value; the rest is cut, because foreign text may be of any length.
LONGEST_VALUE = 4000

_FIRST = ("at", "level", "event")


@dataclass(frozen=True, slots=True)
class LogEvent:
    """What happened: a dotted name, the level, perhaps a message, and fields."""

    name: str
    level: str = "info"
    message: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)
    traceback: str = ""
    """Where an error came from; the line for people does not show it."""

    def to_json(self, at: datetime) -> str:
        """Return the event as one line of JSON; control characters are escaped."""
        values: dict[str, object] = {
            "at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": self.level,
            "event": self.name,
        }
        if self.message:
            values["message"] = _cut(self.message)
        traceback = {"traceback": self.traceback} if self.traceback else {}
        for key, value in {**self.fields, **traceback}.items():
            values[f"{key}_" if key in _FIRST else key] = _plain(value)
        return escape_invisible(json.dumps(values, ensure_ascii=False))

    def to_line(self) -> str:
        """Return the event as one line for people: ``[Vault] what happened``."""
        part, _, what = self.name.partition(".")
        pairs = " ".join(f"{key}={_plain(value)}" for key, value in self.fields.items())
        said = " ".join(each for each in (self.message or what, pairs) if each)
        return escape_invisible(f"[{part.capitalize()}] {said}" if part else said)


def parse_line(line: str) -> LogEvent:
    """Return the event that a plain line tells: ``[Part] message``, perhaps with WARNING."""
    part, message = "", line
    if line.startswith("["):
        part, bracket, rest = line[1:].partition("] ")
        if bracket and part.isalnum():
            message = rest
        else:
            part = ""
    level = "warning" if message.startswith("WARNING") else "info"
    return LogEvent(part.lower(), level, message)


def escape_invisible(text: str) -> str:
    """Return `text` with every character escaped that moves a cursor, ends a line or hides."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    return _cut(str(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"
