"""Whatever is asked and whatever was lived, the index is whole."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.recall import database as recall_files
from agents.memory.recall import schema as recall_schema
from agents.memory.recall.hits import Hit, fit_budget
from agents.memory.recall.index import RecallIndex
from tests.agents.memory.recall.index_log import (
    START,
    WordCounter,
    days,
    find_seqs,
    open_index,
)
from tests.examples import choose_count


@pytest.fixture(scope="module")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> RecallIndex:
    path = tmp_path_factory.mktemp("recall") / "Moss.sqlite"
    with recall_files.open_for_writing(path) as connection:
        recall_schema.add_rows(connection, days(20).memories)

    def fail(warning: str) -> None:
        raise AssertionError(warning)

    return RecallIndex.open(path, warn=fail)


@settings(max_examples=choose_count(60, 150), deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.text(st.sampled_from("\"'*^-+(){}:#\0 \\ANDORNEARwind1"), max_size=40),
        st.text(st.characters(categories=["Cs", "L", "M"]), max_size=20),
    )
)
def test_no_question_is_ever_syntax(small_index: RecallIndex, words: str) -> None:
    """Whatever is asked, a search answers with hits or with none, never with an error."""
    seqs = find_seqs(small_index, words)
    assert len(seqs) == len(set(seqs))


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(st.lists(st.text(max_size=40), max_size=30), st.integers(0, 60))
def test_any_budget_holds(texts: list[str], budget: int) -> None:
    """For any hits and any budget the lines kept fit, in order."""
    hits = [Hit(n, START, "The Hall", text, 1.0) for n, text in enumerate(texts, 1)]
    kept = fit_budget(hits, budget, WordCounter())
    assert sum(WordCounter().count(hit.render_line()) for hit in kept) <= budget
    assert [hit.seq for hit in kept] == sorted(hit.seq for hit in kept)


@settings(max_examples=choose_count(16, 40), deadline=None)
@given(st.lists(st.integers(1, 40), max_size=6), st.integers(0, 100))
def test_every_memory_is_indexed_exactly_once(
    tmp_path_factory: pytest.TempPathFactory, feeds: list[int], already: int
) -> None:
    """However feeding, catching up and restarting fall, the index holds 1..n once each."""
    path = tmp_path_factory.mktemp("recall")
    log = days(already)

    async def live() -> None:
        for n, count in enumerate(feeds):
            index = open_index(path)
            if n % 2:
                log.grow(index, *["fresh"] * count)
            await index.catch_up(log)
            log.grow(index, *["fresh"] * count)
            if n % 3 != 2:
                await index.close()

    run_in_thread(live)
    index = open_index(path)
    run_in_thread(lambda: index.catch_up(log))
    with closing(sqlite3.connect(path / "Moss.sqlite")) as connection:
        assert [row[0] for row in connection.execute("SELECT seq FROM memories")] == list(
            range(1, len(log.memories) + 1)
        )
        words = connection.execute("SELECT rowid FROM words WHERE words MATCH 'day OR fresh'")
        assert [row[0] for row in words] == list(range(1, len(log.memories) + 1))


def run_in_thread(main: object) -> None:
    """Run a coroutine function on a loop of its own (the reactor holds this thread's)."""
    runner = threading.Thread(target=lambda: asyncio.run(main()))  # type: ignore[operator]
    runner.start()
    runner.join()
