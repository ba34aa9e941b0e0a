"""The earlier versions of what people say of themselves (`@set-profile`)."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from server.people.entries import Entries
from world.names import key_of

KIND = "profile"
MOST_VERSIONS = 20
"""So many versions of a person's are kept; the oldest goes."""


@late_dataclass(frozen=True, slots=True)
class OwnVersion:
    """What somebody said of themselves until it was changed."""

    at: str
    """When it ended, in ISO 8601 (UTC)."""
    by: str
    how: str
    text: str


class OwnProfiles:
    """The versions of all people."""

    def __init__(self, entries: Entries, clock: Clock) -> None:
        self._entries = entries
        self._clock = clock

    def keep(self, person: str, text: str, by: str, how: str) -> None:
        """Keep what a person's profile was until now. Raises `Refusal` if that cannot be."""
        key, kept = key_of(person), self._entries.list(key_of(person), KIND)
        number = 1 + max((int(name) for name in kept), default=0)
        version = OwnVersion(f"{self._clock.now():%Y-%m-%dT%H:%M:%SZ}", by, how, text)
        value = json.dumps(asdict(version), ensure_ascii=False)
        self._entries.change(key, KIND, f"{number:06}", value)
        for old in sorted(kept)[:-MOST_VERSIONS]:
            self._entries.put(key, KIND, old, None)

    def versions(self, person: str) -> list[OwnVersion]:
        """Return a person's earlier versions, the newest first."""
        found = []
        for _, value in sorted(self._entries.list(key_of(person), KIND).items(), reverse=True):
            with suppress(ValueError, TypeError):
                found.append(OwnVersion(**json.loads(value)))
        return found
