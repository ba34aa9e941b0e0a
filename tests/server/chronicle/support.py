"""Entries of a chronicle for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from server.chronicle.entry import ChronicleEntry
from world.calendar import Calendar
from world.nature import Nature

#: In a world whose days take an hour it is eight in the morning.
MORNING = datetime(2026, 11, 22, 8, 20, tzinfo=UTC)


def happened(
    text: str,
    seconds: float = 0,
    room: str = "The Hall",
    kind: Nature = Nature.DEED,
    actor: str = "",
    event: str = "",
    people: tuple[str, ...] = (),
    agents: tuple[str, ...] = (),
) -> ChronicleEntry:
    """Something that happened so many seconds after `MORNING`."""
    at = MORNING + timedelta(seconds=seconds)
    time = Calendar().at(at.timestamp())
    present = (*agents, actor) if actor and actor not in (*people, *agents) else agents
    kind_of_actor = "person" if actor in people else "agent" if actor else None
    return ChronicleEntry(at, time, room, kind, text, event, actor, kind_of_actor, people, present)  # type: ignore[arg-type]
