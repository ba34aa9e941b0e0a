"""An index of one journal's file: where each record is, and on which pages its facts belong.

With it a page is written from its own facts; the rest of a long life need not be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from agents.memory.core.facts import Fact
from agents.memory.core.records import JournalEntry, JournalNote, JournalRecord, Span
from agents.memory.journal.people import list_people
from world.names import key_of


class _Covering(Protocol):
    @property
    def covers(self) -> Span: ...


Covering = TypeVar("Covering", bound=_Covering)


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record with facts is in the file."""

    start: int
    stop: int
    """The bytes of its line."""
    covers: Span
    by: str
    """Who made the note; empty for an entry."""
    pages: frozenset[str]
    """The days and the keys of the people that its facts belong to."""


@dataclass(slots=True)
class EntryIndex:
    """The places of a file's records, in its order."""

    size: int = 0
    """Bytes of the file so far."""
    _entries: list[RecordPlace] = field(default_factory=list)
    _notes: dict[tuple[str, Span], RecordPlace] = field(default_factory=dict)
    _last: int = 0
    """The last memory whose facts were extracted."""

    def add(self, record: JournalRecord, length: int) -> None:
        """Take in the record of the next `length` bytes."""
        start, self.size = self.size, self.size + length
        if isinstance(record, JournalEntry):
            self._entries.append(self._place(record, start, "", record.facts))
            self._last = max(self._last, record.covers[1])
        elif isinstance(record, JournalNote):
            self._notes[record.by, record.covers] = self._place(
                record, start, record.by, [record.fact]
            )

    def _place(
        self, record: JournalEntry | JournalNote, start: int, by: str, facts: Sequence[Fact]
    ) -> RecordPlace:
        return RecordPlace(start, self.size, record.covers, by, list_page_keys(facts))

    def is_addition(self, record: JournalRecord) -> bool:
        """Return whether `record` follows all others and takes no other's place."""
        if isinstance(record, JournalEntry):
            return self._last == record.covers[0] - 1
        return isinstance(record, JournalNote) and (record.by, record.covers) not in self._notes

    def list_pages(self) -> frozenset[str]:
        """Return the days and the keys of the people that any fact belongs to."""
        return frozenset().union(*(e.pages for e in (*self._entries, *self._notes.values())))

    def list_standing(self) -> list[RecordPlace]:
        """Return the places of the entries that stand, by their spans."""
        return find_standing(self._entries)

    def find(self, pages: Collection[str]) -> list[RecordPlace]:
        """Return the records that stand and have facts for one of `pages`, in their order."""
        standing = [*find_standing(self._entries), *self._notes.values()]
        found = (each for each in standing if not each.pages.isdisjoint(pages))
        return sorted(found, key=lambda each: each.start)


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
