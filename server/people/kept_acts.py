"""Keeps what builders can undo with what people keep, so that a restart forgets none of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from server.people.entries import Entries
from server.storage.rows import columns_of, row_of
from world.boundaries import ThingRow
from world.transaction import Change
from world.undo.history import BuildingAct, NumberedAct
from world.world import World

KIND = "undo"
LONGEST_ACT = 200_000
"""In characters. A larger act can be undone until the server ends."""


def keep_acts(world: World, entries: Entries, log: Callable[[str], None]) -> None:
    """Give the world back what its builders did in earlier runs, and keep what they do now.

    An act that cannot be read is logged and left out.
    """
    acts = [*_read_all(entries, log)]
    world.building.restore(acts)
    # A new thing must not get the number of one that an undoing would bring back.
    world.registry.reserve(max((_find_last(each.act) for each in acts), default=0))

    def keep(kept: NumberedAct) -> None:
        text = _write(kept.act)
        if len(text) <= LONGEST_ACT:
            entries.note(kept.builder, KIND, str(kept.number), text)

    def drop(dropped: NumberedAct) -> None:
        entries.note(dropped.builder, KIND, str(dropped.number), None)

    world.building.on_kept, world.building.on_dropped = keep, drop


def _read_all(entries: Entries, log: Callable[[str], None]) -> Iterator[NumberedAct]:
    for builder in entries.persons(KIND):
        for number, value in entries.list(builder, KIND).items():
            try:
                yield NumberedAct(builder, int(number), _read(value))
            except (ValueError, TypeError, KeyError) as error:
                log(f"[Undo] act {number!r} of {builder!r} is broken, left out: {error!r}")


def _write(act: BuildingAct) -> str:
    changes = [[_write_row(each.before), _write_row(each.after)] for each in act.changes]
    return json.dumps({"line": act.line, "changes": changes})


def _write_row(row: ThingRow | None) -> object:
    return None if row is None else columns_of(row)


def _read(value: str) -> BuildingAct:
    data = json.loads(value)
    changes = [Change(_read_row(before), _read_row(after)) for before, after in data["changes"]]
    return BuildingAct(data["line"], changes)


def _read_row(columns: list[object] | None) -> ThingRow | None:
    return None if columns is None else row_of(columns)


def _find_last(act: BuildingAct) -> int:
    rows = [row for change in act.changes for row in (change.before, change.after)]
    return max((row.id for row in rows if row is not None), default=0)
