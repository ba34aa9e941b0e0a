"""One event of the log, as a line of JSON and as a line for people."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from agents.event_line import EventLine, tell_event
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Characters of one value; the rest is cut, because foreign text may be of any length.
LONGEST_VALUE = 4000

_FIRST = ("at", "level", "event")

#: The event of a line that names no part of the program.
SERVER = "server"

#: Parts whose lines begin with the name of the agent that they are about.
_ABOUT_AGENTS = frozenset({"memory", "mind", "journal"})
_AGENT = late_pattern(r"(?:(?:WARNING|ERROR):? )?([A-Z][\w'-]*(?: [A-Z][\w'-]*)*): (?!\Z)")
_LEVEL = late_pattern(r"(?:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*: )?(WARNING|ERROR)\b")
#: A line that begins with a file, and perhaps the number of a line in it.
_IN_FILE = late_pattern(
    r"(?:WARNING: )?(?P<file>[^:]+\.\w+)(?::(?P<line_number>\d+))?: (?P<what>.+)", re.DOTALL
)


@late_dataclass(frozen=True, slots=True)
class LogEvent:
    """What happened: a dotted name, the level, perhaps a message, and fields."""

    name: str
    level: str = "info"
    message: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)
    traceback: str = ""
    """Where an error came from; the line for people does not show it."""
    line: str = ""
    """What people read, if it is not made of the other parts."""

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
        if self.line:
            return escape_invisible(self.line)
        part, _, what = self.name.partition(".")
        pairs = " ".join(f"{key}={_plain(value)}" for key, value in self.fields.items())
        said = " ".join(each for each in (self.message or what, pairs) if each)
        return escape_invisible(f"[{part.capitalize()}] {said}" if part else said)


def tell_vault_event(part: str, line: str) -> EventLine:
    """Return the line of an event about a part of the vault, such as its rooms.

    If the line begins with a file, the event has the file, what is said of it and, where it is
    given, the line in the file; then it is a warning.
    """
    said = _IN_FILE.fullmatch(line)
    named = {key: value for key, value in (said.groupdict() if said else {}).items() if value}
    level = "warning" if said or line.startswith("WARNING") else "info"
    return tell_event(f"vault.{part}", f"[Vault] {line}", level, **named)


def parse_line(line: str) -> LogEvent:
    """Return the event that a line tells.

    Of a plain one, ``[Part] message``, that is the part, the level if it says WARNING or ERROR, and
    the agent if it is about one.
    """
    if isinstance(line, EventLine):
        return LogEvent(line.event, line.level, _split_part(line)[1], line.fields, line=line)
    part, message = _split_part(line)
    said = _LEVEL.match(message)
    about = _AGENT.match(message) if part.lower() in _ABOUT_AGENTS else None
    return LogEvent(
        part.lower() or SERVER,
        said[1].lower() if said else "info",
        message,
        {"agent": about[1]} if about else {},
        line=line,
    )


def _split_part(line: str) -> tuple[str, str]:
    """Return the part of the program that a line names, and the rest: ``[Part] message``."""
    if line.startswith("["):
        part, bracket, rest = line[1:].partition("] ")
        if bracket and part.isalnum():
            return part, rest
    return "", line


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
