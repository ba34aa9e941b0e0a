"""Searches go by meaning as well, where there is an embedder, and by words where it fails."""

from __future__ import annotations

import asyncio
import sqlite3
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall.database import open_for_reading
from agents.memory.recall.index import RecallIndex
from agents.memory.recall.meaning.vector_keeper import BATCH, BEHIND, VectorProgress
from agents.memory.settings import SEMANTIC_INSTALL
from agents.models.embedding.protocol import Embedder
from agents.models.embedding.wordllama import WordLlamaEmbedder
from tests.agents.memory.recall.meanings import Dictionary
from tests.paths import ROOT

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
MANY = BATCH * 2 + 50


def make_memories(count: int) -> list[Experience]:
    texts = {5: "Ada lit the lantern", 9: "a boat came in"}
    return [
        Experience(n, START + timedelta(hours=n), texts.get(n, f"pebble {n}"), "observation")
        for n in range(1, count + 1)
    ]


async def open_index(
    path: Path, memories: Sequence[Experience], embedder: Embedder | None, question: str = "lamp"
) -> RecallIndex:
    """Return an index that has made its vectors, because somebody has searched."""
    index = RecallIndex.open(path, embedder=embedder, searchable=lambda each: each.seq != 7)
    await index.catch_up(lambda after: memories[after:])
    await index.prepare(question)
    await index.idle()
    return index


def find_seqs(index: RecallIndex, words: str, within: tuple[int, int] | None = None) -> list[int]:
    hits = index.search(words, token_budget=9999, tokens=HeuristicCounter(), within=within)
    return [hit.seq for hit in hits]


async def test_meaning_finds_what_words_do_not(tmp_path: Path) -> None:
    """With an embedder a memory in other words comes back, without one it does not."""
    path, memories = tmp_path / "Moss.sqlite", make_memories(MANY)
    index = await open_index(path, memories, Dictionary())
    assert find_seqs(index, "lamp") == [5]
    assert find_seqs(index, "vessel") == [9]
    assert find_seqs(index, "vessel", within=(1, 8)) == []
    await index.close()
    bare = await open_index(path, memories, None)
    assert find_seqs(bare, "lamp") == []
    assert find_seqs(bare, "lantern") == [5]
    await bare.close()


async def test_nothing_is_made_before_somebody_searches(tmp_path: Path) -> None:
    """An idle agent costs no embedding; the first search finds by words and begins it."""
    embedder, memories = Dictionary(), make_memories(MANY)
    index = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=embedder)
    await index.catch_up(lambda after: memories[after:])
    assert not embedder.texts
    assert find_seqs(index, "lantern") == [5]
    await index.idle()
    assert len(embedder.texts) == MANY
    assert find_seqs(index, "lamp") == [5]
    await index.close()


async def test_what_has_the_word_comes_before_what_means_the_same(tmp_path: Path) -> None:
    memories = [
        Experience(n, START + timedelta(hours=n), text, "observation")
        for n, text in enumerate(["the lamp is lit", "Ada found the lantern", *"abcdefgh"] * 2, 1)
    ]
    index = await open_index(tmp_path / "Moss.sqlite", memories, Dictionary())
    assert find_seqs(index, "lamp")[:2] == [11, 12]
    await index.close()


async def test_a_memory_gets_its_vector_behind_the_log(tmp_path: Path) -> None:
    """Later memories are embedded in batches, each text of a batch once."""
    embedder, memories = Dictionary(), make_memories(MANY)
    index = await open_index(tmp_path / "Moss.sqlite", memories, embedder)
    later = [
        Experience(MANY + n, START + timedelta(days=30), "the vessel sank", "observation")
        for n in range(1, 101)
    ]
    before = len(embedder.texts)
    index.feed(later)
    await index.idle()
    assert embedder.texts[before:] == ["the vessel sank"]
    assert find_seqs(index, "lamp") == [5]
    await index.close()


async def test_another_model_has_the_vectors_made_again(tmp_path: Path) -> None:
    """Vectors of two models are never compared; an unchanged one embeds nothing again."""
    path, memories = tmp_path / "Moss.sqlite", make_memories(30)
    await (await open_index(path, memories, Dictionary())).close()
    for embedder, embedded in ((Dictionary(), 0), (Dictionary("another"), 29)):
        index = await open_index(path, memories, embedder)
        assert len(embedder.texts) == embedded
        assert find_seqs(index, "lamp") == [5]
        await index.close()


