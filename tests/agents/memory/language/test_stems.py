"""Content words and stems: what two wordings of one thing have in common."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from agents.memory.language.stems import (
    find_words,
    is_denial,
    says_little,
    stem_each,
    stem_word,
    stem_words,
)


@pytest.mark.parametrize(
    "forms",
    [
        "promise promises promised promising",
        "rule rules ruled",
        "steal stole stolen stealing",
        "leave leaves left leaving",
        "child children",
        "write wrote written",
        "bury buried buries",
    ],
)
def test_the_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len(set(map(stem_word, forms.split()))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("gave", "handed"), ("belongs", "owns"), ("obeys", "serves"), ("lord", "boss")],
)
def test_words_of_owning_and_obeying_mean_the_same(one: str, other: str) -> None:
    assert stem_word(one) == stem_word(other)


@pytest.mark.parametrize("pair", ["lives life", "news new", "mill mile", "own owe"])
def test_other_words_stay_apart(pair: str) -> None:
    one, other = pair.split()
    assert stem_word(one) != stem_word(other)


def test_a_possessive_counts_as_owning() -> None:
    assert stem_words("The mill is Fern's now.") == stem_words("owns the mill")[::-1]


def test_grammar_and_small_talk_are_left_out_shortened_or_not() -> None:
    assert stem_words("Well, I don't think that we'll see the boats there.") == ("boat",)
    assert all(map(says_little, ("can't", "won't", "they're", "that's", "didn't")))


def test_other_alphabets_are_compared_whole() -> None:
    assert stem_words("Жёлтые лодки") == ("жёлтые", "лодки")


def test_a_curly_apostrophe_is_a_plain_one() -> None:
    assert find_words("Fern’s boat") == ["fern's", "boat"]


def test_a_denial_is_seen_in_short_forms_too() -> None:
    assert is_denial("I don’t own it.") and not is_denial("I own it.")


def test_threads_do_not_disturb_each_other() -> None:
    """Stemmers have a state; memories are judged in threads."""
    words = [
        f"{letter}{end}" for letter in "abcdefghij" for end in ("romising", "urnings", "alled")
    ]
    stem_word.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(stem_word, words * 8))
    stem_word.cache_clear()
    assert found == list(map(stem_word, words)) * 8


def test_the_values_of_facts_do_not_fill_the_memory() -> None:
    """What people tell is asked for, too, and there is no end to it."""
    for number in range(1500):
        assert len(stem_each(f"boat{number} pears")) == 2
    assert stem_each.cache_info().currsize <= 1024
