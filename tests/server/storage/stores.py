"""Stores of a world's state in a file, and things to record in them."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from agents.clock import VirtualClock
from server.storage import WorldStore
from world.boundaries import ExitRow, ThingRow


def thing(id: int, name: str = "a lamp", place: int | None = 1) -> ThingRow:
    return ThingRow(id, "thing", name, "It is lit.", ("light",), place, {"lit": "yes"})


HALL = ThingRow(
    1,
    "room",
    "The Hall",
    "Long.\nCold.",
    (),
    None,
    {},
    (ExitRow("garden", 2, "note"), ExitRow("up", 3)),
)


@asynccontextmanager
async def open_store(
    path: Path, clock: VirtualClock | None = None, patience: float = 0.01
) -> AsyncIterator[WorldStore]:
    store = await WorldStore.open(path, clock or VirtualClock(), patience=patience)
    try:
        yield store
    finally:
        await store.close()


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files that hold data; the shared-memory index beside them does not."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if "shm" not in path.name}


def hold_file(path: Path) -> sqlite3.Connection:
    """Lock the file as another program would."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other
