"""Bring a recall index up to date with its archive, in a worker thread."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.language.normalize import clean_unicode
from agents.memory.recall import database, schema
from agents.memory.recall.database import IndexOutdatedError
from agents.memory.recall.reindex import Iterate
from agents.memory.recall.schema import Searchable
from late.late_dataclass import late_dataclass

#: Memories per transaction when the archive is read.
READ_BATCH = 500


@late_dataclass(slots=True)
class IndexWriter:
    """Writes one index. `update_index` runs in a thread, one call at a time."""

    path: Path
    searchable: Searchable
    iterate: Iterate | None = None
    suspect: bool = False
    """Whether the file was found to be broken."""
    behind: bool = True
    """Whether the archive may have memories that neither the index nor the queue has."""
    closing: bool = False
    """Whether to stop after the batch under way."""

    def update_index(
        self, rows: Sequence[Experience], importance: Mapping[int, int], check: bool
    ) -> int:
        """Index `rows` and return the last number indexed; rebuild a bad index on the way."""
        try:
            if not self.suspect:
                return self._write_rows(rows, importance, check)
        except IndexOutdatedError:
            pass
        except sqlite3.Error as error:
            if not database.is_broken(error):
                raise
        database.remove_index(self.path)
        self.suspect, self.behind = False, True
        return self._write_rows(rows, importance, check=False)

    def _write_rows(
        self, rows: Sequence[Experience], importance: Mapping[int, int], check: bool
    ) -> int:
        with database.open_for_writing(self.path) as connection:
            last = self._add_rows(connection, rows, check)
            if importance:
                schema.set_importance(connection, importance)
            return last

    def _add_rows(
        self, connection: sqlite3.Connection, rows: Sequence[Experience], check: bool
    ) -> int:
        last, text = schema.read_newest(connection)
        if check and last and not self._archive_has(last, text):
            raise IndexOutdatedError("it tells of another archive")
        if check or self.behind or not last:
            last = self._read_archive(connection, last)
        fresh = [row for row in rows if row.seq > last]
        if self.behind or not fresh:
            return last
        schema.add_rows(connection, fresh, self.searchable)
        return fresh[-1].seq

    def _archive_has(self, seq: int, text: str) -> bool:
        for row in self._iterate_archive(seq - 1):
            return row.seq == seq and clean_unicode(row.text) == text
        return False

    def _read_archive(self, connection: sqlite3.Connection, last: int) -> int:
        self.behind = True
        rows = iter(self._iterate_archive(last))
        while batch := list(itertools.islice(rows, READ_BATCH)):
            schema.add_rows(connection, batch, self.searchable)
            last = batch[-1].seq
            if self.closing:
                return last
        self.behind = False
        return last

    def _iterate_archive(self, after: int) -> Iterable[Experience]:
        return self.iterate(after) if self.iterate is not None else ()
