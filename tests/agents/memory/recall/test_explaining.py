"""A search that says why: the same memories in the same order, with the parts of their scores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall.index import RecallIndex
from agents.memory.recall.ranking import Own, ScoreParts, order_best
from agents.memory.recall.schema import Row
from tests.e2e.web.support.long_life import make_memory
from tests.examples import choose_count

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


# --- what the question asks for ---------------------------------------------------------------

AT = datetime(2026, 3, 1, tzinfo=UTC)
KIND = re.compile(r"\d")


def make_row(seq: int, text: str) -> Row:
    return Row(seq, AT, "", "", text, True, 0)


def rate(one: Row, kind: bool) -> Mapping[str, float]:
    return {"recency": one.seq / 1000, **({"kind": 0.5} if kind else {})}


@settings(max_examples=choose_count(50, 500), deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0.5, 1.0, 1.4, 1.5, 2.0]), st.booleans()), max_size=30))
def test_the_order_is_that_of_the_real_scores(given_: list[tuple[float, bool]]) -> None:
    """The best come first, of equals the newest, each with the score that it really has."""
    read = {
        n: make_row(n, "7 hens" if number else "hens") for n, (_, number) in enumerate(given_, 1)
    }
    scored: dict[int, Own] = {n: (own, 0.0, 0.0) for n, (own, _) in enumerate(given_, 1)}
    parts = {
        seq: ScoreParts(*own, rate(read[seq], KIND.search(read[seq].text) is not None))  # type: ignore[arg-type]
        for seq, own in scored.items()
    }
    wanted = sorted(parts, key=lambda seq: (-parts[seq].total, -seq))
    found = list(order_best(scored, read, KIND, rate))  # type: ignore[arg-type]
    assert [one.seq for one, _ in found] == wanted
    assert [each for _, each in found] == [parts[seq] for seq in wanted]


def test_only_those_whose_turn_comes_are_looked_at() -> None:
    """Of a hundred memories those that cannot be among the first are not searched."""
    read = {n: make_row(n, f"told {n}") for n in range(1, 101)}
    scored: dict[int, Own] = {n: (float(n), 0.0, 0.0) for n in read}
    asked = list[int]()

    class Counted:
        def search(self, text: str) -> re.Match[str] | None:
            asked.append(int(text.split()[1]))
            return KIND.search(text)

    ordered = order_best(scored, read, Counted(), rate)  # type: ignore[arg-type]
    assert [next(ordered)[0].seq for _ in range(3)] == [100, 99, 98]
    assert sorted(asked) == [98, 99, 100]
