"""One line of the chronicle: what happened, when and where, and who was there.

docs/chronicle.md describes the format.  Readers ignore fields that they do not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from late.late_dataclass import late_dataclass
from world.boundaries import MindKind
from world.calendar import WorldTime
from world.nature import Nature

CHRONICLE_VERSION = 1

#: The ``kind`` of a line that says how many lines before it are missing.
GAP = "gap"

#: The ``kind`` of the lines that say that the server was started, and that it is stopped.
START, STOP = "start", "stop"
#: Lines that tell of the server, and of nothing that happened in the world.
MARKS = frozenset({GAP, START, STOP})


@late_dataclass(frozen=True, slots=True)
class ChronicleEntry:
    """Something that happened in public."""

    at: datetime
    """Aware, in UTC."""
    time: WorldTime | None
    """The world's own time; None: the world keeps none."""
    room: str
    kind: str
    """The nature of the event (`world.nature`), or one of `MARKS`."""
    text: str
    """What an onlooker saw and heard."""
    event: str = ""
    """The event's own short word: ``say``, ``arrive``, ``light`` …"""
    actor: str = ""
    """Who did it; empty: nobody did."""
    actor_kind: MindKind | None = None
    people: tuple[str, ...] = ()
    """The names of the people who were there, the actor among them."""
    agents: tuple[str, ...] = ()
    lost: int = 0
    """Of a gap: how many lines are missing."""
    stopped: datetime | None = None
    """Of a start: when the server had been stopped; None: that is not known, as after a kill."""

    @property
    def is_speech(self) -> bool:
        """Whether somebody said something aloud."""
        return self.kind == Nature.SPEECH

    def involves(self, name: str) -> bool:
        """Return whether the character `name` did it or was there."""
        return name in (self.actor, *self.agents, *self.people)


class BadEntry(ValueError):
    """A line is not one of a chronicle; says why."""


def encode_entry(entry: ChronicleEntry) -> bytes:
    """Return an entry as one line of JSON."""
    values = (
        CHRONICLE_VERSION, _encode_moment(entry.at), _encode_time(entry.time),
        _encode_word(entry.room),
        _encode_word(entry.actor or None), _encode_word(entry.actor_kind),
        _encode_word(str(entry.kind)), _encode_word(entry.event), _encode(entry.text),
        _encode_people(entry.people), _encode_agents(entry.agents),
        (f',"lost":{entry.lost}' if entry.lost else "")
        + (f',"stopped":{_encode_moment(entry.stopped)}' if entry.stopped else ""),
    )  # fmt: skip
    return (_LINE % values).encode()


def _encode_moment(moment: datetime) -> str:
    return f'"{moment.isoformat(timespec="milliseconds").removesuffix("+00:00")}Z"'


_FIELDS = (
    *("v", "at", "world_time", "room", "actor", "actor_kind"),
    *("kind", "event", "text", "people", "agents"),
)

#: Every line said in a room is encoded while its hearers wait: one template, no dict.
_LINE = "{" + ",".join(f'"{name}":%s' for name in _FIELDS) + "%s}\n"

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


SPEECH_MARK = _encode({"kind": Nature.SPEECH.value}).strip("{}").encode()
"""Stands in every line of somebody's words, as `encode_entry` writes them."""


@lru_cache(maxsize=512)
def _encode_word(word: str | None) -> str:
    """Return what comes again and again, such as a name, as JSON."""
    return _encode(word)


T = TypeVar("T")


def _keep_last(encode: Callable[[T], str]) -> Callable[[T], str]:
    """Return `encode` with its last result at hand, for the very same object.

    Line after line has it, and to find an equal one looks at each name of a crowd.
    """
    kept: tuple[object, str] = object(), ""

    def look_up(value: T) -> str:
        nonlocal kept
        last, found = kept
        if value is not last:
            found = encode(value)
            kept = value, found
        return found

    return look_up


@lru_cache(maxsize=64)
def _encode_names(names: tuple[str, ...]) -> str:
    return _encode(names)


_encode_people, _encode_agents = _keep_last(_encode_names), _keep_last(_encode_names)


@_keep_last
@lru_cache(maxsize=16)
def _encode_time(time: WorldTime | None) -> str:
    if time is None:
        return "null"
    return _encode(
        {
            "day": time.day,
            "clock": time.clock,
            "phase": time.phase,
            "season": time.season,
            "day_of_season": time.day_of_season,
            "weather": time.weather,
        }
    )


def decode_entry(line: bytes) -> ChronicleEntry:
    """Return the entry on a line. Raises `BadEntry`."""
    try:
        fields = json.loads(line)
        if fields["v"] != CHRONICLE_VERSION:
            raise BadEntry(f"v is {fields['v']!r}, allowed: {CHRONICLE_VERSION}")
        return ChronicleEntry(
            at=datetime.fromisoformat(fields["at"]),
            time=_decode_time(fields["world_time"]),
            room=str(fields["room"]),
            kind=str(fields["kind"]),
            text=str(fields["text"]),
            event=str(fields["event"]),
            actor=str(fields["actor"] or ""),
            actor_kind=fields["actor_kind"],
            people=tuple(map(str, fields["people"])),
            agents=tuple(map(str, fields["agents"])),
            lost=int(fields.get("lost", 0)),
            stopped=datetime.fromisoformat(fields["stopped"]) if fields.get("stopped") else None,
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise BadEntry(f"not a line of a chronicle: {error}") from error


def _decode_time(fields: Mapping[str, Any] | None) -> WorldTime | None:
    if fields is None:
        return None
    hour, _, minute = str(fields["clock"]).partition(":")
    return WorldTime(
        day=int(fields["day"]),
        hour=int(hour),
        minute=int(minute),
        phase=str(fields["phase"]),
        season=str(fields["season"]),
        weather=str(fields["weather"]),
        day_of_season=int(fields["day_of_season"]),
    )
