"""What the chronicle says of the past, for somebody who may read some of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice, pairwise, takewhile
from pathlib import Path

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.chronicle.entry import MARKS, BadEntry, ChronicleEntry, decode_entry
from server.chronicle.files import list_chronicle
from server.chronicle.narrative.readers import ChronicleReader
from server.chronicle.timeline import Timeline, TimelinePlace
from server.web.views.replay.density import MOST_COUNTED, Standstill, count_kinds, find_standstills
from server.web.views.replay.whereabouts import Whereabouts, find_whereabouts
from world.nature import Nature

MOST_LINES = 4000
"""Lines that are read for one answer."""

MOST_EVENTS = 400
MOST_CHARACTERS = 1_000_000
"""Events of one answer, and characters of their texts: a file that people edit has long lines."""

MOST_BEFORE = 60
"""Events from before a moment that are shown with it."""

LOOK_BACK = timedelta(hours=12)
MOST_LINES_BACK = 5000
"""So far it is looked back for who was where; who was seen in none of it is not found."""

_PLACE = late_pattern(r"(\d{4}-\d\d-\d\d(?:-\d+)?\.jsonl)@(\d{1,15})")


@late_dataclass(frozen=True, slots=True)
class PastStretch:
    """Events in order, and where to go on: `next`, or `later` once everything has been read."""

    events: list[ChronicleEntry]
    next: str = ""
    later: str = ""
    """Where that begins which has not happened yet; empty: the end was not reached."""


@late_dataclass(frozen=True, slots=True)
class Moment:
    """Who was where at a moment, and the last events before it."""

    people: list[Whereabouts]
    events: list[ChronicleEntry]


class UnknownPlace(ValueError):
    """What is said to be a place in the chronicle is none."""


@late_dataclass(frozen=True, slots=True)
class Past:
    """The chronicle in a folder. Methods block, and raise `OSError`."""

    folder: Path

    def find_span(self) -> tuple[datetime, datetime] | None:
        """Return when the first and the last line were written; None: there is none."""
        return self._open().find_span()

    def measure(self, begin: datetime, end: datetime, parts: int) -> list[int]:
        """Return how much happened in each of so many equal parts of a time, in bytes of lines."""
        step = (end - begin) / parts
        places = self._open().measure([begin + step * part for part in range(parts + 1)])
        return [max(0, after - before) for before, after in pairwise(places)]

    def count(self, begin: datetime, end: datetime, parts: int) -> dict[str, list[int]] | None:
        """Return how many lines of each kind there are in each part; None: they are too many."""
        if self.measure(begin, end, 1)[0] > MOST_COUNTED:
            return None
        return count_kinds(self._open(), begin, end, parts)

    def find_standstills(
        self, begin: datetime, end: datetime, measured: Sequence[int]
    ) -> list[Standstill]:
        """Return when the server did not run, of a time that was measured in parts."""
        return find_standstills(self._open(), begin, end, measured)

    def read(
        self, reader: ChronicleReader, begin: datetime | str, end: datetime | None
    ) -> PastStretch:
        """Return what happened from a moment, or from the place where a stretch ended.

        Raises `UnknownPlace`.
        """
        timeline = self._open()
        start = timeline.find(begin) if isinstance(begin, datetime) else self._go_to(begin)
        events: list[ChronicleEntry] = []
        size, place = 0, start
        for lines, (place, line) in enumerate(timeline.read_forwards(start), 1):
            entry = _decode(line)
            if entry is not None and end is not None and entry.at > end:
                return PastStretch(events)
            shown = show_entry(entry, reader) if entry is not None else None
            if shown is not None:
                events.append(shown)
                size += len(shown.text)
            full = len(events) >= MOST_EVENTS or size >= MOST_CHARACTERS
            if lines >= MOST_LINES or full:
                return PastStretch(events, next=_name(timeline, place))
        return PastStretch(events, later=_name(timeline, place))

    def find_moment(self, reader: ChronicleReader, at: datetime) -> Moment:
        """Return who was where, and what had happened last."""
        timeline = self._open()
        back = filter(None, map(_decode, timeline.read_backwards(timeline.find(at))))
        oldest = at - LOOK_BACK
        entries = list(takewhile(lambda entry: entry.at >= oldest, islice(back, MOST_LINES_BACK)))
        told = (each for each in entries if each.text or each.stopped)
        readable = (each for each in told if reader.may_read(each))
        return Moment(find_whereabouts(entries, reader), list(islice(readable, MOST_BEFORE))[::-1])

    def _open(self) -> Timeline:
        return Timeline([page.path for page in list_chronicle(self.folder)])

    def _go_to(self, place: str) -> TimelinePlace:
        found = _PLACE.fullmatch(place)
        names = [page.path.name for page in list_chronicle(self.folder)]
        if found is None or found[1] not in names:
            raise UnknownPlace(f"after: {place[:60]!r} is no place in the chronicle.")
        return TimelinePlace(names.index(found[1]), int(found[2]))


def _name(timeline: Timeline, place: TimelinePlace) -> str:
    """Return a place as pages and programs have it; empty: there is no chronicle."""
    return f"{timeline.paths[place.file].name}@{place.offset}" if timeline.paths else ""


def show_entry(entry: ChronicleEntry, reader: ChronicleReader) -> ChronicleEntry | None:
    """Return an entry as somebody may see it; None: not at all.

    Where agents go is for everybody, and of what else nobody is shown it is not told.
    """
    if entry.kind in MARKS or reader.may_read(entry):
        return entry
    if entry.kind == Nature.MOVEMENT and entry.actor_kind == "agent":
        return replace(entry, text="", people=(), agents=(entry.actor,))
    return None


def _decode(line: bytes) -> ChronicleEntry | None:
    try:
        return decode_entry(line)
    except BadEntry:  # a line that is being written, or a person's own
        return None


def list_all(
    past: Past, reader: ChronicleReader, begin: datetime, end: datetime
) -> Iterator[ChronicleEntry]:
    """Yield all that happened in a stretch. Raises `OSError`."""
    stretch = past.read(reader, begin, end)
    yield from stretch.events
    while stretch.next:
        stretch = past.read(reader, stretch.next, end)
        yield from stretch.events
