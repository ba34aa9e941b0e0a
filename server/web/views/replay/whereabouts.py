"""Who was where at a moment, as far as the chronicle tells."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from late.late_dataclass import late_dataclass
from server.chronicle.entry import MARKS, ChronicleEntry
from server.chronicle.narrative.readers import ChronicleReader
from server.chronicle.narrative.walks import ARRIVE, LEAVE


@late_dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody was, and when and by what that was seen the last time."""

    name: str
    kind: str
    """``person`` or ``agent``."""
    room: str
    seen: datetime
    came: bool
    """Whether they were seen to come; otherwise they were there when something happened."""


def find_whereabouts(
    newest_first: Iterable[ChronicleEntry], reader: ChronicleReader
) -> list[Whereabouts]:
    """Return who was where after the newest of the entries, by name.

    People are found in entries that `reader` may read; where agents go is for everybody.  Who has
    left and was not seen to come anywhere is nowhere.
    """
    found: dict[str, Whereabouts | None] = {}
    for entry in newest_first:
        if entry.kind in MARKS:
            continue
        if entry.event == LEAVE and entry.actor:
            found.setdefault(entry.actor, None)
        for name, kind in _list_present(entry, reader):
            came = entry.event == ARRIVE and name == entry.actor
            if name not in found:
                found[name] = Whereabouts(name, kind, entry.room, entry.at, came)
    return sorted(filter(None, found.values()), key=lambda each: each.name)


def _list_present(entry: ChronicleEntry, reader: ChronicleReader) -> Iterable[tuple[str, str]]:
    people = entry.people if reader.may_read(entry) else ()
    return [*((name, "agent") for name in entry.agents), *((name, "person") for name in people)]
