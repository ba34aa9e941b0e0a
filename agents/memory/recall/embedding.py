"""Rank memories by meaning, if an embedding model is installed; recall works without.

A text becomes a short string of bits: which of the model's numbers are above 0.  Texts of like
meaning agree in more bits than chance makes them.  This is coarse, but a hundred thousand memories
take 3 MB and are compared in milliseconds.
"""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

from agents.meaning import load_word_vectors
from agents.memory.core.records import Experience
from agents.memory.language.normalize import clean_unicode
from agents.memory.recall import schema
from agents.memory.recall.database import index_transaction
from agents.memory.recall.schema import Searchable

#: Memories whose vectors stand in one row of the index.
CHUNK = 1024

#: About so many of the newest memories are compared by meaning.
COMPARED = 100_000

#: So many of the nearest memories count in the ranking.
NEAREST = 200


class Embedder(Protocol):
    """Turns texts into vectors of bits and finds the nearest among many."""

    @property
    def name(self) -> str:
        """Which model and form: vectors of one name can be compared."""
        ...

    @property
    def size(self) -> int:
        """Bytes in a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return a vector for each of `texts`. Called in any thread; raises nothing."""
        ...

    def find_nearest(self, vector: bytes, many: bytes, count: int) -> Sequence[tuple[int, float]]:
        """Return the `count` nearest to `vector` of the vectors joined in `many`, nearest first.

        Each is a pair: its place among them, and how many standard deviations it is nearer than
        their average.
        """
        ...


class WordLlamaEmbedder:
    """Embeds texts with wordllama, 256 bits each; its weights come with the package.

    Takes 0.3 s to load and about 110 MB.  Raises `ImportError` if it is not installed, and
    `OSError` or `ValueError` if its files are not what they should be.
    """

    def __init__(self) -> None:
        self._model: Any = load_word_vectors()
        self._numpy: Any = importlib.import_module("numpy")

    @property
    def name(self) -> str:
        """Which model and form."""
        return "wordllama l2_supercat 256 bits"

    @property
    def size(self) -> int:
        """Bytes in a vector."""
        return 32

    def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return a vector for each of `texts`, some 30 µs each."""
        if not texts:
            return []
        bits = self._numpy.packbits(self._model.embed(list(texts)) > 0, axis=1)
        return [row.tobytes() for row in bits]

    def find_nearest(self, vector: bytes, many: bytes, count: int) -> Sequence[tuple[int, float]]:
        """Return the nearest; a hundred thousand are compared in a few milliseconds."""
        numpy = self._numpy
        one, all_ = (numpy.frombuffer(each, "<u8").reshape(-1, 4) for each in (vector, many))
        apart = numpy.bitwise_count(one ^ all_).sum(axis=1, dtype=numpy.int32)
        usual, spread = float(apart.mean()), float(apart.std()) or 1.0
        count = min(count, len(apart))
        chosen = numpy.argpartition(apart, count - 1)[:count]
        ordered = chosen[numpy.argsort(apart[chosen], kind="stable")]
        return [(int(n), (usual - int(apart[n])) / spread) for n in ordered]


_wordllama: type[Embedder] = WordLlamaEmbedder


def name_embedder(embedder: Embedder | None) -> str:
    """Return the name by which an index knows its embedder; empty for none."""
    return embedder.name if embedder else ""


def add_with_vectors(
    connection: sqlite3.Connection,
    rows: Sequence[Experience],
    searchable: Searchable,
    embedder: Embedder | None,
) -> None:
    """Index `rows`, which are new and in order, and their vectors, in one transaction."""
    with index_transaction(connection):
        schema.insert_rows(connection, rows, searchable)
        if embedder is not None:
            _store_vectors(connection, embedder, [row for row in rows if searchable(row)])


def _store_vectors(
    connection: sqlite3.Connection, embedder: Embedder, rows: Sequence[Experience]
) -> None:
    vectors = embedder.embed([clean_unicode(row.text) for row in rows])
    pairs = zip((row.seq for row in rows), vectors, strict=True)
    for chunk, group in groupby(pairs, key=lambda pair: pair[0] // CHUNK):
        held = bytearray(_read_chunk(connection, chunk, embedder))
        for seq, vector in group:
            begin = seq % CHUNK * embedder.size
            held[begin : begin + embedder.size] = vector
        schema.set_vectors(connection, chunk, bytes(held))


def _read_chunk(connection: sqlite3.Connection, chunk: int, embedder: Embedder) -> bytes:
    return schema.read_vectors(connection, chunk) or bytes(CHUNK * embedder.size)


def measure_nearness(
    connection: sqlite3.Connection, embedder: Embedder, question: str, last: int
) -> dict[int, float]:
    """Return how much nearer in meaning than usual the nearest memories are, by number."""
    first = max(0, last - COMPARED) // CHUNK
    chunks = range(first, last // CHUNK + 1)
    held = b"".join(_read_chunk(connection, chunk, embedder) for chunk in chunks)
    # What lies beyond the newest memory has no vector yet.
    many = held[: (last + 1 - first * CHUNK) * embedder.size]
    found = embedder.find_nearest(embedder.embed([question])[0], many, NEAREST)
    return {first * CHUNK + place: value for place, value in found if value > 0}
