"""What the view Replay is answered: how busy the past was, a moment of it, and a stretch."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from server.boundaries import Account, Role
from server.chronicle.chronicle import Chronicle
from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.readers import ChronicleReader
from server.happening.world_clock import WorldClock
from server.web.allowance import ReadingAllowance
from server.web.boundaries import NotAnswered, Reply
from server.web.routing import Data, Route, RouteCall
from server.web.views.replay.export import ExportedStretch, build_file
from server.web.views.replay.minds import Thought, list_thoughts
from server.web.views.replay.past import Moment, Past, UnknownPlace, list_all
from server.web.views.replay.whereabouts import Whereabouts

MOST_PARTS = 400

LONGEST_THOUGHTS = timedelta(days=1)

POINTS_PER_SECOND, POINTS_AT_ONCE = 20.0, 400
"""What each may ask for, in points of about 10 ms of reading: as much as a chronicle with a line a
second takes, played at 1,000×, twice over."""

SPAN, DENSITY, MOMENT, EVENTS, THOUGHTS, FILE = 1, 6, 5, 4, 20, 20
"""The points of one answer each; of a file there are more for each MB of lines."""

MB = 1_000_000

MOST_EXPORTED = 20_000
MOST_EXPORTED_CHARACTERS = 20_000_000
"""Events in one file, and characters of their texts."""

MOST_EXPORTED_MB = 64
"""Of the chronicle's lines that are read for one file, whoever may see however few of them."""

T = TypeVar("T")


class ReplayRoutes:
    """Answers from the chronicle and the archives; `list_rooms` returns the map as it is now."""

    def __init__(
        self,
        chronicle: Chronicle,
        vault: Path,
        list_rooms: Callable[[], Sequence[Data]],
        world_clock: WorldClock,
        seconds: Callable[[], float],
    ) -> None:
        self._chronicle, self._vault, self._list_rooms = chronicle, vault, list_rooms
        self._world_clock = world_clock
        self._past = Past(chronicle.folder)
        self._one_reader = asyncio.Semaphore(1)
        self._allowance = ReadingAllowance(POINTS_PER_SECOND, POINTS_AT_ONCE, seconds)

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        return (
            Route("/replay/span", self._show_span),
            Route("/replay/density", self._show_density),
            Route("/replay/moment", self._show_moment),
            Route("/replay/events", self._list_events),
            Route("/replay/thoughts", self._list_thoughts, Role.ADMINISTRATOR),
            Route("/replay/file", self._export),
        )

    async def _show_span(self, asked: RouteCall) -> Data:
        self._allowance.spend(asked, SPAN)
        span = await self._read(self._past.find_span)
        first, last = span or (None, None)
        return {
            "first": format_time(first) if first else None,
            "last": format_time(last) if last else None,
        }

    async def _show_density(self, asked: RouteCall) -> Data:
        begin, end = read_begin_and_end(asked)
        parts = max(1, asked.read_query("parts", 100, MOST_PARTS))
        self._allowance.spend(asked, DENSITY)

        def measure() -> Data:
            measured = self._past.measure(begin, end, parts)
            stood = self._past.find_standstills(begin, end, measured)
            kinds = self._past.count(begin, end, parts)
            return {
                "parts": measured,
                "stood": [{"from": format_time(one), "to": format_time(to)} for one, to in stood],
                **({} if kinds is None else {"kinds": kinds}),
            }

        told = await self._read(measure)
        return {"from": format_time(begin), "to": format_time(end), **told}

    async def _show_moment(self, asked: RouteCall) -> Data:
        at, reader = read_time_of(asked, "at"), find_reader(asked.account)
        self._allowance.spend(asked, MOMENT)
        moment = await self._read(lambda: self._past.find_moment(reader, at))
        return {
            "at": format_time(at),
            **describe_past_moment(moment, self._list_rooms()),
            "clock": self._describe_clock(at),
        }

    def _describe_clock(self, at: datetime) -> Data:
        """Return the world's minutes since midnight at a moment, and how long its days are."""
        time = self._world_clock.tell_at(at)
        return {
            "at": format_time(at),
            "minutes": time.hour * 60 + time.minute,
            "day_length": self._world_clock.calendar.day_length,
        }

    async def _list_events(self, asked: RouteCall) -> Data:
        query, reader = asked.call.query, find_reader(asked.account)
        begin = query.get("after") or read_time_of(asked, "from")
        end = read_time_of(asked, "to") if "to" in query else None
        self._allowance.spend(asked, EVENTS)
        try:
            stretch = await self._read(lambda: self._past.read(reader, begin, end))
        except UnknownPlace as error:
            raise NotAnswered(400, str(error)) from error
        events = list(map(describe_entry, stretch.events))
        return {"events": events, "next": stretch.next, "later": stretch.later}

    async def _list_thoughts(self, asked: RouteCall) -> Data:
        begin, end = read_begin_and_end(asked)
        if end - begin > LONGEST_THOUGHTS:
            raise NotAnswered(400, "from and to are more than a day apart.")
        self._allowance.spend(asked, THOUGHTS)
        thoughts = await self._read(lambda: list_thoughts(self._vault, begin, end))
        return {"events": list(map(describe_thought, thoughts))}

    async def _export(self, asked: RouteCall) -> Reply:
        begin, end = read_begin_and_end(asked)
        size = (await self._read(lambda: self._past.measure(begin, end, 1)))[0] / MB
        if size > MOST_EXPORTED_MB:
            raise NotAnswered(
                400,
                f"{size:.0f} MB of the chronicle lie between from and to, and {MOST_EXPORTED_MB} MB"
                " are allowed: take a shorter stretch.",
            )
        self._allowance.spend(asked, FILE * (1 + size))
        reader, rooms = find_reader(asked.account), self._list_rooms()
        body = await self._read(lambda: self._build(reader, begin, end, rooms))
        name = f"tarn-{begin:%Y-%m-%d-%H%M}.html"
        kind = "text/html; charset=utf-8"
        return Reply(200, body, kind, {"content-disposition": f'attachment; filename="{name}"'})

    def _build(
        self, reader: ChronicleReader, begin: datetime, end: datetime, rooms: Sequence[Data]
    ) -> bytes:
        events: list[ChronicleEntry] = []
        size = 0
        for entry in list_all(self._past, reader, begin, end):
            events.append(entry)
            size += len(entry.text)
            if len(events) > MOST_EXPORTED or size > MOST_EXPORTED_CHARACTERS:
                raise NotAnswered(
                    400, f"More than {MOST_EXPORTED} things happened then: take a shorter stretch."
                )
        return build_file(
            ExportedStretch(
                format_time(begin),
                format_time(end),
                {
                    **describe_past_moment(self._past.find_moment(reader, begin), rooms),
                    "clock": self._describe_clock(begin),
                },
                list(map(describe_entry, events)),
            ),
            nonce=secrets.token_urlsafe(16),
        )

    async def _read(self, work: Callable[[], T]) -> T:
        """Read in a thread what has been written, with the last second's lines; one at a time."""
        await self._chronicle.writer.flush()
        try:
            async with self._one_reader:
                return await asyncio.to_thread(work)
        except OSError as error:
            raise NotAnswered(503, f"The past cannot be read: {error.strerror}.") from error


