"""Everything that people keep, and what their sessions ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from agents.boundaries import Clock
from server.boundaries import Account, Habits
from server.people.entries import Entries
from server.people.lost_links import LostLinks
from server.people.preferences import Preferences
from server.people.store import PeopleStore
from world.names import key_of

PEOPLE_FILE = "people.sqlite"


class People:
    """The parts that belong to people, over the same entries."""

    def __init__(self, entries: Entries, links: LostLinks) -> None:
        self.entries = entries
        self.links = links
        self.preferences = Preferences(entries)

    def welcome(self, account: Account) -> None:
        """Prepare for somebody who comes in; of a guest nothing is kept."""
        if account.guest:
            self.entries.lodge(key_of(account.name))

    def dismiss(self, account: Account) -> None:
        """Forget a guest who has gone."""
        self.entries.dismiss(key_of(account.name))

    def habits(self, account: Account) -> Habits:
        """Return what an account's session uses."""
        return PersonHabits(self, account.name)


class PersonHabits:
    """One person's part of `People`, for a session."""

    def __init__(self, people: People, name: str) -> None:
        self._people = people
        self._name = name

    def preferences(self) -> Mapping[str, str]:
        """Return every preference with its value."""
        return self._people.preferences.all(self._name)


async def open_people(machine: Path, clock: Clock, log: Callable[[str], None]) -> PeopleStore:
    """Open what people keep in the machine's folder. Raises `StorageError`."""
    return await PeopleStore.open(machine / PEOPLE_FILE, clock, log)


_habits: type[Habits] = PersonHabits
