"""The gate between the door and the world."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest
from twisted.internet.task import Clock

from agents.clock import VirtualClock
from agents.mind.minds import Minds
from config.budgets import BudgetSettings
from config.server import ConnectionLimits
from server.boundaries import Account, Refused, Role
from server.budgets.budgets import Budgets
from server.gate import WorldGate
from server.people.entries import Entries
from server.people.notebooks import Notebooks
from server.people.opening import join_people
from server.people.verbs.rows import make_people_rows
from server.session.session import Session
from server.storage.world import WorldStore
from tests.server.session.fakes import MemoryWire, desk
from tests.texts import shipped_texts
from world.commands.table import CommandTable
from world.model import Character
from world.stores import MemoryStore
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

TEXTS = shipped_texts()


class CountingStore(MemoryStore):
    """A store in memory that tells how much it has taken, as the one on disk does."""

    trouble = ""

    @property
    def recorded(self) -> int:
        return self.batches

    async def flush(self) -> None:
        await asyncio.sleep(0)


class Stay(Session):
    """A session whose wire and body a test may look at."""

    wire: MemoryWire

    @property
    def body(self) -> int:
        assert self.character is not None
        return self.character


class Threshold:
    """A world of one hall, and the gate to it."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.store = CountingStore()
        self.freed: list[str] = []
        self.gone: list[int] = []
        self.overhearing: set[int] = set()
        people_rows = make_people_rows(lambda: self.parts, self)
        table = CommandTable([*WORLD_COMMANDS, *people_rows])
        self.world = World(table, TEXTS, self.store, on_error=print)
        self.time = VirtualClock()
        limits = ConnectionLimits()
        self.parts = join_people(Entries(), self.world, self.time, self.clock, limits)
        self.people = self.parts.people
        self.hall = self.world.create_room("The Hall", "A long stone hall.")
        self.budgets = Budgets(BudgetSettings, self.clock.seconds, TEXTS)
        self.gate = WorldGate(
            self.world,
            Minds(),
            cast(WorldStore, self.store),
            self.people,
            Notebooks(Path("nowhere"), Path("nowhere"), self.world, self.time),
            seconds=self.clock.seconds,
            release_guest=self.freed.append,
            left=self.gone.append,
            budgets=self.budgets,
        )

    def overhears(self, character: int) -> bool:
        return character in self.overhearing

    def arrive(self, account: Account) -> Stay:
        wire = MemoryWire()
        session = Stay(wire, self.gate, account, desk(print, self.clock.seconds))
        session.wire = wire
        session.enter()
        return session

    def body(self, name: str) -> Character:
        found = self.world.find_character(name)
        assert found is not None
        return found


def test_arrivals_and_leavings_are_seen_by_those_who_are_there() -> None:
    """The newcomer sees the room, the others see the newcomer, and likewise at the end."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    assert ada.wire.take().startswith("The Hall\nA long stone hall.")
    bob = threshold.arrive(Account("Bob"))
    assert ada.wire.take() == "Bob comes in."
    bob.leave()
    assert ada.wire.take() == "Bob is gone."
    assert threshold.gone == [threshold.body("Bob").id]


def test_the_time_without_anybody_runs_from_the_start_and_from_the_last_leaving() -> None:
    """A second connection of one person, or a second person, begins no new count."""
    threshold = Threshold()
    gate, clock = threshold.gate, threshold.clock
    clock.advance(100)
    assert gate.alone_seconds == 100
    ada = threshold.arrive(Account("Ada"))
    assert (gate.alone_seconds, gate.last_alone) == (0, 100)
    clock.advance(50)
    bob = threshold.arrive(Account("Bob"))
    ada.leave()
    clock.advance(50)
    assert (gate.alone_seconds, gate.last_alone) == (0, 100)
    again = threshold.arrive(Account("Bob"))
    bob.leave()
    assert (gate.alone_seconds, gate.last_alone) == (0, 100)
    again.leave()
    clock.advance(7)
    assert gate.alone_seconds == 7


def test_a_second_connection_takes_the_character_over() -> None:
    """The older one is told and closed; the room sees nobody come or go."""
    threshold = Threshold()
    bob = threshold.arrive(Account("Bob"))
    first = threshold.arrive(Account("Ada"))
    bob.wire.take()
    second = threshold.arrive(Account("Ada"))
    assert first.wire.closed == "You connected from elsewhere; this connection ends."
    assert bob.wire.take() == ""
    assert second.character == threshold.body("Ada").id
    assert threshold.world.mind_of(second.body) is second


def test_a_guest_leaves_nothing_behind_but_what_it_carried() -> None:
    """Its character goes with it, its number is free again, its things lie in the room."""
    threshold = Threshold()
    guest = threshold.arrive(Account("Guest1", Role.GUEST))
    with threshold.world.changes() as tx:
        tx.create("thing", "lamp", threshold.world.character(guest.body))
    guest.leave()
    assert threshold.world.find_character("Guest1") is None
    assert threshold.freed == ["Guest1"]
    assert [thing.name for thing in threshold.hall.contents] == ["lamp"]


def test_what_a_guest_has_used_up_is_forgotten_but_not_of_its_address() -> None:
    """Its name is given to nobody again; whoever comes from there goes on where it stopped."""
    threshold = Threshold()
    ada, guest = threshold.arrive(Account("Ada")), threshold.arrive(Account("Guest1", Role.GUEST))
    for each in (ada, guest):
        each.on_line("say Hello.")
    guest.leave()
    owners = {owner for owner, *_ in threshold.budgets.hand_over()}
    assert owners == {"account ada", f"address {guest.address}"}


def test_an_agents_body_is_nobodys_account() -> None:
    """A person cannot come in as an agent, whatever an account is called."""
    threshold = Threshold()
    threshold.world.add_character("Moss")
    with pytest.raises(Refused, match="Moss is not a name that a person can have here"):
        threshold.arrive(Account("Moss"))


def test_rank_follows_the_account() -> None:
    """Who is an administrator is the account's to say, each time anew."""
    threshold = Threshold()
    threshold.arrive(Account("Ada", Role.ADMINISTRATOR)).leave()
    body = threshold.body("Ada")
    assert body.properties["role"] == "administrator"
    threshold.arrive(Account("Ada"))
    assert body.properties["role"] == "player"


async def test_only_a_line_that_changes_the_world_has_to_settle() -> None:
    """Looking is answered at once, taking when it is stored."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    with threshold.world.changes() as tx:
        tx.create("thing", "lamp", threshold.hall)
    assert threshold.gate.perform(ada.body, "look") is None
    settling = threshold.gate.perform(ada.body, "get lamp")
    assert settling is not None
    await settling


def test_visitors_are_people_first_and_know_how_long() -> None:
    """Each with kind, place, and seconds since coming and since the last line."""
    threshold = Threshold()
    threshold.arrive(Account("Ada", Role.ADMINISTRATOR))
    threshold.clock.advance(10)
    threshold.arrive(Account("Guest1", Role.GUEST))
    threshold.clock.advance(5)
    seen = [
        (each.name, each.kind, each.place, each.connected_seconds, each.idle_seconds)
        for each in threshold.gate.visitors()
    ]
    assert seen == [
        ("Ada", "administrator", "The Hall", 15, 15),
        ("Guest1", "guest", "The Hall", 5, 5),
    ]
