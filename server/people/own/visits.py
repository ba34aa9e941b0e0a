"""The times at which people were here last."""

from __future__ import annotations

from datetime import datetime, timedelta

from agents.boundaries import Clock
from server.people.entries import Entries
from world.names import key_of

KIND = "visit"
_LAST = "at"


class Visits:
    """The time at which each person with an account came or left last."""

    def __init__(self, entries: Entries, clock: Clock) -> None:
        self._entries = entries
        self._clock = clock

    def note(self, person: str) -> None:
        """Note that a person comes or leaves now."""
        now = self._clock.now().isoformat(timespec="seconds")
        self._entries.put(key_of(person), KIND, _LAST, now)

    def find(self, person: str) -> datetime | None:
        """Return when a person came or left last; None: not known."""
        try:
            return datetime.fromisoformat(self._entries.list(key_of(person), KIND)[_LAST])
        except (KeyError, ValueError):
            return None

    def since(self, at: datetime) -> timedelta:
        """Return how long ago a time was."""
        return self._clock.now() - at

    def persons(self) -> list[str]:
        """Return the keys of all whose visit is known, the latest first."""
        known = [(at, key) for key in self._entries.persons(KIND) if (at := self.find(key))]
        return [key for _, key in sorted(known, reverse=True)]
