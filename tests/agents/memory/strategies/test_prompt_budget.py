"""Fitting several texts into a number of tokens."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.strategies.prompt_budget import fit_portions
from agents.prose import shorten, split_sentences
from tests.agents.memory.support import PlainCounter
from tests.examples import choose_count

SENTENCE = st.builds(
    lambda n, words: f"I saw {n} herons{words}.",
    st.integers(0, 99),
    st.integers(0, 9).map(" by the lake".__mul__),
)
TEXTS = st.lists(st.lists(SENTENCE, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=9)

count = PlainCounter().count


def show_texts(texts: list[str], chosen: list[int]) -> list[str]:
    return [shorten(text, n) if n else text for text, n in zip(texts, chosen, strict=True)]


@settings(max_examples=choose_count(32, 80), deadline=None)
@given(texts=TEXTS, cap=st.integers(12, 600), aged=st.floats(0.5, 1.0))
def test_what_is_shown_keeps_to_the_cap(texts: list[str], cap: int, aged: float) -> None:
    """Every text keeps something, and nothing is cut if all fit."""
    weights = [aged**n for n in range(len(texts))]
    chosen = fit_portions(texts, weights, cap, count)
    parts = show_texts(texts, chosen)
    assert all(parts)
    assert count("\n".join(parts)) <= cap
    if count("\n".join(texts)) <= cap:
        assert parts == texts


@settings(max_examples=choose_count(12, 30), deadline=None)
@given(seed=st.integers(0, 1000), cap=st.integers(100, 400))
def test_the_room_is_used(seed: int, cap: int) -> None:
    """Of many sentences that make more than fits, at most a few too many are left out."""
    texts = [
        " ".join(f"I saw {seed + n} herons on day {day}." for day in range(10 + 3 * n))
        for n in range(8)
    ]
    parts = show_texts(texts, fit_portions(texts, [1.0] * 8, cap, count))
    longest = max(len(each) for text in texts for each in split_sentences(text))
    assert count("\n".join(parts)) > min(cap, count("\n".join(texts))) - len(texts) * longest // 4


def test_a_heavier_text_is_shown_more_of() -> None:
    """Where both are cut, the parts shown follow the weights."""
    text = " ".join(f"I saw {n} herons on day {n}." for n in range(30))
    first, second = fit_portions([text, text], [0.5, 1.0], 200, count)
    assert abs(second - 2 * first) <= 2 and first > 0


def test_a_cap_that_is_too_small_leaves_a_sign_of_each() -> None:
    """A text is never cut to nothing, even if the cap is exceeded."""
    text = "I saw a heron. It was grey."
    assert fit_portions([text] * 40, [1.0] * 40, 1, count) == [1] * 40


def test_one_sentence_alone_is_cut() -> None:
    """A text without a full stop is a sentence as well."""
    (chosen,) = fit_portions(["heron " * 100], [1.0], 20, count)
    assert 60 <= chosen <= 80


def test_nothing_needs_no_room() -> None:
    """No texts, no portions."""
    assert fit_portions([], [], 100, count) == []
