"""A log of memories, and the index that is made of it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.recall.index import RecallIndex

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def memory(seq: int, text: str, place: str = "The Hall") -> Experience:
    return Experience(seq, START + timedelta(minutes=seq), text, "observation", place=place)


class WordCounter:
    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())


class Log:
    """An archive in a list, which notes who reads it and from where."""

    def __init__(self, memories: Iterable[Experience] = ()) -> None:
        self.memories = list(memories)
        self.asked: list[int] = []
        self.threads: set[int] = set()

    def __call__(self, after: int) -> Iterator[Experience]:
        self.asked.append(after)
        for lived in self.memories[after:]:
            self.threads.add(threading.get_ident())
            yield lived

    def grow(self, index: RecallIndex, *texts: str) -> None:
        fresh = [memory(len(self.memories) + n, text) for n, text in enumerate(texts, 1)]
        self.memories += fresh
        index.feed(fresh)


def days(count: int) -> Log:
    return Log(memory(n, f"day {n}: the wind turns") for n in range(1, count + 1))


def open_index(path: Path, warnings: list[str] | None = None) -> RecallIndex:
    return RecallIndex.open(path / "Moss.sqlite", warn=(warnings or []).append)


def find_seqs(index: RecallIndex, words: str, limit: int = 10, budget: int = 10_000) -> list[int]:
    hits = index.search(words, token_budget=budget, tokens=WordCounter(), limit=limit)
    return [hit.seq for hit in hits]


def open_files() -> list[str]:
    held = Path("/proc/self/fd")
    return [os.path.realpath(name) for name in held.iterdir()]


def count_rows(path: Path) -> int:
    with closing(sqlite3.connect(path / "Moss.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM memories").fetchone()[0])
