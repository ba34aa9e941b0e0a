"""A line for people that says which event it tells of, for the log of whoever runs the agents."""

from __future__ import annotations

from collections.abc import Mapping


class EventLine(str):
    """A line for people with an event's name, level and fields; elsewhere it is a plain line."""

    __slots__ = ("event", "fields", "level")
    event: str
    """A dotted name: the part of the program, and what happened there."""
    level: str
    """``info``, ``warning`` or ``error``."""
    fields: Mapping[str, object]


def tell_event(name: str, line: str, level: str = "info", **fields: object) -> EventLine:
    """Return `line`, by which a log knows the event, its level and its fields."""
    told = EventLine(line)
    told.event, told.level, told.fields = name, level, fields
    return told


def tell_of_memory(agent: str, what: EventLine, how: str = "") -> EventLine:
    """Return the line ``[Memory] Moss: …`` of what `what` tells, with its event, level and fields.

    `how` stands before the agent, such as ``ERROR: ``.
    """
    line = f"[Memory] {how}{agent}: {what}"
    return tell_event(what.event, line, what.level, agent=agent, **what.fields)
