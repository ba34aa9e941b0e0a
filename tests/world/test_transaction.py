"""A transaction happens whole or not at all, whatever is done in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from tests.world.transcript import Play
from world.boundaries import ThingRow
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.model import Character, Room, Thing
from world.nature import Nature
from world.registry import Registry
from world.transaction import ChangeRefused, Transaction

NAMES = ["Ann", "Bob", "lamp", "box", "The Hall", "The Loft"]


def start() -> Registry:
    registry = Registry()
    tx = Transaction(registry)
    hall = tx.create("room", "The Hall")
    loft = tx.create("room", "The Loft")
    for name in ("Ann", "Bob"):
        tx.create("character", name, hall)
    for name in ("lamp", "box", "bag"):
        tx.create("thing", name, loft)
    return registry


def check(registry: Registry) -> None:
    """Assert that each thing is in one place, in that place's contents, and not in itself."""
    for thing in registry:
        holders = [other for other in registry if thing in other.contents]
        assert holders == ([thing.place] if thing.place else [])
        assert isinstance(thing, Room) == (thing.place is None)
        assert not isinstance(thing, Character) or isinstance(thing.place, Room)
        assert len(thing.contents) == len(set(map(id, thing.contents)))
        seen: set[int] = set()
        inner: Thing | None = thing
        while inner is not None:
            assert inner.id not in seen
            seen.add(inner.id)
            assert inner in registry
            inner = inner.place


def snapshot(registry: Registry) -> list[tuple[ThingRow, list[int]]]:
    return [(thing.row(), [held.id for held in thing.contents]) for thing in registry]


Change = tuple[str, int, int, str]
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "move",
                "remove",
                "create",
                "room",
                "who",
                "rename",
                "describe",
                "exit",
                "close",
                "set",
            ]
        ),
        st.integers(1, 12),
        st.integers(1, 12),
        st.sampled_from(NAMES),
    ),
    max_size=25,
)


def apply(registry: Registry, tx: Transaction, change: Change) -> None:
    what, one, other, name = change
    thing, place = registry.get(one), registry.get(other)
    if thing is None or place is None:
        return
    room = thing if isinstance(thing, Room) else registry.rooms()[0]
    goal = place if isinstance(place, Room) else registry.rooms()[0]
    doing: dict[str, Callable[[], object]] = {
        "move": lambda: tx.move(thing, place),
        "remove": lambda: tx.remove(thing),
        "create": lambda: tx.create("thing", name, place),
        "room": lambda: tx.create("room", name),
        "who": lambda: tx.create("character", name, place),
        "rename": lambda: tx.rename(thing, name),
        "describe": lambda: tx.describe(thing, name),
        "exit": lambda: tx.add_exit(room, name, goal),
        "close": lambda: tx.remove_exit(room, name),
        "set": lambda: tx.set_property(thing, name, None if other % 2 else "x"),
    }
    try:
        doing[what]()
    except ChangeRefused:
        check(registry)


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(CHANGES, CHANGES)
def test_undo_leaves_nothing_altered(first: list[Change], then: list[Change]) -> None:
    registry = start()
    kept = Transaction(registry)
    for change in first:
        apply(registry, kept, change)
    before, free = snapshot(registry), registry.next_id
    tx = Transaction(registry)
    for change in then:
        apply(registry, tx, change)
        check(registry)
    tx.undo()
    assert snapshot(registry) == before
    assert registry.next_id == free
    assert {room.name for room in registry.rooms()} == {
        row.name for row, _ in before if row.kind == "room"
    }
    assert tx.rows() == ([], [])


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(CHANGES)
def test_the_rows_of_a_transaction_are_the_whole_difference(changes: list[Change]) -> None:
    """A store that takes them has exactly what the world has, and a world loads the same."""
    registry = start()
    stored = {row.id: row for row, _ in snapshot(registry)}
    tx = Transaction(registry)
    for change in changes:
        apply(registry, tx, change)
    saved, removed = tx.rows()
    stored.update({row.id: row for row in saved})
    for id in removed:
        del stored[id]
    assert [stored[id] for id in sorted(stored)] == [row for row, _ in snapshot(registry)]
    again = Registry()
    assert again.load(stored.values()) == []
    assert [row for row, _ in snapshot(again)] == [row for row, _ in snapshot(registry)]


def smash(call: Invocation) -> None:
    """Change a good deal, then fail."""
    for thing in list(call.room.contents):
        if thing is not call.actor:
            call.tx.move(thing, call.world.rooms()[0])
    call.world.create_room("The Ruin")
    call.tx.move(call.actor, call.world.rooms()[-1])
    raise ZeroDivisionError


SMASH = Command("smash", smash, "smash", "Fail", "query", nature=Nature.DEED)
LINES = st.lists(
    st.tuples(
        st.sampled_from(["Ann", "Bob", "Moss"]),
        st.sampled_from(
            [
                "get lamp", "get box", "drop lamp", "drop box", "give lamp to Bob", "look",
                "give box to Ann", "garden", "hall", "pond", "go to the pond", "@create cup",
                "@dig The Loft = up, down", "@dig The Den = up, look", "@tp Bob to the hall",
                "@exit here to the pond", "@describe here -> x", "smash",
            ]
        ),
    ),
    max_size=25,
)  # fmt: skip


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(LINES)
def test_play_keeps_the_world_whole_and_the_store_exact(lines: list[tuple[str, str]]) -> None:
    """Any commands, refused and failing ones among them: all that happened is in the store."""
    play = Play([SMASH])
    play.character("Ann", admin=True)
    play.character("Bob")
    play.character("Moss", "agent")
    for name in ("lamp", "box"):
        play.thing(name, play.hall)
    for name, line in lines:
        before = snapshot(play.world.registry)
        if not play.perform(name, line).ok:
            assert snapshot(play.world.registry) == before
        check(play.world.registry)
        assert play.store.rows() == play.world.rows()
    assert {type(error) for error, _ in play.errors} <= {ZeroDivisionError}


def test_a_thing_cannot_be_put_into_itself_or_a_character_into_a_thing() -> None:
    registry = start()
    tx = Transaction(registry)
    by_name = {thing.name: thing for thing in registry}
    tx.move(by_name["box"], by_name["bag"])
    with pytest.raises(ChangeRefused, match="bag cannot be put into box"):
        tx.move(by_name["bag"], by_name["box"])
    with pytest.raises(ChangeRefused, match="Ann cannot be put into bag"):
        tx.move(by_name["Ann"], by_name["bag"])
    with pytest.raises(ChangeRefused, match="the name BOB is taken"):
        tx.rename(by_name["Ann"], "BOB")
