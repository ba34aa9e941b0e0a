"""The numbered records that pages are sent: what happens, and who is where.

A page that was away asks for those after the last number it has.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from functools import cached_property
from typing import Any

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from server.chronicle.narrative.readers import ChronicleReader
from server.chronicle.recorder import Attendance, is_public
from world.boundaries import Event
from world.model import Character, Room
from world.nature import Nature
from world.presence import viewpoint
from world.realm import Realm

MOST_RECORDS = 5000
MOST_CHARACTERS = 2_000_000
"""Of the records that are kept for pages that were away."""

MOST_CARRIED = 1000
"""Of them, those that an upgrade hands over."""

SETTLE_SECONDS = 0.05
"""After an event it is looked who is where; a crowd that comes in is looked at once."""

Data = Mapping[str, Any]


def encode_json(data: Data | None) -> str:
    """Return a message as JSON; half a letter, which has no place in UTF-8, becomes ``?``."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


@late_dataclass(frozen=True)
class StreamRecord:
    """One record. `event` is set where only some may see it: not public."""

    seq: int
    data: Data
    event: Event | None = None
    with_agent: bool = False
    """Of a private event: whether an agent speaks or hears."""
    people: Sequence[str] = ()
    """The people before whom a public event happened."""
    size: int = field(default=0, compare=False)

    @cached_property
    def encoded(self) -> str:
        """The record as everybody may see it, as JSON."""
        return encode_json(self.data)


NOBODY = ChronicleReader("")
"""Somebody who has never been in the world."""


@late_dataclass(frozen=True, slots=True)
class Onlooker:
    """For whom records are: their character, if they have one, and whether they may @watch."""

    character: int | None = None
    watches_minds: bool = False
    reader: ChronicleReader = NOBODY
    """What they may read of the past."""
    since: int = 0
    """The number of the newest record when they came: that one and those before are the past."""


def show_record(record: StreamRecord, onlooker: Onlooker) -> str | None:
    """Return a record as JSON for somebody; None: it is not for them."""
    event = record.event
    if event is None:
        is_live = record.seq > onlooker.since
        return record.encoded if is_live or onlooker.reader.may_read_of(record.people) else None
    text = ""
    if onlooker.character is not None:
        text = viewpoint(event, onlooker.character)
    if not text and onlooker.watches_minds and record.with_agent:
        text = event.overseen or next(iter(event.told.values()), event.others)
    return encode_json({**record.data, "text": text}) if text else None


def _find_begin(records: Sequence[StreamRecord]) -> str | None:
    """Return when the first of some events happened; None: there is none."""
    return next((each.data["at"] for each in records if each.data["type"] == "event"), None)


def _pack(record: StreamRecord) -> dict[str, Any]:
    """Return a record as plain data."""
    event = record.event
    seen = None
    if event is not None:
        told = list(event.told.items())
        seen = [event.actor, event.own, event.others, event.only_told, told, event.overseen]
    return {
        "seq": record.seq,
        "data": record.data,
        "seen": seen,
        "with_agent": record.with_agent,
        "people": list(record.people),
        "size": record.size,
    }


def _unpack(packed: Mapping[str, Any]) -> StreamRecord:
    event = None
    if packed["seen"] is not None:
        # A version before this one handed no overseen text over.
        actor, own, others, only_told, told, *overseen = packed["seen"]
        event = Event(
            packed["data"]["event"], actor, packed["data"]["place"], others, own,
            dict(told), only_told=only_told, overseen="".join(overseen),
        )  # fmt: skip
    people = tuple(packed.get("people", ()))  # a version before this one handed none over
    return StreamRecord(
        packed["seq"], packed["data"], event, packed["with_agent"], people, packed["size"]
    )


