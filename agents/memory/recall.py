"""Recall: full-text search over one agent's whole archive, never in the way of a turn.

Memories are queued when they are recorded and indexed in batches by a worker thread,
which exists only while it has something to do.  A search sees the queue as well, so it
never misses what has only just happened.  The archive is the truth: an index that is
missing, damaged, of another version or of another archive is read from it afresh.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from agents.boundaries import TokenCounter
from agents.memory import recall_schema as schema
from agents.memory.recall_schema import Hit, IndexOutdatedError
from agents.memory.records import Experience

__all__ = ["Hit", "Iterate", "RecallIndex", "within_budget"]

_Found = TypeVar("_Found")

Iterate = Callable[[int], Iterable[Experience]]
"""Reads the archive from after a memory's number, in order; called in the worker thread."""

#: Memories that wait before a batch is worth a transaction.
BATCH = 64

#: Memories per transaction when the archive is read.
READ_BATCH = 500

#: Memories that wait at most: beyond it (a disk that cannot be written) the oldest are let
#: go of, and read from the archive when writing works again.
MAX_WAITING = 4096

_NUMBER = re.compile(r"#(\d{1,15})")


class RecallIndex:
    """One agent's recall. All methods are called on the event loop's thread."""

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        self._path = path
        self._warn = warn
        self._waiting: deque[Experience] = deque()
        self._iterate: Iterate | None = None
        self._task: asyncio.Task[None] | None = None
        self._unwritten = 0
        self._suspect = False
        self._behind = True
        self._closing = False

    @classmethod
    def open(cls, path: Path, *, warn: Callable[[str], None] | None = None) -> RecallIndex:
        """Recall over the index file at `path`; touches no disk until `catch_up`.

        `warn` hears, in a sentence, of everything that keeps the index from being written or
        read; without it, the log does.
        """
        return cls(path, warn or logging.getLogger(__name__).warning)

    # --- feeding ---------------------------------------------------------------------

    def feed(self, experiences: Iterable[Experience]) -> None:
        """Queue new memories, in order, and return at once; `search` sees them from now on.

        Memories that should not be found may be left out, if `catch_up`'s reader leaves the
        same ones out.
        """
        before = len(self._waiting)
        self._waiting.extend(experiences)
        self._unwritten += len(self._waiting) - before
        while len(self._waiting) > MAX_WAITING:
            self._waiting.popleft()
            self._behind = True
        if self._unwritten >= BATCH:
            self._start()

    async def catch_up(self, iterate: Iterate) -> None:
        """Index what the archive has beyond the index, in the thread; rebuild it if it is bad.

        To be called at start, as nothing is written before; again at will, to check.  Never
        raises for the state of the disk or the archive: that goes to `warn`.
        """
        self._iterate = iterate
        await self.idle()
        self._start(check=True)
        await self.idle()

    async def close(self) -> None:
        """Write what is queued and stop; a rebuild under way stops after its batch."""
        self._closing = True
        await self.idle()
        if self._waiting and self._iterate is not None and not self._behind:
            await self._drain(check=False)

    async def idle(self) -> None:
        """Return when nothing is being indexed."""
        while self._task is not None:
            await self._task

    def _start(self, *, check: bool = False) -> None:
        if self._task is None and self._iterate is not None and not self._closing:
            self._task = asyncio.get_running_loop().create_task(self._drain(check))

    async def _drain(self, check: bool) -> None:
        try:
            while await self._drain_batch(check):
                check = False
        except Exception as error:
            # Whatever failed, the archive has it all: say so, and try again a batch later.
            self._warn(f"The recall index {self._path} cannot be brought up to date: {error}")
        finally:
            self._task = None

    async def _drain_batch(self, check: bool) -> bool:
        # Counted before the attempt: a failed one is repeated a batch later, not at once.
        self._unwritten = 0
        last = await asyncio.to_thread(self._work, list(self._waiting), check)
        while self._waiting and self._waiting[0].seq <= last:
            self._waiting.popleft()
        return self._unwritten >= BATCH

    # --- in the worker thread --------------------------------------------------------

    def _work(self, rows: Sequence[Experience], check: bool) -> int:
        """Index `rows` and return the last number indexed; rebuild a bad index on the way."""
        try:
            if not self._suspect:
                return self._extend(rows, check)
        except IndexOutdatedError:
            pass
        except sqlite3.Error as error:
            if not schema.is_broken(error):
                raise
        schema.remove(self._path)
        self._suspect, self._behind = False, True
        return self._extend(rows, check=False)

    def _extend(self, rows: Sequence[Experience], check: bool) -> int:
        with schema.writing(self._path) as connection:
            last, text = schema.newest(connection)
            if check and last and not self._archive_has(last, text):
                raise IndexOutdatedError("it tells of another archive")
            if check or self._behind or not last:
                last = self._read_archive(connection, last)
            fresh = [row for row in rows if row.seq > last]
            if self._behind or not fresh:
                return last
            schema.add(connection, fresh)
            return fresh[-1].seq

    def _archive_has(self, seq: int, text: str) -> bool:
        for row in self._archive(seq - 1):
            return row.seq == seq and schema.plain(row.text) == text
        return False

    def _read_archive(self, connection: sqlite3.Connection, last: int) -> int:
        self._behind = True
        rows = iter(self._archive(last))
        while batch := list(itertools.islice(rows, READ_BATCH)):
            schema.add(connection, batch)
            last = batch[-1].seq
            if self._closing:
                return last
        self._behind = False
        return last

    def _archive(self, after: int) -> Iterable[Experience]:
        return self._iterate(after) if self._iterate is not None else ()

    # --- searching -------------------------------------------------------------------

    def search(
        self, words: str, *, token_budget: int, tokens: TokenCounter, limit: int = 10
    ) -> list[Hit]:
        """The memories that fit `words` best, each text once, within `token_budget`.

        Memories with every word come first, then those with some; within each, by BM25,
        newest first where they tie.  ``#1234`` opens that one memory.  Takes milliseconds;
        nothing in `words` is query syntax.  The budget counts each hit's `line`.
        """
        number = _NUMBER.fullmatch(words.strip())
        if number:
            opened = self.get(int(number[1]))
            hits = [opened] if opened else []
        else:
            hits = self._ranked(schema.query_terms(words), limit)
        return within_budget(hits, token_budget, tokens)

    def get(self, seq: int) -> Hit | None:
        """Memory number `seq`, or None if there is none."""
        for row in self._waiting:
            if row.seq == seq:
                return Hit(row.seq, row.at, row.place, row.text, 1.0)
        found = self._read(lambda connection: schema.one(connection, seq))
        return replace(found, score=1.0) if found else None

    def _ranked(self, terms: Sequence[str], limit: int) -> list[Hit]:
        if not terms or limit < 1:
            return []
        with schema.in_memory(self._waiting) as recent:
            queued = _tiers(recent, terms, limit)
        indexed = self._read(lambda connection: _tiers(connection, terms, limit)) or [[], []]
        hits: dict[str, Hit] = {}
        for bonus, lists in zip((1.0, 0.0), zip(queued, indexed, strict=True), strict=True):
            for hit in _fused(lists, bonus):
                hits.setdefault(hit.text, hit)
        return list(hits.values())[:limit]

    def _read(self, work: Callable[[sqlite3.Connection], _Found | None]) -> _Found | None:
        try:
            with schema.reading(self._path) as connection:
                return work(connection) if connection is not None else None
        except sqlite3.Error as error:
            if schema.is_broken(error):
                self._suspect = True
                self._start()
            self._warn(f"The recall index {self._path} cannot be read: {error}")
            return None


