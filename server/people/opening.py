"""Builds what belongs to people, and joins it to their world."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from agents.boundaries import Clock
from config.server import ConnectionLimits
from late.late_dataclass import late_dataclass
from server.boundaries import Record
from server.people.entries import Entries
from server.people.lost_links import DelayedLeave, LostLinks
from server.people.password import PasswordAccounts, PasswordDesk
from server.people.people import People
from server.people.post import Post
from server.people.store import PeopleStore
from server.people.walks import Walks
from server.session.boundaries import Desk, Dialogue, Wire
from world.nature import Nature
from world.world import World

PEOPLE_FILE = "people.sqlite"


class Timing(Protocol):
    """The clock of sessions: a reactor."""

    def seconds(self) -> float:
        """Return seconds on a clock that never goes backwards."""
        ...

    def callLater(self, delay: float, call: Callable[[], None], /) -> DelayedLeave:  # noqa: N802
        """Make the call, `delay` seconds from now."""
        ...


class LateTiming:
    """The clock of a reactor that is asked for at the first use: people come late."""

    def __init__(self, reactor: Callable[[], Timing]) -> None:
        self._reactor = reactor

    def seconds(self) -> float:
        """Return seconds on a clock that never goes backwards."""
        return self._reactor().seconds()

    def callLater(self, delay: float, call: Callable[[], None], /) -> DelayedLeave:  # noqa: N802
        """Make the call, `delay` seconds from now."""
        return self._reactor().callLater(delay, call)


@late_dataclass(frozen=True, slots=True)
class PeopleParts:
    """What the commands of people use."""

    people: People
    post: Post
    walks: Walks
    world: World
    timing: Timing

    def allow_passwords(self, accounts: PasswordAccounts, record: Record) -> None:
        """Let people change their passwords."""

        def ask(character: int, make: Callable[[Wire, Desk], Dialogue]) -> None:
            self.people.ask(character, make)  # the gate gives it its value later

        desk = PasswordDesk(self.world, accounts, ask, record, self.timing.seconds)
        self.people.ask_password = desk.begin


async def open_people(
    machine: Path, clock: Clock, log: Callable[[str], None], *, threaded: bool = True
) -> PeopleStore:
    """Open what people keep in the machine's folder. Raises `StorageError`."""
    return await PeopleStore.open(machine / PEOPLE_FILE, clock, log, threaded=threaded)


def join_people(
    entries: Entries, world: World, clock: Clock, timing: Timing, limits: ConnectionLimits
) -> PeopleParts:
    """Make the parts and let the world use them; the gate gives them its sessions."""
    entries.say = world.texts.say
    people = People(entries, LostLinks(timing.callLater, limits.linkdead_seconds), clock)
    post = Post(people, world)
    world.own.refuses_words, world.own.keep_words = post.refuses, post.keep

    def perform(walker: int, line: str) -> None:  # the gate gives `people.run` its value later
        people.run(walker, line)

    walks = Walks(world, timing.callLater, limits.step_seconds, perform)
    world.own.set_out = walks.set_out

    def interrupt(person: str, line: str) -> None:
        body = world.find_character(person) if walks.any else None
        command = world.table.get(line.partition(" ")[0]) if body and line else None
        lists = command is not None and command.nature is Nature.LISTING
        if body and not lists:
            walks.interrupt(body.id)

    people.interrupt = interrupt
    return PeopleParts(people, post, walks, world, timing)
