"""What a question finds in the index, and in which order."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agents.memory.recall import database as recall_files
from agents.memory.recall import ranking as recall_ranking
from agents.memory.recall import schema as recall_schema
from agents.memory.recall.hits import Hit
from agents.memory.recall.index import RecallIndex
from tests.agents.memory.recall.index_log import (
    START,
    Log,
    WordCounter,
    days,
    find_seqs,
    memory,
    open_files,
    open_index,
)


async def test_a_memory_opens_by_its_number(tmp_path: Path) -> None:
    """``#12`` is memory 12, indexed or waiting; a number that does not exist finds nothing."""
    index, log = open_index(tmp_path), days(12)
    await index.catch_up(log)
    log.grow(index, "thirteen at table")
    hits = index.search("  #12 ", token_budget=100, tokens=WordCounter())
    assert hits == [Hit(12, START + timedelta(minutes=12), "The Hall", log.memories[11].text, 1.0)]
    assert find_seqs(index, "#13") == [13]
    assert (
        find_seqs(index, "#14") == find_seqs(index, "#0") == find_seqs(index, "#" + "9" * 30) == []
    )
    await index.close()


@pytest.mark.parametrize("indexed", [True, False])
async def test_matching_folds_case_accents_endings_and_scripts(
    tmp_path: Path, indexed: bool
) -> None:
    """Words match by their stems whatever their accents, indexed or waiting alike."""
    index, log = open_index(tmp_path), Log()
    await index.catch_up(log)
    texts = ["Moss was watering the Café gardens", "湖のほとりで月を見た", "Straße im Nebel"]
    log.grow(index, *texts)
    if indexed:
        await index.close()
    assert find_seqs(index, "GARDEN") == [1]
    assert find_seqs(index, "cafe water") == [1]
    assert find_seqs(index, "cafe\u0301s") == [1]
    assert find_seqs(index, "月を") == [2]
    assert find_seqs(index, "月と") == []
    assert find_seqs(index, "nebel") == [3]
    await index.close()


async def test_ranking(tmp_path: Path) -> None:
    """Every word beats some words, rare beats common, newest wins a tie, each text once."""
    texts = ["the lantern is lit", "the bridge creaks", "a lantern on the bridge", "rain"]
    index, log = open_index(tmp_path), Log()
    log.grow(index, *texts * 30, "the lantern is lit", "a bridge of stone")
    await index.catch_up(log)
    hits = index.search("lantern bridge", token_budget=1000, tokens=WordCounter())
    assert hits[0].text == "a lantern on the bridge"
    assert {hit.text for hit in hits[1:]} == {*texts[:2], "a bridge of stone"}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert hits[0].score > 1 >= hits[1].score
    assert find_seqs(index, "lit") == [121]
    assert find_seqs(index, "where is the stone") == [122]
    assert len(find_seqs(index, "the")) == 5
    await index.close()


async def test_places_are_searched_too(tmp_path: Path) -> None:
    """A memory is found by the room it happened in, after those that speak of the room."""
    index = open_index(tmp_path)
    lived = [memory(1, "we spoke of the orchard"), memory(2, "apples fell", "The Orchard")]
    await index.catch_up(Log(lived))
    assert find_seqs(index, "orchard") == [1, 2]
    assert find_seqs(index, "apples orchard") == [2, 1]
    await index.close()


async def test_an_empty_question_finds_nothing(tmp_path: Path) -> None:
    """Nothing asked, nothing found; and no limit of zero hits is exceeded."""
    index = open_index(tmp_path)
    await index.catch_up(days(3))
    assert (
        find_seqs(index, "")
        == find_seqs(index, ' ,.;"*')
        == find_seqs(index, "wind", limit=0)
        == []
    )
    await index.close()


async def test_the_token_budget_holds(tmp_path: Path) -> None:
    """What comes back never costs more than the budget, and one long memory is shortened."""
    index, log = open_index(tmp_path), days(20)
    log.grow(index, "heron " * 500)
    await index.catch_up(log)
    hits = index.search("wind", token_budget=25, tokens=WordCounter())
    assert len(hits) == 2
    assert sum(WordCounter().count(hit.render_line()) for hit in hits) <= 25
    (cut,) = index.search("heron", token_budget=25, tokens=WordCounter())
    assert cut.text.endswith("…")
    assert WordCounter().count(cut.render_line()) <= 25
    assert index.search("heron", token_budget=3, tokens=WordCounter()) == []
    await index.close()


def test_a_hit_reads_as_one_line_with_number_and_date() -> None:
    """A hit says which memory it is, when and where."""
    hit = Hit(7, START, "The Hall", "~Moss> look\nA long hall.\n\nExits: garden", 1.0)
    assert (
        hit.render_line()
        == "#7 (2026-03-01 09:30, The Hall) ~Moss> look / A long hall. / Exits: garden"
    )


async def test_nothing_stays_open_while_idle(tmp_path: Path) -> None:
    """Between batches an index holds no file and no task."""
    index, log = open_index(tmp_path), days(100)
    await index.catch_up(log)
    find_seqs(index, "wind")
    await index.idle()
    assert str(tmp_path) not in str(open_files())
    await index.close()


async def test_common_words_are_left_aside(tmp_path: Path) -> None:
    """A word that is nearly everywhere is left aside for the rarer ones beside it."""
    path = tmp_path / "Moss.sqlite"
    with recall_files.open_for_writing(path) as connection:
        lived = [memory(n, f"step {n}") for n in range(1, recall_ranking.COMMON + 100)]
        lived[5] = memory(6, "a heron")
        recall_schema.add_rows(connection, lived)
    index = RecallIndex.open(path)
    assert find_seqs(index, "heron step", limit=1) == [6]
    newest = find_seqs(index, "step", limit=len(lived))
    assert newest[0] == len(lived)
    assert len(newest) == recall_ranking.COMMON