def within_budget(hits: Iterable[Hit], budget: int, tokens: TokenCounter) -> list[Hit]:
    """As many `hits` as `budget` tokens hold, best first; one too long makes room for the next.

    If not even the first fits, its text is cut so that it does, with an ellipsis.
    """
    kept: list[Hit] = []
    left = budget
    for hit in hits:
        cost = tokens.count(hit.line())
        if cost <= left:
            kept.append(hit)
            left -= cost
        elif not kept and (cut := _cut(hit, left, tokens)):
            return [cut]
    return kept


def _cut(hit: Hit, budget: int, tokens: TokenCounter) -> Hit | None:
    text = hit.text
    while len(text) > 1:
        text = text[: len(text) // 2]
        short = replace(hit, text=text.rstrip() + "…")
        if tokens.count(short.line()) <= budget:
            return short
    return None


def _tiers(connection: sqlite3.Connection, terms: Sequence[str], limit: int) -> list[list[Hit]]:
    """Matches of every term, then of some terms (not looked for if the first suffice)."""
    every = schema.find(connection, schema.every(terms), limit)
    if len(terms) == 1 or len(every) >= limit:
        return [every, []]
    return [every, schema.find(connection, schema.some(connection, terms), 2 * limit)]


def _fused(lists: Iterable[Sequence[Hit]], bonus: float) -> list[Hit]:
    """Merge ranked lists by reciprocal rank, newest first where they tie.

    BM25 values of two indexes cannot be compared; ranks can.
    """
    scored = [
        replace(hit, score=bonus + 1 / (1 + rank))
        for hits in lists
        for rank, hit in enumerate(hits)
    ]
    return sorted(scored, key=lambda hit: (-hit.score, -hit.seq))
