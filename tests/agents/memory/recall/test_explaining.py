"""A search that says why: the same memories in the same order, with the parts of their scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall.index import RecallIndex
from tests.e2e.web.support.long_life import make_memory

QUESTIONS = (
    "Where did Fern hide the coins?",
    "heron",
    "What did Ada say of the skiff in March 2026?",
)


@pytest.fixture
def recall(tmp_path: Path) -> RecallIndex:
    index = RecallIndex.open(tmp_path / "index.sqlite")
    index.feed(make_memory(seq) for seq in range(1, 60))
    return index


@pytest.mark.parametrize("words", QUESTIONS)
def test_the_order_is_that_of_a_search(recall: RecallIndex, words: str) -> None:
    explained = recall.explain(words, limit=8)
    found = recall.search(words, limit=8, token_budget=100_000, tokens=HeuristicCounter())
    assert [each.hit for each in explained] == found
    assert found


@pytest.mark.parametrize("words", QUESTIONS)
def test_the_parts_make_the_score(recall: RecallIndex, words: str) -> None:
    for each in recall.explain(words):
        own = each.words + each.meaning + each.neighbours
        assert each.hit.score == pytest.approx(own * (1 + sum(each.circumstances.values())))


def test_the_words_that_a_memory_has_are_named(recall: RecallIndex) -> None:
    best = recall.explain("Where did Fern hide the coins?")[0]
    assert {"Fern", "coins"} <= set(best.matched)
    assert best.circumstances["speaker"] > 0
    for each in recall.explain("coins submarine"):
        assert "submarine" not in each.matched


def test_a_number_opens_its_memory_for_no_reason(recall: RecallIndex) -> None:
    (opened,) = recall.explain("#7")
    assert (opened.hit.seq, opened.matched) == (7, ())
    assert recall.explain("#700") == []
