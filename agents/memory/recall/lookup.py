"""Look into an index and what waits to be indexed; the loop's thread or a worker may do it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import field
from pathlib import Path
from typing import TypeAlias, TypeVar

from agents.memory.core.records import Experience, Span
from agents.memory.recall import database, ranking, schema
from agents.memory.recall.hits import Hit
from agents.memory.recall.query import leave_out_names, parse_question
from agents.memory.recall.schema import Row, Searchable
from agents.memory.recall.sources import Sources
from late.late_dataclass import late_dataclass

_Found = TypeVar("_Found")

Asked: TypeAlias = tuple[str, int, Span]
"""What a search asks for: words, how many memories at most, and the span."""

#: So many memories at most may have come since a search was prepared.  Where hundreds talk, many
#: come meanwhile, and that is when nobody can wait for a search in the loop.
MISSED = 256


@late_dataclass(slots=True)
class PreparedHits:
    """Keeps what the last prepared search found, for the one search that asks the same."""

    _asked: Asked | None = None
    _fed: int = 0
    _hits: list[Hit] = field(default_factory=list)

    def put(self, asked: Asked, fed: int, hits: list[Hit]) -> None:
        """Keep `hits`, found when so many memories had been fed since the start."""
        self._asked, self._fed, self._hits = asked, fed, hits

    def take(self, asked: Asked, fed: int) -> list[Hit] | None:
        """Return and forget what was found; None if it was not asked or is too old."""
        if asked != self._asked:
            return None
        self._asked = None
        return self._hits if fed - self._fed <= MISSED else None


def look_into(
    index: sqlite3.Connection | None,
    waiting: Sequence[Experience],
    searchable: Searchable,
    span: Span,
    rank: Callable[[Sources], _Found],
) -> _Found:
    """Return what `rank` makes of the index and of what waits to be indexed."""
    last = schema.read_newest(index)[0] if index else 0
    fresh = [row for row in waiting if row.seq > last]
    with ExitStack() as stack:
        connections = [index] if index else []
        if fresh:
            queue = schema.open_in_memory(fresh, searchable)
            connections.append(stack.enter_context(queue))
        return rank(Sources(connections, fresh[-1].seq if fresh else last, span))


def search_file(
    path: Path,
    waiting: Sequence[Experience],
    searchable: Searchable,
    words: str,
    limit: int,
    span: Span,
    measure: Callable[[Span], dict[int, float]] | None,
) -> list[Hit]:
    """Return the best memories in the index at `path` and among those that wait.

    `measure` tells how near memories are to the question in meaning.  Raises `sqlite3.Error`,
    and what `measure` raises.
    """
    question = parse_question(words)
    near = measure(span) if measure else {}
    with database.open_for_reading(path) as index:
        return look_into(
            index, waiting, searchable, span,
            lambda sources: ranking.rank_hits(sources, question, limit, nearness=near),
        )  # fmt: skip


def phrase_meaning(sources: Sources, words: str) -> str:
    """Return the part of a question that is compared by meaning."""
    return leave_out_names(words, sources.find_people(parse_question(words).words))


def make_hit(row: Row | Experience) -> Hit:
    """Return a memory as a hit that was not ranked."""
    return Hit(row.seq, row.at, row.place, row.text, 1.0, row.speaker)


def read_talk_end(index: sqlite3.Connection, key: str, limit: int) -> tuple[int, int, list[Row]]:
    """Return the last memory's number, how much talk with a partner there is, and its end."""
    return schema.read_newest(index)[0], *schema.read_talk(index, key, limit)


def read_end(index: sqlite3.Connection, count: int, beginning: str) -> tuple[int, list[Row]]:
    """Return the last memory's number, and those of the newest `count` with this beginning.

    They are searchable ones, oldest first.
    """
    last = schema.read_newest(index)[0]
    return last, list(schema.read_after(index, last - count, beginning))
