"""What a builder did is undone after a restart, and only if it is still as it was left."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.people.kept_acts import KIND, LONGEST_ACT, keep_acts
from server.people.store import PeopleStore
from tests.texts import shipped_texts
from tests.world.verbs.building.test_altering import site
from world.boundaries import Outcome, ThingRow
from world.commands.table import CommandTable
from world.recorder import Recorder
from world.stores import MemoryStore
from world.undo.history import KEPT_ACTS, KEPT_BUILDERS, BuildingAct
from world.verbs.rows import WORLD_COMMANDS
from world.world import World


async def open_store(folder: Path) -> PeopleStore:
    return await PeopleStore.open(folder / "people.sqlite", VirtualClock(), pytest.fail)


def wake(rows: Sequence[ThingRow]) -> World:
    """A world of these rows, with nothing in memory but them; Bea and Ann are awake."""
    world = World(CommandTable(WORLD_COMMANDS), shipped_texts(), MemoryStore(), on_error=print)
    world.load(rows)
    for name in ("Bea", "Ann"):
        body = world.find_character(name)
        assert body is not None
        world.attach(body.id, Recorder())
    return world


async def restart(world: World, store: PeopleStore, folder: Path) -> tuple[World, PeopleStore]:
    """The same rows and the same file, in another run."""
    await store.close()
    store, again = await open_store(folder), wake(world.rows())
    keep_acts(again, store, pytest.fail)
    return again, store


def perform(world: World, name: str, line: str) -> Outcome:
    body = world.find_character(name)
    assert body is not None
    return world.perform(body.id, line)


def build(world: World, *lines: str) -> None:
    for line in lines:
        outcome = perform(world, "Bea", line)
        assert outcome.ok, f"{line}: {outcome.text}"


async def test_acts_are_undone_after_a_restart(tmp_path: Path) -> None:
    """A description, a destroyed thing and a new exit; what is undone is not undone twice."""
    store = await open_store(tmp_path)
    play, lamp = site()
    world = play.world
    keep_acts(world, store, pytest.fail)
    before = world.rows()
    build(world, "@describe here -> Bare boards.", "@create key", f"@destroy #{lamp} yes")
    world, store = await restart(world, store, tmp_path)
    assert world.thing(lamp) is None
    build(world, "@undo 2")
    assert world.thing(lamp) is not None
    world, store = await restart(world, store, tmp_path)
    build(world, "@undo")
    assert sorted(world.rows(), key=str) == sorted(before, key=str)
    assert "nothing of yours" in perform(world, "Bea", "@undo").text
    await store.close()


async def test_what_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    """As in one run: the act is refused whole."""
    store = await open_store(tmp_path)
    world = site()[0].world
    keep_acts(world, store, pytest.fail)
    build(world, "@describe here -> Bare boards.")
    world, store = await restart(world, store, tmp_path)
    assert perform(world, "Ann", "@describe here -> Painted boards.").ok
    assert not perform(world, "Bea", "@undo").ok
    await store.close()


async def test_a_new_thing_does_not_take_the_number_of_a_destroyed_one(tmp_path: Path) -> None:
    """Otherwise the destroyed one could not come back."""
    store = await open_store(tmp_path)
    world = site()[0].world
    keep_acts(world, store, pytest.fail)
    build(world, "@create key")
    last = max(row.id for row in world.rows())
    build(world, f"@destroy #{last} yes")
    world, store = await restart(world, store, tmp_path)
    assert perform(world, "Ann", "@create chest").ok
    build(world, "@undo")
    found = world.thing(last)
    assert found is not None and found.name == "key"
    await store.close()


async def test_what_is_kept_is_bounded(tmp_path: Path) -> None:
    """Twenty acts of fifty builders; an act too large for the file is kept in memory alone."""
    store = await open_store(tmp_path)
    world = site()[0].world
    keep_acts(world, store, pytest.fail)
    for number in range(KEPT_ACTS + 5):
        build(world, f"@describe here -> Hall {number}.")
    assert len(store.list("bea", KIND)) == KEPT_ACTS
    for number in range(KEPT_BUILDERS):
        world.building.keep(f"builder {number}", BuildingAct("@create key", ()))
    assert len(store.persons(KIND)) == KEPT_BUILDERS and "bea" not in store.persons(KIND)
    world.building.keep("ann", BuildingAct("x" * LONGEST_ACT, ()))
    assert world.building.list("ann") and not store.list("ann", KIND)
    await store.close()


async def test_a_broken_act_is_logged_and_left_out(tmp_path: Path) -> None:
    """The others can still be undone."""
    store = await open_store(tmp_path)
    world = site()[0].world
    keep_acts(world, store, pytest.fail)
    build(world, "@create key")
    store.put("bea", KIND, "7", '{"line": "@create", "changes": [[1]]}')
    logged: list[str] = []
    again = wake(world.rows())
    keep_acts(again, store, logged.append)
    assert len(logged) == 1 and "act '7' of 'bea' is broken" in logged[0]
    assert [act.line for act in again.building.list("bea")] == ["@create key"]
    await store.close()
