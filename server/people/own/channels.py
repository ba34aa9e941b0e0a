"""Channels: words to everybody who listens, wherever they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from server.people.entries import Entries
from world.names import key_of

KIND = "channel"
MOST_LINES = 20
"""So many of the latest lines of a channel are kept."""
_OFF = "off"

#: The kind of the lines of a channel, followed by its name. They are nobody's in particular.
_SAID, _NOBODY = "said on ", ""


@late_dataclass(frozen=True, slots=True)
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

    def listens(self, person: str, channel: str) -> bool:
        """Return whether a person has the channel on; it is, until they turn it off."""
        return self._entries.list(key_of(person), KIND).get(channel) != _OFF

    def turn(self, person: str, channel: str, on: bool) -> None:
        """Turn a channel on or off for a person."""
        self._entries.change(key_of(person), KIND, channel, None if on else _OFF)

    def note(self, channel: str, speaker: str, words: str) -> None:
        """Keep a line for those who ask what was said; the oldest one makes room."""
        kind, lines = _SAID + channel, self._read(channel)
        number = 1 + max(lines, default=0)
        for old in sorted(lines)[: max(0, len(lines) + 1 - MOST_LINES)]:
            self._entries.note(_NOBODY, kind, str(old), None)
        at = self._clock.now().isoformat(timespec="seconds")
        value = json.dumps({"at": at, "by": speaker, "words": words}, ensure_ascii=False)
        self._entries.note(_NOBODY, kind, str(number), value)

    def said(self, channel: str) -> Iterator[ChannelLine]:
        """Return the latest lines, the oldest first."""
        lines = self._read(channel)
        return (lines[number] for number in sorted(lines))

    def _read(self, channel: str) -> dict[int, ChannelLine]:
        found = self._entries.list(_NOBODY, _SAID + channel)
        lines = {int(number): _parse(value) for number, value in found.items() if number.isdigit()}
        return {number: line for number, line in lines.items() if line is not None}


def _parse(value: str) -> ChannelLine | None:
    """Return a stored line; None if it is none."""
    try:
        data = json.loads(value)
        return ChannelLine(datetime.fromisoformat(data["at"]), str(data["by"]), str(data["words"]))
    except (ValueError, TypeError, KeyError):
        return None
