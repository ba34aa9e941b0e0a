"""Converts a thing of the world to columns of a table, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeAlias, cast, get_args

from world.boundaries import ExitRow, ThingKind, ThingRow

Columns: TypeAlias = tuple[int, str, str, str, str, int | None, str, str]
"""id, kind, name, description, aliases, place, properties, exits; the lists are JSON."""


class RowError(ValueError):
    """The columns do not describe a thing; the message says which."""


def columns_of(row: ThingRow) -> Columns:
    """Return the columns of a thing."""
    exits = [[way.name, way.to, way.origin] for way in row.exits]
    return (
        row.id,
        row.kind,
        _storable(row.name),
        _storable(row.description),
        json.dumps(list(row.aliases)),
        row.place,
        json.dumps(dict(row.properties)),
        json.dumps(exits),
    )


def row_of(columns: Sequence[Any]) -> ThingRow:
    """Return the thing of its columns, or raise `RowError`."""
    id, kind, name, description, aliases, place, properties, exits = columns
    if kind not in get_args(ThingKind):
        raise RowError(f"thing #{id} is of kind {kind!r}")
    try:
        return ThingRow(
            id,
            cast(ThingKind, kind),
            name,
            description,
            tuple(json.loads(aliases)),
            place,
            dict(json.loads(properties)),
            tuple(ExitRow(*way) for way in json.loads(exits)),
        )
    except (TypeError, ValueError) as error:
        raise RowError(f"thing #{id} cannot be read ({error})") from error


def _storable(text: str) -> str:
    """Replace lone surrogates, which SQLite cannot hold: one must not block all writing."""
    return text.encode("utf-8", "replace").decode("utf-8")
