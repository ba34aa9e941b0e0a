"""Where a search looks: the index on disk, and what waits to be indexed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Literal

from agents.memory.recall import schema
from agents.memory.recall.query import Question
from agents.memory.recall.schema import Row
from late.late_dataclass import late_dataclass

#: So many of the newest memories of a date are read.
MOST_OF_A_DAY = 1_000


@late_dataclass(frozen=True, slots=True)
class Sources:
    """Where a search looks: the index, and what waits to be indexed."""

    connections: Sequence[sqlite3.Connection]
    last: int
    """The newest memory's number."""
    span: tuple[int, int]
    """Numbers that may be returned."""

    def find_matches(
        self, table: Literal["words", "places"], expression: str, limit: int
    ) -> list[int]:
        """Return numbers of the newest matches, newest first within each source."""
        return [
            seq
            for connection in self.connections
            for seq in schema.match_words(connection, table, expression, limit, self.span)
        ]

    def read_rows(self, seqs: Sequence[int]) -> dict[int, Row]:
        """Return the memories with these numbers."""
        return {
            row.seq: row
            for connection in self.connections
            for row in schema.read_indexed(connection, seqs, hidden=False)
        }

    def find_dated(self, question: Question) -> set[int]:
        """Return the newest memories of each date that the question names with its year."""
        spans = [span for days in question.days if (span := days.span())]
        return {
            seq
            for connection in self.connections
            for begin, end in spans
            for seq in schema.find_between(connection, begin, end, MOST_OF_A_DAY, self.span)
        }

    def find_people(self, words: Sequence[str]) -> set[str]:
        """Return the people that the words may name."""
        return {
            name
            for connection in self.connections
            for name in schema.find_people(connection, words)
        }
