"""An index of one journal's file: where each record is, and on which pages its facts belong.

With it a page is written from its own facts; the rest of a long life need not be read.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field
from sys import maxsize
from typing import Protocol, TypeVar

from agents.memory.core.facts import Fact
from agents.memory.core.records import JournalEntry, JournalNote, JournalRecord, Span
from agents.memory.journal.people import list_people
from late.late_dataclass import late_dataclass
from world.names import key_of


class _Covering(Protocol):
    @property
    def covers(self) -> Span: ...


Covering = TypeVar("Covering", bound=_Covering)

_ENTRY = ""
"""The author of an entry, among those of notes."""


@late_dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record with facts is in the file."""

    start: int
    stop: int
    """The bytes of its line."""
    covers: Span


def _make_numbers() -> array[int]:
    return array("Q")


@late_dataclass(slots=True)
class EntryIndex:
    """The places of a file's records, in its order.

    A long life has tens of thousands: what they are is kept as numbers, about 60 bytes for each.
    """

    size: int = 0
    """Bytes of the file so far."""
    _starts: array[int] = field(default_factory=_make_numbers)
    _stops: array[int] = field(default_factory=_make_numbers)
    _firsts: array[int] = field(default_factory=_make_numbers)
    _lasts: array[int] = field(default_factory=_make_numbers)
    """The spans of the records."""
    _authors: array[int] = field(default_factory=lambda: array("B"))
    _author_numbers: dict[str, int] = field(default_factory=lambda: {_ENTRY: 0})
    _pages: array[int] = field(default_factory=lambda: array("I"))
    """The pages of all records, one record's after the other's."""
    _page_ends: array[int] = field(default_factory=lambda: array("Q", (0,)))
    _page_numbers: dict[str, int] = field(default_factory=dict[str, int])
    _newest: dict[str, int] = field(default_factory=dict[str, int])
    """The last memory of each author's records; of entries, that whose facts were extracted."""

    def add(self, record: JournalRecord, length: int) -> None:
        """Take in the record of the next `length` bytes."""
        start, self.size = self.size, self.size + length
        if isinstance(record, JournalEntry):
            self._add_place(start, record.covers, _ENTRY, record.facts)
        elif isinstance(record, JournalNote):
            self._add_place(start, record.covers, record.by, [record.fact])

    def _add_place(self, start: int, covers: Span, by: str, facts: Sequence[Fact]) -> None:
        self._starts.append(start)
        self._stops.append(self.size)
        self._firsts.append(covers[0])
        self._lasts.append(covers[1])
        self._authors.append(self._author_numbers.setdefault(by, len(self._author_numbers)))
        pages, numbers = list_page_keys(facts), self._page_numbers
        self._pages.extend(numbers.setdefault(each, len(numbers)) for each in pages)
        self._page_ends.append(len(self._pages))
        self._newest[by] = max(self._newest.get(by, 0), covers[1])

    def is_addition(self, record: JournalRecord) -> bool:
        """Return whether `record` follows all others and takes no other's place."""
        if isinstance(record, JournalEntry):
            return self._newest.get(_ENTRY, 0) == record.covers[0] - 1
        return isinstance(record, JournalNote) and not self._has_note(record.by, record.covers)

    def _has_note(self, by: str, covers: Span) -> bool:
        if covers[0] > self._newest.get(by, 0):  # nearly always: notes follow each other
            return False
        return (self._author_numbers.get(by, -1), *covers) in self._number_notes()

    def list_pages(self) -> frozenset[str]:
        """Return the days and the keys of the people that any fact belongs to."""
        return frozenset(self._page_numbers)

    def list_standing(self) -> list[RecordPlace]:
        """Return the places of the entries that stand, by their spans."""
        return [self._read(n) for n in self._number_standing()]

    def find(self, pages: Collection[str]) -> list[RecordPlace]:
        """Return the records that stand and have facts for one of `pages`, in their order."""
        wanted = {self._page_numbers[each] for each in pages if each in self._page_numbers}
        if not wanted:
            return []
        standing = sorted([*self._number_standing(), *self._number_notes().values()])
        return [self._read(n) for n in standing if not wanted.isdisjoint(self._list_pages_of(n))]

    def _list_pages_of(self, number: int) -> Sequence[int]:
        return self._pages[self._page_ends[number] : self._page_ends[number + 1]]

    def _number_standing(self) -> list[int]:
        """Return the entries that `find_standing` would, as numbers: objects would be many."""
        found, begun = list[int](), maxsize
        for n in range(len(self._starts) - 1, -1, -1):
            if not self._authors[n] and self._lasts[n] < begun:
                found.append(n)
                begun = self._firsts[n]
        return found[::-1]

    def _number_notes(self) -> dict[tuple[int, int, int], int]:
        """Return the notes by author and span; of one author's for one span the last."""
        rows = zip(self._authors, self._firsts, self._lasts, strict=True)
        return {row: n for n, row in enumerate(rows) if row[0]}

    def _read(self, number: int) -> RecordPlace:
        covers = self._firsts[number], self._lasts[number]
        return RecordPlace(self._starts[number], self._stops[number], covers)


def list_page_keys(facts: Iterable[Fact]) -> frozenset[str]:
    """Return the days of `facts` (``YYYY-MM-DD``) and the keys of the people they are about."""
    facts = list(facts)
    days = (each.at.date().isoformat() for each in facts)
    return frozenset((*days, *map(key_of, list_people(facts))))


def find_standing(entries: Sequence[Covering]) -> list[Covering]:
    """Return the entries of a log that stand, by their spans.

    A later entry replaces every earlier one that covers any of its memories: it was scored again,
    or made again after a failure.
    """
    found: list[Covering] = []
    for entry in reversed(entries):
        if not found or entry.covers[1] < found[-1].covers[0]:
            found.append(entry)
    return found[::-1]
