"""What is over stands beside what is so now, or does not stand at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.present import (
    add_present,
    find_newest_of_same,
    find_newest_told,
    leave_out_lonely,
    leave_out_over,
)
from agents.memory.recall.hits import Hit

AT = datetime(2026, 1, 1, tzinfo=UTC)


def hit(seq: int, text: str = 'Hake says, "Last ferry is at seven."') -> Hit:
    return Hit(seq, AT, "", text, 1.0, "Hake")


def fact(seq: int, *replaced: int, trust: float = 0.5) -> Fact:
    return Fact(
        text=f'Hake said: "Last ferry is at {seq}."', importance=5, scored="heuristic",
        source="heard", trust=trust, seqs=(seq,), at=AT.replace(hour=seq), replaces=replaced,
    )  # fmt: skip


def test_after_two_changes_it_is_the_last_that_is_so() -> None:
    assert find_newest_told([fact(1), fact(5, 1), fact(9, 5)]) == {1: 9, 5: 9}


def test_words_of_little_trust_end_nothing() -> None:
    assert find_newest_told([fact(1), fact(5, 1, trust=0.1)]) == {}


def test_what_stands_beside_it_is_not_over_and_still_brings_the_newest() -> None:
    told = [fact(1), replace(fact(5), beside=(1,)), fact(9, 5)]
    assert find_newest_told(told) == {5: 9}
    assert find_newest_of_same(told) == {1: 9, 5: 9}


def test_the_newest_comes_before_what_is_over() -> None:
    archive = {each: hit(each) for each in (1, 3, 9)}
    found = add_present([archive[1], archive[3]], {1: 9}, archive.get, last=20)
    assert [each.seq for each in found] == [9, 1, 3]
    again = add_present(found, {1: 9}, archive.get, last=20)
    assert again == found


def test_what_the_prompt_shows_word_for_word_is_not_brought_again() -> None:
    assert [e.seq for e in add_present([hit(1)], {1: 9}, hit, last=8)] == [1]
    assert leave_out_lonely([hit(1)], {1: 9}, last=8) == [hit(1)]


def test_without_the_newest_there_is_nothing() -> None:
    assert leave_out_lonely([hit(1), hit(3)], {1: 9}, last=20) == [hit(3)]
    assert leave_out_lonely([hit(9), hit(1)], {1: 9}, last=20) == [hit(9), hit(1)]


def test_an_answer_is_not_made_of_what_is_over() -> None:
    """What tells more than that is kept: the rest of it may still be so."""
    much = hit(2, 'Hake says, "Last ferry is at seven. My wife is called Dawn."')
    assert leave_out_over([hit(1), much, hit(9)], {1: 9, 2: 9}) == [much, hit(9)]
