"""Channels: words to everybody who listens, wherever they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from agents.boundaries import Clock
from server.people.entries import Entries
from world.names import key_of

KIND = "channel"
MOST_LINES = 20
"""So many of the latest lines of a channel are kept, in memory."""
_OFF = "off"


@dataclass(frozen=True, slots=True)
class ChannelLine:
    """Something said on a channel."""

    at: datetime
    speaker: str
    words: str


class Channels:
    """Who listens to which channel, and what was said there last."""

    def __init__(self, entries: Entries, clock: Clock) -> None:
        self._entries = entries
        self._clock = clock
        self._said: dict[str, deque[ChannelLine]] = {}

    def listens(self, person: str, channel: str) -> bool:
        """Return whether a person has the channel on; it is, until they turn it off."""
        return self._entries.list(key_of(person), KIND).get(channel) != _OFF

    def turn(self, person: str, channel: str, on: bool) -> None:
        """Turn a channel on or off for a person."""
        self._entries.change(key_of(person), KIND, channel, None if on else _OFF)

    def note(self, channel: str, speaker: str, words: str) -> None:
        """Keep a line for those who ask what was said."""
        said = self._said.setdefault(channel, deque(maxlen=MOST_LINES))
        said.append(ChannelLine(self._clock.now(), speaker, words))

    def said(self, channel: str) -> Iterator[ChannelLine]:
        """Return the latest lines, the oldest first."""
        return iter(self._said.get(channel, ()))
