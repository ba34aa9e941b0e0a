"""What an upgrade carries over of guests, who are nowhere on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from server.people.entries import Entries
from server.upgrade.boundaries import Carried
from world.names import key_of


class CarriedGuests:
    """Keeps what a guest has set. `name_of` returns a character's name."""

    def __init__(self, entries: Entries, name_of: Callable[[int], str]) -> None:
        self._entries = entries
        self._name_of = name_of

    def hand_over(self, character: int) -> Mapping[str, Any]:
        """Return a guest's entries by kind and name; empty for everybody else."""
        person = key_of(self._name_of(character))
        lodged = self._entries.is_lodged(person)
        return {"entries": self._entries.list_all(person)} if lodged else {}

    def resume(self, character: int, kept: Mapping[str, Any]) -> None:
        """Take a guest in again."""
        person = key_of(self._name_of(character))
        self._entries.lodge(person)
        for kind, entries in kept["entries"].items():
            for entry, value in entries.items():
                self._entries.put(person, kind, entry, value)


_carried: type[Carried] = CarriedGuests