def find_reader(account: Account) -> ChronicleReader:
    """Return what an account may read of the chronicle, as by ``@narrative``.

    A guest reads of nobody's visit: its name at the page is no character's.
    """
    return ChronicleReader(account.name, account.role.includes(Role.ADMINISTRATOR))


def read_time_of(asked: RouteCall, name: str) -> datetime:
    """Return a time of the query. Raises `NotAnswered`."""
    text = asked.call.query.get(name, "")
    try:
        time = datetime.fromisoformat(text)
        time = time.replace(tzinfo=UTC) if time.tzinfo is None else time
        return time.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise NotAnswered(
            400, f"{name}: {text[:40]!r} is no time like 2026-11-22T08:30:00Z."
        ) from error


def read_begin_and_end(asked: RouteCall) -> tuple[datetime, datetime]:
    """Return the times ``from`` and ``to`` of the query. Raises `NotAnswered`."""
    begin, end = read_time_of(asked, "from"), read_time_of(asked, "to")
    if begin >= end:
        raise NotAnswered(400, "from has to be before to.")
    return begin, end


def format_time(time: datetime) -> str:
    """Return a time as pages and programs are told it."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def describe_past_moment(moment: Moment, rooms: Sequence[Data]) -> Data:
    """Return a moment as data."""
    return {
        "rooms": list(rooms),
        "people": list(map(_describe_whereabouts, moment.people)),
        "events": list(map(describe_entry, moment.events)),
    }


def _describe_whereabouts(each: Whereabouts) -> Data:
    return {
        "name": each.name,
        "kind": each.kind,
        "room": each.room,
        "seen": format_time(each.seen),
        "came": each.came,
    }


def describe_entry(entry: ChronicleEntry) -> Data:
    """Return an event as data."""
    return {
        "at": format_time(entry.at),
        "room": entry.room,
        "actor": entry.actor,
        "by": entry.actor_kind or "",
        "kind": str(entry.kind),
        "event": entry.event,
        "text": entry.text,
        "people": list(entry.people),
        "agents": list(entry.agents),
        "lost": entry.lost,
        **({"stopped": format_time(entry.stopped)} if entry.stopped else {}),
    }


def describe_thought(thought: Thought) -> Data:
    """Return what an agent thought as data, like an event that nobody saw."""
    at, name, memory = thought
    return {
        "at": format_time(at),
        "room": memory.place,
        "actor": name,
        "by": "agent",
        "kind": str(memory.nature),
        "event": memory.event,
        "text": memory.text,
        "people": [],
        "agents": [],
        "lost": 0,
    }
