"""What a sentence tells otherwise by a unit or a small word alone."""

from __future__ import annotations

import pytest

from tests.agents.memory.checking.test_understood import judge


def says(words: str) -> str:
    return f'Wick says, "{words}"'


@pytest.mark.parametrize(
    ("sentence", "words", "why"),
    [
        ("The leg will heal in two weeks.", "The leg will heal in two days.", "2 day"),
        ("The well is forty inches deep.", "The well is forty feet deep.", "40 feet"),
        ("Wick paid nine pennies for the mare.", "I paid nine crowns for the mare.", "crown"),
        ("The inn shut a minute ago.", "The inn shut an hour ago.", "a hour"),
        ("Wick will be laid up for months.", "It will be weeks, I am laid up.", "some week"),
        ("Wick keeps bees from next month on.", "I keep bees from next year on.", "next year"),
        ("The best bread is at the mill.", "The worst bread is at the mill.", "worst"),
        ("The shop is open until noon.", "The shop is open from noon.", "from"),
        ("Wick often swims in the weir.", "I seldom swim in the weir.", "seldom"),
        ("Wick came because of the rain.", "I came in spite of the rain.", "spite"),
        ("Wick sleeps with the lamp off.", "I sleep with the lamp on.", "on"),
    ],
)
def test_it_contradicts_by_so_little(sentence: str, words: str, why: str) -> None:
    verdict = judge(sentence, says(words))
    assert verdict.judgement == "contradicts"
    assert why in verdict.why


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("The leg will heal in two weeks.", "The leg will heal in a fortnight."),
        ("The leg will heal in two weeks.", "It took two days to set, the leg will heal in weeks."),
        ("Wick is forty years old.", "I turned forty last month."),
        ("The shop is open until noon.", "The shop is open from nine until noon."),
        ("Wick often swims in the weir.", "I seldom swim in the lake, but often in the weir."),
        ("The mill is near the weir.", "The mill is far from the church and near the weir."),
    ],
)
def test_what_may_be_so_does_not(sentence: str, words: str) -> None:
    assert judge(sentence, says(words)).judgement != "contradicts"