async def test_the_vectors_of_another_archive_are_not_used(tmp_path: Path) -> None:
    path, other = tmp_path / "Moss.sqlite", make_memories(20)[10:]
    await (await open_index(path, make_memories(30), Dictionary())).close()
    path.unlink()
    renumbered = [
        Experience(n, each.at, f"other {each.text}", "observation")
        for n, each in enumerate(other, 1)
    ]
    index = await open_index(path, renumbered, Dictionary())
    assert find_seqs(index, "lamp") == []
    await index.close()


async def test_what_searches_leave_out_has_no_vector(tmp_path: Path) -> None:
    embedder = Dictionary()
    index = await open_index(tmp_path / "Moss.sqlite", make_memories(30), embedder)
    assert "pebble 7" not in embedder.texts
    await index.close()


async def test_a_dead_embedder_leaves_recall_by_words(tmp_path: Path) -> None:
    """It is asked seldom, the reason is told once, and all is well when it answers again."""
    embedder, memories = Dictionary(at_once=False), make_memories(MANY)
    embedder.why_not = "no answer"
    told: list[str] = []
    index = RecallIndex.open(tmp_path / "Moss.sqlite", embedder=embedder, warn=told.append)
    await index.catch_up(lambda after: memories[after:])
    assert index.vectors is not None
    for _ in range(20):
        assert find_seqs(index, "lantern") == [5]
        await index.idle()
    assert told == ["recall goes by words alone: no answer"]
    assert list(index.vectors.describe_problems()) == told
    embedder.why_not = ""
    for _ in range(200):
        found = find_seqs(index, "lamp")
        await index.idle()
    assert found == [5]
    assert not list(index.vectors.describe_problems())
    await index.close()


async def test_an_index_that_another_has_to_itself_is_waited_for(tmp_path: Path) -> None:
    """Who has it for a moment is no trouble: the thread that makes vectors waits, and nobody is
    told that recall goes by words alone."""
    path, told = tmp_path / "Moss.sqlite", list[str]()
    index = RecallIndex.open(path, embedder=Dictionary(), warn=told.append)
    await index.catch_up(lambda after: make_memories(9)[after:])
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError), open_for_reading(path):
        pass
    await index.prepare("lamp")
    await asyncio.get_running_loop().run_in_executor(None, holder.close)
    await index.idle()
    assert not [each for each in told if "by words alone" in each]
    assert index.vectors is not None
    assert index.vectors.progress == VectorProgress(9, 9)
    await index.close()


async def test_a_slow_embedder_delays_no_search(tmp_path: Path) -> None:
    """A question without a vector is searched by words; `prepare` waits for the vector."""
    embedder = Dictionary(at_once=False)
    index = await open_index(tmp_path / "Moss.sqlite", make_memories(MANY), embedder, "pebble")
    assert find_seqs(index, "lamp") == []
    await index.prepare("vessel")
    assert find_seqs(index, "vessel") == [9]
    await index.close()


async def test_the_progress_of_many_vectors_is_told(tmp_path: Path) -> None:
    class Halting(Dictionary):
        async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
            if len(self.texts) >= BATCH:
                self.why_not = "halted"
            return await super().embed(texts)

    memories = make_memories(BATCH + BEHIND + 5)
    index = await open_index(tmp_path / "Moss.sqlite", memories, Halting())
    assert index.vectors is not None
    assert list(index.vectors.describe_problems()) == [
        "recall goes by words alone: halted",
        f"recall by meaning is being made ready: {BATCH + 1} of {len(memories)} memories so far",
    ]
    await index.close()


async def test_wordllama_knows_related_words(tmp_path: Path) -> None:
    """Where the extra is installed, a question in other words finds its memory."""
    pytest.importorskip("wordllama")
    index = await open_index(tmp_path / "Moss.sqlite", make_memories(60), WordLlamaEmbedder())
    assert find_seqs(index, "a ship arrived")[0] == 9
    await index.close()


def test_the_command_that_installs_it_names_the_package_that_tarn_supports() -> None:
    """The settings note has the command from one place."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = project["optional-dependencies"]["semantic"]
    wanted = SEMANTIC_INSTALL.split("'")[1]
    assert wanted in needed
