from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall.embedding import CHUNK, Embedder, WordLlamaEmbedder
from agents.memory.recall.index import RecallIndex
from agents.memory.recall.reindex import reindex
from agents.memory.settings import SEMANTIC_INSTALL
from tests.paths import ROOT

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)

MEANINGS = {"lantern": "light", "lamp": "light", "boat": "ship", "vessel": "ship"}


class Meanings:
    """A vector of 256 bits from the meanings in a text, as a little dictionary has them."""

    def __init__(self, name: str = "meanings") -> None:
        self._name = name
        self.texts: list[str] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return 32

    def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        self.texts += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> bytes:
        meant = [MEANINGS[word] for word in text.split() if word in MEANINGS]
        key = (meant or [text])[0].encode()
        return hashlib.blake2b(key, digest_size=32).digest()

    def find_nearest(self, vector: bytes, many: bytes, count: int) -> Sequence[tuple[int, float]]:
        one = int.from_bytes(vector, "big")
        apart = [
            (one ^ int.from_bytes(many[n : n + 32], "big")).bit_count()
            for n in range(0, len(many), 32)
        ]
        ranked = sorted(range(len(apart)), key=lambda place: apart[place])
        return [(place, (128 - apart[place]) / 8) for place in ranked[:count]]


_conforms: type[Embedder] = Meanings


def make_memories(count: int) -> list[Experience]:
    texts = {5: "Ada lit the lantern", 9: "a boat came in"}
    return [
        Experience(n, START + timedelta(hours=n), texts.get(n, f"pebble {n}"), "observation")
        for n in range(1, count + 1)
    ]


def find_seqs(index: RecallIndex, words: str, within: tuple[int, int] | None = None) -> list[int]:
    hits = index.search(words, token_budget=9999, tokens=HeuristicCounter(), within=within)
    return [hit.seq for hit in hits]


async def test_meaning_finds_what_words_do_not(tmp_path: Path) -> None:
    """With an embedder a memory in other words comes back, without one it does not."""
    memories = make_memories(CHUNK + 50)
    index = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=Meanings())
    await index.catch_up(lambda after: memories[after:])
    assert find_seqs(index, "lamp") == [5]
    assert find_seqs(index, "vessel") == [9]
    assert find_seqs(index, "vessel", within=(1, 8)) == []
    assert find_seqs(index, "xyzzy") == []
    await index.close()
    bare = RecallIndex.open(tmp_path / "Moss.sqlite")
    await bare.catch_up(lambda after: memories[after:])
    assert find_seqs(bare, "lamp") == []
    assert find_seqs(bare, "lantern") == [5]
    await bare.close()


async def test_words_and_meaning_are_fused(tmp_path: Path) -> None:
    """What has the word comes first, what means the same comes after it."""
    memories = [
        Experience(n, START + timedelta(hours=n), text, "observation")
        for n, text in enumerate(["the lamp is lit", "Ada found the lantern", "rain"] * 2, 1)
    ]
    index = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=Meanings())
    await index.catch_up(lambda after: memories[after:])
    assert find_seqs(index, "lamp")[:2] == [4, 5]
    await index.close()


async def test_another_embedder_has_the_index_rebuilt(tmp_path: Path) -> None:
    """Vectors of two models are never compared; an unchanged one embeds nothing again."""
    memories = make_memories(30)
    first = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=Meanings())
    await first.catch_up(lambda after: memories[after:])
    await first.close()
    same, other = Meanings(), Meanings("another")
    for embedder, embedded in ((same, 0), (other, 30)):
        index = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=embedder)
        before = find_seqs(index, "lamp")
        await index.catch_up(lambda after: memories[after:])
        assert len(embedder.texts) - (1 if before else 0) == embedded
        assert find_seqs(index, "lamp") == [5]
        await index.close()


async def test_unsearched_memories_have_no_vector(tmp_path: Path) -> None:
    """What searches leave out is not found by meaning either, after a rebuild alike."""
    memories, path, embedder = make_memories(30), tmp_path / "Moss.sqlite", Meanings()
    searchable = lambda each: each.seq != 5  # noqa: E731 - a predicate, as the index takes one
    await reindex(path, lambda after: memories[after:], searchable=searchable, embedder=embedder)
    index = RecallIndex.open(path, searchable=searchable, embedder=embedder)
    await index.catch_up(lambda after: memories[after:])
    assert find_seqs(index, "lamp") == []
    assert find_seqs(index, "vessel") == [9]
    await index.close()


async def test_wordllama_knows_related_words(tmp_path: Path) -> None:
    """Where the extra is installed, a question in other words finds its memory."""
    pytest.importorskip("wordllama")
    embedder = WordLlamaEmbedder()
    memories = make_memories(60)
    index = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=embedder)
    await index.catch_up(lambda after: memories[after:])
    assert find_seqs(index, "a ship arrived")[0] == 9
    await index.close()


def test_the_command_that_installs_it_names_the_package_that_tarn_supports() -> None:
    """The settings note and the message when it is missing have the command from one place."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = project["optional-dependencies"]["semantic"]
    wanted = SEMANTIC_INSTALL.split("'")[1]
    assert wanted in needed
