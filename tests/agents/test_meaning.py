"""Texts are compared by meaning where wordllama is installed, and by nothing where it is not."""

from __future__ import annotations

import asyncio
import sys
import warnings
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

from agents.meaning import (
    AT_A_TIME,
    KEPT,
    KEPT_LISTS,
    LONG_LIST,
    NO_MEANINGS,
    LateMeanings,
    WordMeanings,
)
from agents.word_vectors import WordVectors, load_word_vectors

FACTS = ("My father mends clocks.", "I keep seven hens.", "The wind is up.")


@pytest.fixture(scope="module")
def meanings() -> WordMeanings:
    return WordMeanings(load_word_vectors())


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("What is my dad's trade?", 0), ("How many chickens have I got?", 1), ("Is it stormy?", 2)],
)
def test_a_question_is_nearest_to_what_answers_it(
    meanings: WordMeanings, asked: str, answer: int
) -> None:
    near = list(meanings.compare(asked, FACTS))
    assert near.index(max(near)) == answer and all(0 <= each <= 1.001 for each in near)


def test_the_same_text_is_as_near_as_can_be_and_nothing_is_near_nothing(
    meanings: WordMeanings,
) -> None:
    assert meanings.compare("Good evening.", ["Good evening."])[0] == pytest.approx(1)
    assert not meanings.compare("Good evening.", [])


def test_a_text_without_words_is_near_nothing(meanings: WordMeanings) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(meanings.compare("", ["", "Good evening."])) == [0.0, 0.0]
        assert list(meanings.compare("Good evening.", [""])) == [0.0]


def test_many_texts_do_not_fill_the_memory(meanings: WordMeanings) -> None:
    meanings.compare("stone", [f"stone {number}" for number in range(KEPT + 50)])
    assert len(meanings._vectors) == KEPT
    assert meanings.compare("stone", ["stone 3"])[0] > 0.5


def test_a_long_list_is_read_once_and_few_are_kept(meanings: WordMeanings) -> None:
    """It is compared as its texts are one by one, and they take no room among single texts."""
    fresh = WordMeanings(meanings._model)
    for number in range(KEPT_LISTS + 3):
        texts = tuple(f"stone {each} of {number}" for each in range(LONG_LIST))
        near = fresh.compare("a stone", texts)
        assert near == pytest.approx(list(meanings.compare("a stone", list(texts))), abs=3e-4)
    assert len(fresh._lists) == KEPT_LISTS and list(fresh._vectors) == ["a stone"]


def test_a_long_list_takes_half_of_what_its_vectors_do(meanings: WordMeanings) -> None:
    """A voice has five thousand lines, and each agent's are kept once it was asked."""
    fresh = WordMeanings(meanings._model)
    texts = tuple(f"stone {each}" for each in range(AT_A_TIME + 10))
    assert len(fresh.compare("a stone", texts)) == len(texts)
    (matrix,) = fresh._lists.values()
    assert matrix.nbytes == fresh._find_vectors(["a stone"])[0].nbytes * len(texts) / 2


def test_a_long_list_is_read_a_few_at_a_time(meanings: WordMeanings) -> None:
    """An agent's voice, read at once by the first line that it heard, held everybody for 0.1 s."""
    model = _Counting(meanings._model)
    fresh, texts = WordMeanings(model), tuple(f"stone {each}" for each in range(AT_A_TIME * 3 + 1))
    for _ in fresh.take_in(texts):
        assert model.calls.pop() <= AT_A_TIME and not model.calls
    fresh.compare("a stone", texts)
    assert model.calls == [1]
    assert not list(fresh.take_in(texts))


class _Counting(WordVectors):
    """Notes of how many texts each call is."""

    def __init__(self, model: WordVectors) -> None:
        self._model = model
        self.calls: list[int] = []

    def embed(self, texts: Sequence[str]) -> Any:
        self.calls.append(len(texts))
        return self._model.embed(texts)


def test_a_text_that_is_kept_keeps_no_others(meanings: WordMeanings) -> None:
    """Vectors are made together; one that is asked for again and again outlives the others."""
    fresh = WordMeanings(meanings._model)
    fresh.compare("a stone", [f"stone {each}" for each in range(20)])
    assert [each.base for each in fresh._vectors.values()] == [None] * 21


def test_without_the_model_nothing_is_near() -> None:
    assert NO_MEANINGS.compare("a boat", ["a boat", "a ship"]) == [0.0, 0.0]


class Background:
    """Keeps what is run in the background."""

    def __init__(self) -> None:
        self.work: list[Coroutine[Any, Any, None]] = []

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Keep `work`."""
        self.work.append(work)


async def test_the_model_is_loaded_once_and_only_when_it_is_asked() -> None:
    background, log = Background(), list[str]()
    late = LateMeanings(background.run, log.append)
    assert not background.work
    assert list(late.compare("a boat", ["a ship"])) == [0.0]
    settled = asyncio.ensure_future(late.settle())
    late.begin()
    assert len(background.work) == 1
    await asyncio.gather(*background.work, settled)
    assert late.compare("a boat", ["a ship"])[0] > 0.3 and not log


async def test_a_machine_without_the_package_says_so_once_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "wordllama", None)
    background, log = Background(), list[str]()
    late = LateMeanings(background.run, log.append)
    late.compare("a boat", ["a ship"])
    await asyncio.gather(*background.work, late.settle())
    assert list(late.compare("a boat", ["a ship"])) == [0.0]
    assert len(log) == 1 and "compared by its words alone" in log[0]
