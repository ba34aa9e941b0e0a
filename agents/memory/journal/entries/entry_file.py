"""The file of one journal's records: a copy of what the log has of them.

A life has too many to gather from the log each time.  The file is made again from the log if it is
missing, damaged, of another archive, or behind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import BinaryIO

from agents.memory.core.records import JOURNAL_RECORDS, JournalEntry, JournalRecord
from agents.memory.journal.entries.entry_index import EntryIndex
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, digest, encode
from agents.memory.log.ledger import Ledger
from agents.rests import rest
from late.late_dataclass import late_dataclass
from world.vault.markdown import write_atomically


class JournalRefused(OSError):
    """The log holds entries that this version cannot read: without them no page is written."""


@late_dataclass(slots=True)
class EntryFile:
    """Reads and appends to the file at `path`. One thread at a time may use it."""

    path: Path
    ledger: Ledger
    _in_step: bool = field(default=False, init=False)
    """Whether the file was found to have the log's newest record, or was made from the log."""
    _index: EntryIndex | None = field(default=None, init=False)
    """Of the file as `_stamp` tells it; None: it was not read since it changed."""
    _stamp: tuple[int, int, int] | None = field(default=None, init=False)
    _header: bytes = field(default=b"", init=False)
    """Of the indexed file."""

    def read(self, up_to: int) -> list[JournalRecord]:
        """Return the records in the order of the log, with those of memories 1 to `up_to`.

        Raises `JournalRefused` and `OSError`.
        """
        records = self.find(up_to)
        if records is None:
            records = self.gather()
            self.write(records)
        return records

    def find(self, up_to: int) -> list[JournalRecord] | None:
        """Return what `read` does; None if the file is no good.

        Pages may then be missing as well: they are written before the file.
        """
        records = self._read_file()
        if records is None or _find_end(records) < up_to or not self._check_newest(records):
            return None
        self._in_step = True
        return records

    def only_adds(self, new: Sequence[JournalRecord]) -> bool:
        """Return whether the file is as it was last read or written, and `new` follows what it
        has without taking any record's place."""
        if self._index is None or not self._in_step or self._stamp != self._read_stamp():
            return False
        return all(map(self._index.is_addition, new)) and self._header == self._render_header()

    def read_about(self, pages: Collection[str]) -> list[JournalRecord]:
        """Return the records that stand and have facts for `pages`, in their order.

        Call it after `only_adds` and `append` alone.  Raises `OSError`.
        """
        places = self._index.find(pages) if self._index else []
        with self.path.open("rb") as file:
            return [_decode_entry(_read_between(file, each.start, each.stop)) for each in places]

    def read_newest(self, up_to: int) -> Iterator[JournalEntry]:
        """Yield the entries that stand, the newest first; those of memories 1 to `up_to` are there.

        Raises `JournalRefused` and `OSError`.
        """
        if self._index is None or not self.only_adds(()):
            self.read(up_to)
        places = self._index.list_standing() if self._index else []
        with self.path.open("rb") as file:
            for each in reversed(places):
                record = _decode_entry(_read_between(file, each.start, each.stop))
                assert isinstance(record, JournalEntry)
                yield record

    def list_pages(self) -> frozenset[str] | None:
        """Return the days and the keys of the people that facts belong to; None if the file is not
        as it was last read or written."""
        return self._index.list_pages() if self._index and self.only_adds(()) else None

    def gather(self) -> list[JournalRecord]:
        """Return the records of the whole log. Raises `JournalRefused` and `OSError`."""
        return list(self._read_log())

    def write(self, records: Sequence[JournalRecord]) -> None:
        """Write the file anew with the log's records. Raises `OSError`."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        header, lines = self._render_header(), [*map(encode, records)]
        write_atomically(self.path, b"".join([header, *lines]).decode("utf-8"))
        self._index_lines(header, records, lines)
        self._in_step = True

    def remove(self) -> None:
        """Remove the file, so that it and the pages are made again, at the next start at last."""
        self._in_step, self._index = False, None
        self.path.unlink(missing_ok=True)

    def append(self, record: JournalRecord) -> None:
        """Add a record that the log has. Raises `OSError`."""
        self._in_step, line = False, encode(record)
        known = self._index is not None and self._stamp == self._read_stamp()
        with self.path.open("ab") as file:
            file.write(line)
        if known and self._index is not None:
            self._index.add(record, len(line))
            self._stamp = self._read_stamp()
        self._in_step = True

    def _index_lines(
        self, header: bytes, records: Sequence[JournalRecord], lines: Sequence[bytes]
    ) -> None:
        self._index, self._header = EntryIndex(len(header)), header
        for record, line in zip(records, lines, strict=True):
            self._index.add(record, len(line))
        self._stamp = self._read_stamp()

    def _read_stamp(self) -> tuple[int, int, int] | None:
        """Return what changes whenever anybody writes the file; None if there is none."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    def _check_newest(self, records: list[JournalRecord]) -> bool:
        """Return whether the file ends as the log does; the log's end is read once."""
        if self._in_step:
            return True
        newest = self.ledger.reader.find_last(*JOURNAL_RECORDS)
        try:
            return newest is None or _decode_entry(newest) in records[-1:]
        except (BadRecord, ArchiveRefused):
            return False

    def _read_file(self) -> list[JournalRecord] | None:
        """Return the file's records; None if it is missing, damaged, or of another archive."""
        try:
            about, *lines = self.path.read_bytes().splitlines(keepends=True)
            records = [_decode_entry(line) for line in lines]
        except (OSError, ValueError, BadRecord, ArchiveRefused):
            return None
        ahead = max((each.after for each in records), default=0) > self.ledger.view.last_seq
        if ahead or about != self._render_header():
            return None
        self._index_lines(about, records, lines)
        return records

    def _render_header(self) -> bytes:
        """Return the file's first line: it names the archive by the digest of the archive's first
        line."""
        first = next(self.ledger.reader.lines(), b"")
        return b'{"archive":"%s"}\n' % digest(first.decode("utf-8", "replace")).encode("ascii")

    def _read_log(self) -> Iterator[JournalRecord]:
        for line in self.ledger.reader.lines(*JOURNAL_RECORDS):
            try:
                yield _decode_entry(line)
            except BadRecord:
                continue  # the archive's own reader names it
            except ArchiveRefused as refused:
                raise JournalRefused(
                    f"the journal has an entry of a newer version ({refused}); its pages stay as"
                    " they are"
                ) from refused


def _read_between(file: BinaryIO, start: int, stop: int) -> bytes:
    file.seek(start)
    return file.read(stop - start)


def _find_end(records: list[JournalRecord]) -> int:
    """Return the last memory whose facts were extracted."""
    return max((each.covers[1] for each in records if isinstance(each, JournalEntry)), default=0)


def _decode_entry(line: bytes) -> JournalRecord:
    rest()  # of a long life thousands are read, beside the event loop
    record = decode(line)
    if not isinstance(record, JOURNAL_RECORDS):
        raise BadRecord("not a record of a journal")
    return record
