"""Choosing the sentences of several texts that a prompt shows."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Excerpt, Experience
from agents.memory.core.view import cut_excerpt
from agents.memory.strategies.excerpts import (
    NOTHING_PRESENT,
    Present,
    StandingText,
    find_present,
    fit_excerpts,
    hide_told_before,
    rank_texts,
)
from agents.prose import split_sentences
from tests.agents.memory.support import PlainCounter
from tests.examples import choose_count
from world.nature import Nature

SENTENCE = st.builds(
    lambda n, words: f"I saw {n} herons{words}.",
    st.integers(0, 99),
    st.integers(0, 9).map(" by the lake".__mul__),
)
TEXTS = st.lists(st.lists(SENTENCE, min_size=1, max_size=12).map("\n".join), min_size=1, max_size=9)
TALK = " ".join(f"I sat by the fire with Ada on a quiet evening {'again ' * n}." for n in range(9))

count = PlainCounter().count


def fit(texts: list[StandingText], cap: int, present: Present = NOTHING_PRESENT) -> list[str]:
    """Return what is shown of each text; there must be room for something of each."""
    plain = [each.text for each in texts]
    excerpts = fit_excerpts(plain, rank_texts(texts, present), cap, count)
    assert excerpts is not None
    return [cut_excerpt(*each) for each in zip(plain, excerpts, strict=True)]


@settings(max_examples=choose_count(32, 80), deadline=None)
@given(texts=TEXTS, cap=st.integers(12, 600))
def test_what_is_shown_keeps_to_the_cap(texts: list[str], cap: int) -> None:
    """Whole sentences in their order, at least one of each text; all of them where they fit."""
    ranking = rank_texts([StandingText(each, 1.0) for each in texts], NOTHING_PRESENT)
    excerpts = fit_excerpts(texts, ranking, cap, count)
    if count("\n".join(texts)) <= cap:
        assert excerpts == [()] * len(texts)
    if excerpts is None:
        shortest = [min(split_sentences(each), key=len) for each in texts]
        longest = [max(split_sentences(each), key=len) for each in texts]
        assert count("\n".join(shortest)) <= count("\n".join(longest))
        assert count("\n".join(longest)) > cap
        return
    shown = list(map(cut_excerpt, texts, excerpts))
    assert all(shown) and count("\n".join(shown)) <= cap
    for text, part, excerpt in zip(texts, shown, excerpts, strict=True):
        assert _is_in_order(excerpt, text)
        left = iter(split_sentences(text))
        assert all(each in left for each in split_sentences(part))


def _is_in_order(excerpt: Excerpt, text: str) -> bool:
    ends = [end for part in excerpt for end in part]
    return ends == sorted(set(ends)) and all(end <= len(text) for end in ends)


def test_facts_are_not_crowded_out_by_talk() -> None:
    """A wordy text does not take the room of a terse one."""
    facts = "The Lorsa gate opens with 4711. Maud is the widow of the tanner."
    shown = fit([StandingText(f"{TALK} {TALK}x.", 1.0), StandingText(facts, 1.0)], 60)
    assert shown[1] == facts


def test_what_a_person_wrote_is_worth_more() -> None:
    """The weight of a text counts for all of its sentences."""
    texts = [
        f"{name} keeps a {what} in the loft."
        for name, what in (("Odo", "ferret"), ("Maud", "magpie"))
    ]
    both = [StandingText(f"{each} I like it there.", 1.0) for each in texts]
    heavy = StandingText("I like bread. I like rain. I like the sea.", 9.0)
    assert fit([*both, heavy], 34)[2] == heavy.text


def test_whoever_is_about_and_what_was_recalled_comes_first() -> None:
    """Of two sentences of the same kind the one that matters now is shown."""
    one, other = "I know that Odo keeps bees.", "I know that Bram keeps hens."
    text = f"I know that it rained. {one} {other} I know that it snowed."
    for present, wanted in (
        (Present(people=frozenset({"Odo"})), one),
        (Present(people=frozenset({"Bram"})), other),
        (Present(recalled=frozenset({7})), other),
    ):
        standing = StandingText(text, 1.0, {one: (3,), other: (7, 9)})
        assert fit([standing], 8, present) == [wanted]


def test_the_present_is_in_the_newest_memories() -> None:
    """Those who speak or stand by, and the numbers that recall has shown."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    memories = [
        Experience(1, at, "Ada hums.", "observation", speaker="Ada"),
        Experience(
            2, at, "~Moss> recall mill\n#12 2026-01-01: The mill burns.\n#40 2026-01-02: Rain.",
            "action", nature=Nature.RECOLLECTION,
        ),
        *(Experience(n, at, "Fern hums.", "observation", occupants=("Fern",))
          for n in range(3, 40)),
    ]  # fmt: skip
    present = find_present(memories)
    assert present.people == {"Fern"} and present.recalled == {12, 40}
    assert {"Ada hums.", "Fern hums."} < set(present.heard)


def test_what_the_days_are_full_of_is_no_news() -> None:
    """Of two sentences the one is shown whose words are not heard all the time."""
    common, rare = "I know that the ferry is late.", "I know that the beehive is empty."
    heard = tuple(f"The ferry is late again, said {name}." for name in ("Ada", "Odo", "Bram"))
    for text in (f"{common} {rare}", f"{rare} {common}"):
        assert fit([StandingText(text, 1.0)], 9, Present(heard=heard)) == [rare]


def test_even_one_sentence_of_each_may_be_too_much() -> None:
    """Then nothing is chosen."""
    texts = ["heron " * 100, "gull " * 100]
    ranking = rank_texts([StandingText(each, 1.0) for each in texts], NOTHING_PRESENT)
    assert fit_excerpts(texts, ranking, 20, count) is None


def test_what_a_text_tells_is_not_shown_again_in_later_ones() -> None:
    """Only what is told in the same words; the beginning of the prompt stays as it is."""
    texts = [
        "The mill is shut. Bo gave Ada the oar.",
        "I swept. The mill is shut! Ada gave Bo the oar. I slept.",
        "Bo gave Ada the oar.",
        "The mill is not shut.",
    ]
    found = hide_told_before(texts)
    assert [cut_excerpt(*each) for each in zip(texts, found, strict=True)] == [
        texts[0], "I swept. Ada gave Bo the oar. I slept.", texts[2], texts[3],
    ]  # fmt: skip
    assert found[0] == found[3] == () and hide_told_before(texts, {1})[1] == ()


@given(st.lists(st.lists(st.sampled_from(("I swept.", "It rained.", "Bo sang.")), max_size=4)))
def test_all_that_is_told_is_shown_once_at_least(told: list[list[str]]) -> None:
    texts = [" ".join(each) for each in told]
    shown = map(cut_excerpt, texts, hide_told_before(texts))
    assert {s for each in shown for s in split_sentences(each)} == {s for t in told for s in t}
