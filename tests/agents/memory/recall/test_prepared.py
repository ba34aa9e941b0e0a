"""A search that was prepared beside the loop finds what it would find itself, once."""

from __future__ import annotations

from pathlib import Path

from agents.memory.recall.index import RecallIndex
from agents.memory.recall.lookup import MISSED
from tests.agents.memory.recall.index_log import Log, WordCounter, find_seqs, open_index
from tests.agents.workers.fake import PickledWorkers

TEXTS = ("a heron at the mill", "rain", "the heron flew", "a boat", "two herons, and a boat")


async def fill(path: Path, *texts: str) -> tuple[RecallIndex, Log, PickledWorkers]:
    """Return an index of `texts` with two memories that wait, and its workers."""
    workers, log = PickledWorkers(), Log()
    index = RecallIndex.open(path / "Moss.sqlite", workers=workers)
    await index.catch_up(log)
    log.grow(index, *texts)
    await index.close()
    index = RecallIndex.open(path / "Moss.sqlite", workers=workers)
    await index.catch_up(log)
    log.grow(index, "a heron waits", "a mill waits")
    return index, log, workers


async def test_a_worker_finds_what_the_loop_finds(tmp_path: Path) -> None:
    """Indexed and waiting memories alike, within the span and the limit that are asked for."""
    index, _, workers = await fill(tmp_path, *TEXTS)
    for limit, within in ((10, None), (2, None), (10, (2, 5))):
        expected = index.search(
            "heron boat", token_budget=1000, tokens=WordCounter(), limit=limit, within=within
        )
        before = workers.counts.done
        await index.prepare_search("heron boat", limit=limit, within=within)
        assert workers.counts.done == before + 1
        (tmp_path / "Moss.sqlite").rename(tmp_path / "away")  # now the loop itself finds little
        found = index.search(
            "heron boat", token_budget=1000, tokens=WordCounter(), limit=limit, within=within
        )
        (tmp_path / "away").rename(tmp_path / "Moss.sqlite")
        assert found == expected and expected
    await index.close()


async def test_what_was_prepared_serves_one_search_for_the_same(tmp_path: Path) -> None:
    """Another question is searched for itself, and so is the same one the next time."""
    index, log, _ = await fill(tmp_path, *TEXTS)
    await index.prepare_search("heron")
    assert find_seqs(index, "boat") == find_seqs(open_index(tmp_path), "boat")
    log.grow(index, "a heron comes late")
    assert 8 not in find_seqs(index, "heron")
    assert 8 in find_seqs(index, "heron")
    await index.close()


async def test_what_was_prepared_long_ago_is_searched_for_again(tmp_path: Path) -> None:
    """Where many memories have come since, none of them is missed."""
    index, log, _ = await fill(tmp_path, *TEXTS)
    await index.prepare_search("heron")
    log.grow(index, *(f"day {n}" for n in range(MISSED)), "a heron comes late")
    assert len(log.memories) in find_seqs(index, "heron")
    await index.close()


async def test_an_index_that_cannot_be_read_prepares_nothing(tmp_path: Path) -> None:
    """The search itself finds what waits."""
    index, _, _ = await fill(tmp_path)
    await index.prepare_search("heron")
    (tmp_path / "Moss.sqlite").write_bytes(b"no database at all, but as long as one " * 40)
    await index.prepare_search("mill")
    assert find_seqs(index, "mill") == [2]
    await index.close()


async def test_a_number_and_little_words_need_no_worker(tmp_path: Path) -> None:
    """They are no search."""
    index, _, workers = await fill(tmp_path, *TEXTS)
    for words in ("#3", "", "?"):
        await index.prepare_search(words)
    assert workers.counts.done == 0 and find_seqs(index, "#3") == [3]
    await index.close()
