"""Conversations by turns: folded by halves, added to rather than overwritten, true in number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.tokens import HeuristicCounter
from agents.memory.language.conversations import (
    LAST,
    SIDE,
    Conversation,
    Utterance,
    fold_conversation,
)
from tests.examples import choose_count

AT = datetime(2026, 3, 1, tzinfo=UTC)
count = HeuristicCounter().count


def turns(number: int, *, first: int = 1) -> list[Utterance]:
    """As many questions with an answer each."""
    talk: list[Utterance] = []
    for n in range(first, first + number):
        talk.append(Utterance(2 * n - 1, AT, "Ada", f"What is number {n}?", own=False))
        talk.append(Utterance(2 * n, AT, "Moss", f"It is {n}.", own=True))
    return talk


def of(talk: Sequence[Utterance], max_turns: int = 20) -> Conversation:
    return fold_conversation(talk, len(talk), max_turns)


def test_up_to_the_limit_every_turn_is_retained() -> None:
    """Twenty turns stay; of these the last five are shown, as they were, by name."""
    had = of(turns(20))
    assert (had.turns, had.folded, len(had.recent)) == (20, 0, 20)
    blocks = had.render_context().split("\n\n")
    assert blocks == [f"Ada: What is number {n}?\nMoss: It is {n}." for n in range(16, 21)]


def test_beyond_the_limit_the_older_half_is_folded() -> None:
    """Up to three of its exchanges stand for it, and the number of turns is said."""
    had = of(turns(21))
    assert (had.folded, len(had.recent)) == (10, 11)
    assert had.render_context().startswith(
        "[Previous conversation (10 turns): Ada: What is number 1? Moss: It is 1."
        " | Ada: What is number 5? Moss: It is 5. | Ada: What is number 10? Moss: It is 10.]\n\n"
        "Ada: What is number 17?\nMoss: It is 17.\n\n"
    )


def test_each_side_of_a_folded_turn_keeps_its_first_hundred_characters() -> None:
    """The retained ones are whole."""
    long = "word " * 60
    talk = [Utterance(1, AT, "Ada", long, own=False), Utterance(2, AT, "Moss", long, own=True)]
    had = of([*talk, *turns(1, first=2)], max_turns=1)
    earlier = had.render_context().partition("\n\n")[0]
    sides = re.fullmatch(r"\[Previous conversation \(1 turn\): Ada: (.*…) Moss: (.*…)\]", earlier)
    assert sides is not None
    assert all(SIDE - 5 <= len(each) <= SIDE for each in sides.groups())
    assert long.strip() in of(talk).render_context()


def test_a_second_folding_adds_to_the_first() -> None:
    """Nothing of the first is overwritten."""
    first, second = of(turns(21)), of(turns(31))
    third = of(turns(32))
    assert second.folded == 10 + 10
    assert second.examples[: len(first.examples)] == first.examples
    assert "What is number 1?" in second.render_context()
    assert third.folded == 20
    assert third.turns == 32


def test_several_utterances_in_a_row_are_one_side() -> None:
    """And who speaks unasked begins a turn of their own."""
    talk = [
        Utterance(1, AT, "Moss", "Good day.", own=True),
        Utterance(2, AT, "Ada", "Hello.", own=False),
        Utterance(3, AT, "Ada", "Is the kettle on?", own=False),
        Utterance(4, AT, "Moss", "It is.", own=True),
        Utterance(5, AT, "Moss", "Sit down.", own=True),
        Utterance(6, AT, "Ada", "Thank you.", own=False),
    ]
    assert of(talk).render_context() == (
        "Moss: Good day.\n\n"
        "Ada: Hello. Is the kettle on?\nMoss: It is. Sit down.\n\n"
        "Ada: Thank you."
    )


def test_utterances_far_apart_are_turns_of_their_own() -> None:
    """Long silence, or many utterances in a row, begin another turn."""
    minutes = [0, 1, 2, 3, 10, 11]
    talk = [
        Utterance(n, AT + timedelta(minutes=at), "Ada", f"Part {n}.", own=False)
        for n, at in enumerate(minutes)
    ]
    assert of(talk).render_context() == (
        "Ada: Part 0. Part 1. Part 2.\n\nAda: Part 3.\n\nAda: Part 4. Part 5."
    )


def test_older_talk_that_was_not_read_is_mentioned() -> None:
    """The number of turns is never claimed to be smaller than it is."""
    had = fold_conversation(turns(25), 900, 20)
    assert had.render_context().startswith("[Previous conversation (more than 10 turns): ")


def test_no_talk_is_no_text() -> None:
    """Neither whole nor fitted."""
    assert of([]).render_context() == ""
    assert of([]).fit_context(100, count) == ""


@settings(max_examples=choose_count(60, 150), deadline=None)
@given(st.integers(0, 90), st.integers(0, 30))
def test_folded_and_retained_are_all_there_is(number: int, max_turns: int) -> None:
    """At most the limit is retained, its end is the talk's, and at most three stand for a half."""
    had = of(turns(number), max_turns)
    assert had.turns == number
    assert len(had.recent) <= max_turns
    newest = [each.mine for each in had.recent]
    assert newest == [f"It is {n}." for n in range(number - len(newest) + 1, number + 1)]
    assert len(had.examples) <= had.folded


@settings(max_examples=choose_count(60, 150), deadline=None)
@given(st.integers(1, 400), st.integers(0, 300), st.sampled_from(["", "long " * 40, "水" * 90]))
def test_it_fits_the_room_there_is(number: int, room: int, padding: str) -> None:
    """Newest turns first, the earliest one as long as any example is; the number stays true."""
    talk = [
        Utterance(each.seq, AT, each.speaker, each.words + padding, each.own)
        for each in turns(number)
    ]
    had = of(talk)
    text = had.fit_context(room, count)
    assert count(text) <= room
    told = re.match(r"\[Previous conversation \((\d+) turns\)(: Ada: What is number 1\?)?", text)
    if told:
        assert int(told[1]) == had.folded
    if " | " in text:
        assert told is not None and told[2]
    if room >= 250:
        assert f"What is number {number}?" in text
        assert ("[Previous conversation (" in text) == (number > 20)
    last = [int(n) for n in re.findall(r"^Ada: What is number (\d+)", text, re.MULTILINE)]
    assert last == list(range(number - len(last) + 1, number + 1))
    assert len(last) <= LAST
