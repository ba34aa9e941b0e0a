"""Everything that people keep, and what their sessions ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agents.boundaries import Clock
from server.boundaries import Account, Habits
from server.people.entries import Entries
from server.people.lost_links import LostLinks
from server.people.own.channels import Channels
from server.people.own.ignoring import KIND as IGNORED
from server.people.own.ignoring import Ignoring
from server.people.own.mail import Mailbox
from server.people.own.profiles import OwnProfiles
from server.people.own.shortcuts import KIND as SHORTCUT
from server.people.own.shortcuts import Shortcuts
from server.people.own.visits import Visits
from server.people.preferences import Preferences
from server.session.boundaries import Desk, Dialogue, Wire
from world.boundaries import Perception
from world.names import key_of

#: The property ``person`` or ``guest`` of a person's character; no other body has it.
ACCOUNT = "account"


Ask = Callable[[int, Callable[[Wire, Desk], Dialogue]], None]
"""Begins the dialogue that is made, with the person in a character."""

#: Each of these, typed alone, repeats the last line.
_AGAIN = frozenset(("!", "!!"))


class People:
    """The parts that belong to people, over the same entries."""

    def __init__(self, entries: Entries, links: LostLinks, clock: Clock) -> None:
        self.entries = entries
        self.links = links
        self.preferences = Preferences(entries)
        self.ignoring = Ignoring(entries)
        self.visits = Visits(entries, clock)
        self.channels = Channels(entries, clock)
        self.mailbox = Mailbox(entries, clock)
        self.shortcuts = Shortcuts(entries)
        self.profiles = OwnProfiles(entries, clock)
        self.ask: Ask = lambda character, make: None
        """Begins a dialogue with a person who is here."""
        self.ask_password: Callable[[int], None] = lambda character: None
        """Begins the dialogue in which a person changes the password."""
        self.interrupt: Callable[[str, str], None] = lambda person, line: None
        """Stops what a person does by themselves, step by step, unless a line that they type only
        lists something; the line is empty where they are spoken to."""
        self.run: Callable[[int, str], None] = lambda character, line: None
        """Performs a line for a person who is here."""

    def welcome(self, account: Account) -> None:
        """Prepare for somebody who comes in; of a guest nothing is kept."""
        if account.guest:
            self.entries.lodge(key_of(account.name))
        else:
            self.visits.note(account.name)

    def dismiss(self, account: Account) -> None:
        """Note that somebody has gone; of a guest nothing is kept, by others neither."""
        if account.guest:
            self.entries.dismiss(key_of(account.name))
            self.ignoring.forget(account.name)
        else:
            self.visits.note(account.name)

    def remove(self, name: str) -> None:
        """Remove what a person keeps, and what others keep of them: the name is free again."""
        self.entries.remove_all(key_of(name))
        self.ignoring.forget(name)

    def habits(self, account: Account) -> Habits:
        """Return what an account's session uses."""
        return PersonHabits(self, account.name)


class PersonHabits:
    """One person's part of `People`, for a session."""

    def __init__(self, people: People, name: str) -> None:
        self._people = people
        self._name = name
        self._key = key_of(name)
        self.ignorers = people.entries.holders(IGNORED)
        """Everybody who ignores somebody, up to date."""
        self._with_shortcuts = people.entries.holders(SHORTCUT)
        self.last_line = ""

    def preferences(self) -> Mapping[str, str]:
        """Return every preference with its value."""
        return self._people.preferences.all(self._name)

    def hides(self, perception: Perception) -> bool:
        """Return whether the person does not want to see a perception."""
        return self._key in self.ignorers and self._people.ignoring.hides(self._name, perception)

    def notice(self, perception: Perception) -> None:
        """Take note of what is shown to the person: words to them stop a walk."""
        if perception.addressed and not perception.own:
            self._people.interrupt(self._name, "")

    def read_line(self, line: str) -> str:
        """Return the line that a typed one stands for. Whatever does something stops a walk."""
        meant = self._read_meant(line)
        self._people.interrupt(self._name, meant)
        return meant

    def _read_meant(self, line: str) -> str:
        if line in _AGAIN:
            return self.last_line
        if not line:
            return line
        own = self._key in self._with_shortcuts
        meant = self._people.shortcuts.expand(self._name, line) if own else line
        self.last_line = meant or self.last_line
        return self.last_line


_habits: type[Habits] = PersonHabits