class PageStream:
    """Makes records of the world's events and keeps the newest; see `watch`."""

    def __init__(
        self,
        realm: Realm,
        clock: Clock,
        carried: Mapping[str, Any] | None = None,
        began: datetime | None = None,
    ) -> None:
        """`carried` is what `hand_over` of the program before this one returned.

        `began` is from when on what happens becomes a record; None: from now on.
        """
        self.name = f"{clock.now():%Y%m%d%H%M%S%f}"
        """Numbers of another stream, from before a restart, mean nothing in this one."""
        self._realm = realm
        self._attendance = Attendance(realm)
        self._clock = clock
        self._records: deque[StreamRecord] = deque()
        self._characters = 0
        self._listeners: set[Callable[[], None]] = set()
        self._began = began or clock.now()
        self._until: datetime | None = None
        """Until when the records of the program before this one tell what happened."""
        self._is_whole = True
        """Whether no record has been forgotten."""
        self._settling = False
        self._settled_at = -1
        self.people: dict[int, Data] = {}
        """Who is awake, by the character's id, as pages were last told."""
        self.seq = 0
        """The number of the newest record; 0: there is none."""
        if carried:
            self._resume(carried)
        self._look_around()

    # --- an upgrade ---------------------------------------------------------------------

    def hand_over(self) -> dict[str, Any]:
        """Return name, number and newest records, with which the program to come goes on."""
        newest = list(self._records)[-MOST_CARRIED:]
        now = self._clock.now().isoformat()
        is_whole = self._is_whole and len(newest) == len(self._records)
        return {
            "began": self._began.isoformat() if is_whole else _find_begin(newest) or now,
            "until": now,
            "name": self.name,
            "seq": self.seq,
            "records": [_pack(each) for each in newest],
        }

    def _resume(self, carried: Mapping[str, Any]) -> None:
        self.name = carried["name"]
        for each in carried["records"]:
            self._keep(_unpack(each))
        self.seq = carried["seq"]
        if "until" in carried:  # a version before this one handed none over
            self._began = datetime.fromisoformat(carried["began"])
            self._until = datetime.fromisoformat(carried["until"])

    # --- reading ------------------------------------------------------------------------

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` from now on whenever there are new records."""
        self._listeners.add(listener)

    def leave(self, listener: Callable[[], None]) -> None:
        """Call it no more."""
        self._listeners.discard(listener)

    @property
    def is_watched(self) -> bool:
        """Whether any page is open."""
        return bool(self._listeners)

    def list_after(self, seq: int) -> Sequence[StreamRecord] | None:
        """Return the records after a number; None: some of them are not kept any more."""
        first = self._records[0].seq if self._records else self.seq + 1
        if not first - 1 <= seq <= self.seq:
            return None
        return [record for record in self._records if record.seq > seq]

    def list_kept(self) -> Sequence[StreamRecord]:
        """Return every record that is kept."""
        return tuple(self._records)

    def covers(self, at: datetime) -> bool:
        """Whether what happened then is a record of the program before this one."""
        return self._until is not None and self._began <= at < self._until

    def is_later(self, at: datetime) -> bool:
        """Whether something happened after all records of the program before this one."""
        return self._until is not None and at >= self._until

    # --- writing ------------------------------------------------------------------------

    def notice(self, events: Sequence[Event], at: datetime | None = None) -> None:
        """Make records of those events that anybody may see or that were said to somebody.

        `at` is when they happened; None: now.
        """
        before, at = self.seq, at or self._clock.now()
        for event in events:
            public = is_public(event)
            if public or (event.nature is not None and event.nature.is_private):
                self._note(event, public, at)
        if not self._settling:
            self._settling = True
            self._clock.call_later(SETTLE_SECONDS, self._settle)
        if self.seq > before:
            self._tell()

    def add(
        self,
        data: Data,
        event: Event | None = None,
        *,
        with_agent: bool = False,
        people: Sequence[str] = (),
    ) -> None:
        """Keep a record with the next number; pages are told by `notice` or the next one."""
        self.seq += 1
        size = sum(len(value) for value in data.values() if isinstance(value, str))
        numbered = {**data, "seq": self.seq}
        self._keep(StreamRecord(self.seq, numbered, event, with_agent, people, size))

    def _keep(self, record: StreamRecord) -> None:
        self._records.append(record)
        self._characters += record.size
        while len(self._records) > MOST_RECORDS or self._characters > MOST_CHARACTERS:
            self._characters -= self._records.popleft().size
            self._is_whole = False

    def announce(self, data: Data) -> None:
        """Keep a record and tell the pages."""
        self.add(data)
        self._tell()

    def _note(self, event: Event, public: bool, at: datetime) -> None:
        room, actor = self._realm.thing(event.place), self._realm.thing(event.actor or 0)
        if not isinstance(room, Room):
            return
        to = sorted(
            each.name for each in map(self._realm.thing, event.told) if isinstance(each, Character)
        )
        data = {
            "type": "event",
            "at": f"{at:%Y-%m-%dT%H:%M:%S}Z",
            "room": room.name,
            "place": room.id,
            "actor": actor.name if actor else "",
            "who": actor.id if actor else 0,
            "by": (self._realm.kind_of(actor.id) or "") if actor else "",
            "kind": str(event.nature or Nature.DEED),
            "event": event.kind,
            "text": event.others if public else "",
            "private": not public,
        }
        if public:
            self.add(data, people=self._attendance.list_names(room, actor)[0])
            return
        involved = [event.actor or 0, *event.told]
        with_agent = any(self._realm.kind_of(id) == "agent" for id in involved)
        self.add({**data, "to": to}, event, with_agent=with_agent)

    def _settle(self) -> None:
        self._settling = False
        changes = self._realm.presence.changes
        if changes == self._settled_at:
            return
        self._settled_at = changes
        before = self.people
        self._look_around()
        changed = [each for id, each in self.people.items() if before.get(id) != each]
        gone = [id for id in before if id not in self.people]
        if changed or gone:
            self.announce({"type": "presence", "people": changed, "gone": gone})

    def _look_around(self) -> None:
        realm = self._realm
        self.people = {
            each.id: {
                "id": each.id,
                "name": each.name,
                "kind": kind,
                "room": each.room.id,
                "mark": realm.presence.mark_of(each.id),
            }
            for each in realm.characters()
            if (kind := realm.kind_of(each.id)) is not None
        }

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()
