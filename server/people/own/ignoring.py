"""The names whose words a person does not want to hear."""

from __future__ import annotations

from server.people.entries import Entries
from world.boundaries import Perception
from world.names import key_of

KIND = "ignored"
MOST_IGNORED = 100


class Ignoring:
    """The names that each person ignores."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries

    def names(self, person: str) -> list[str]:
        """Return the names that a person ignores."""
        return sorted(self._entries.list(key_of(person), KIND).values(), key=key_of)

    def ignores(self, person: str, other: str) -> bool:
        """Return whether `person` wants no words of `other`."""
        return key_of(other) in self._entries.list(key_of(person), KIND)

    def hides(self, person: str, seen: Perception) -> bool:
        """Return whether a perception is words or a gesture of somebody ignored."""
        if seen.actor is None or seen.own or not self._entries.list(key_of(person), KIND):
            return False
        return seen.nature.is_expression and self.ignores(person, seen.actor)

    def is_full(self, person: str) -> bool:
        """Return whether a person ignores as many as they may."""
        return len(self._entries.list(key_of(person), KIND)) >= MOST_IGNORED

    def toggle(self, person: str, other: str) -> bool:
        """Ignore somebody, or hear them again; return whether they are ignored now."""
        ignored = not self.ignores(person, other)
        self._entries.change(key_of(person), KIND, key_of(other), other if ignored else None)
        return ignored

    def forget(self, other: str) -> None:
        """Let nobody ignore this name: the guest who had it is gone."""
        for person in self._entries.persons(KIND):
            self._entries.put(person, KIND, key_of(other), None)
