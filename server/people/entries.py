"""What people keep, in memory: named values of several kinds for each person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from world.commands.invocation import Refusal

Slot = tuple[str, str, str]
"""Person, kind and name of an entry. A person is the key of a name, see `world.names.key_of`."""


class Entries:
    """The entries of all people; a `PeopleStore` also brings them to disk.

    A person who is lodged (a guest) is forgotten at `dismiss`, and never stored.
    """

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], dict[str, str]] = {}
        self._holders: dict[str, set[str]] = {}
        self._lodgers: set[str] = set()
        self.recorded = 0
        """How many changes were made that are to be kept."""
        self.say: Callable[[str], str] = str
        """Returns a sentence by its key."""

    @property
    def trouble(self) -> str:
        """Why changes are not on disk soon; empty: they will be."""
        return ""

    @property
    def refuses(self) -> str:
        """Why nothing that people ask to keep is taken any more; empty: all is."""
        return ""

    def list(self, person: str, kind: str) -> Mapping[str, str]:
        """Return a person's entries of one kind, by name."""
        return self._entries.get((person, kind), {})

    def persons(self, kind: str) -> tuple[str, ...]:
        """Return everyone who has an entry of this kind."""
        return tuple(sorted(self.holders(kind)))

    def holders(self, kind: str) -> Set[str]:
        """Return everyone who has an entry of this kind, in a set that stays up to date."""
        return self._holders.setdefault(kind, set())

    def put(self, person: str, kind: str, name: str, value: str | None) -> None:
        """Set an entry; None removes it. Returns at once; `flush` waits for the disk.

        While the disk fails it waits in memory; what somebody asks for belongs into `change`.
        """
        if self.list(person, kind).get(name) == value:
            return
        slot = (person, kind, name)
        self._put(slot, value)
        if person not in self._lodgers:
            self.recorded += 1
            self._keep(slot, value)

    def note(self, person: str, kind: str, name: str, value: str | None) -> None:
        """Set an entry as `put` does, for what comes about beside a command: nobody's answer
        waits until it is on disk."""
        recorded = self.recorded
        self.put(person, kind, name, value)
        self.recorded = recorded

    def change(self, person: str, kind: str, name: str, value: str | None) -> None:
        """Set an entry because somebody asks for it. Raises `Refusal` if it cannot be kept."""
        same = self.list(person, kind).get(name) == value
        if self.refuses and not same and person not in self._lodgers:
            raise Refusal(self.say("people.not-kept"))
        self.put(person, kind, name, value)

    def lodge(self, person: str) -> None:
        """Keep what this person sets in memory alone, from nothing on."""
        self.dismiss(person)
        self._lodgers.add(person)

    def dismiss(self, person: str) -> None:
        """Forget a lodged person; of anybody else everything stays."""
        if person in self._lodgers:
            self._lodgers.discard(person)
            for key in [key for key in self._entries if key[0] == person]:
                self._drop(key)

    def remove_all(self, person: str) -> None:
        """Remove everything that a person keeps."""
        for kind, found in self.list_all(person).items():
            for name in found:
                self.put(person, kind, name, None)

    def is_lodged(self, person: str) -> bool:
        """Return whether what this person sets is kept in memory alone."""
        return person in self._lodgers

    def list_all(self, person: str) -> Mapping[str, Mapping[str, str]]:
        """Return all entries of a person, by kind and name."""
        return {kind: dict(found) for (who, kind), found in self._entries.items() if who == person}

    async def flush(self) -> None:
        """Return when every change is kept."""

    def _put(self, slot: Slot, value: str | None) -> None:
        person, kind, name = slot
        found = self._entries.setdefault((person, kind), {})
        self._holders.setdefault(kind, set()).add(person)
        if value is None:
            found.pop(name, None)
        else:
            found[name] = value
        if not found:
            self._drop((person, kind))

    def _drop(self, key: tuple[str, str]) -> None:
        person, kind = key
        del self._entries[key]
        self._holders[kind].discard(person)

    def _keep(self, slot: Slot, value: str | None) -> None:
        """Take a change that is to be stored."""
