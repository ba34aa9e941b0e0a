"""What a sentence tells otherwise though hardly a word is other: how often, in which order, who."""

from __future__ import annotations

import pytest

from agents.memory.checking.verdict import Verdict, judge_sentence
from agents.memory.language.evidence import Source


def judge(sentence: str, *memories: str) -> Verdict:
    return judge_sentence(sentence, [Source(each) for each in memories], people=["Wick", "Rob"])


WASH = 'Lise says, "I wash the mule twice a week."'
RENT = 'Bo says, "The rent is due every month."'
BULBS = 'Tam says, "Lift the bulbs before the frost, never later."'
STAIRS = 'Ines says, "Nobody goes upstairs, not even the priest."'
PAID = 'Bo says, "Rob has paid. It is Wick who owes the mill."'
STALE = 'Ada says, "It was the cheese that was mouldy. The bread was fine."'
ASKED = ('Bo asks, "Any objection if I fell the pear tree?"', 'You say, "None whatever."')
BOTH = ('Bo says, "The well is poisoned."', 'Ada says, "I never heard such a thing of the well."')
FERNS = 'May says, "Do not water the ferns, they drown."'
LAME = ('Bo says, "The mare is lame."', 'Bo says, "The mare is right as rain."')
ROPE = 'Ada says, "Rob rang the bell."'


@pytest.mark.parametrize(
    ("sentence", "memories", "why"),
    [
        ("Lise washes her mule every other week.", (WASH,), "often"),
        ("Bo wants the rent once a week.", (RENT,), "often"),
        ("Tam says to wait for the frost and lift the bulbs.", (BULBS,), "after the frost"),
        ("Tam lifts the bulbs once the frost has passed.", (BULBS,), "after the frost"),
        ("Ines lets nobody upstairs but the priest.", (STAIRS,), "no exception"),
        ("Rob owes the mill money.", (PAID,), "somebody else"),
        ("Ada was sold mouldy bread.", (STALE,), "it is chees"),
        ("I had an objection when Bo wanted to fell the pear tree.", ASKED, "answer denies"),
        ("Bo and Ada agree that the well is poisoned.", BOTH, "one of them"),
        ("May told me to water the ferns.", (FERNS,), "forbidden"),
        ("The mare is lame.", LAME, "changed later"),
        ("Wick said that the bell was rung.", (ROPE,), "somebody else said"),
    ],
)
def test_it_contradicts(sentence: str, memories: tuple[str, ...], why: str) -> None:
    verdict = judge(sentence, *memories)
    assert verdict.judgement == "contradicts"
    assert why in verdict.why


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        ("Lise washes her mule two times every week.", (WASH,)),
        ("Bo wants the rent monthly.", (RENT,)),
        ("Tam lifts the bulbs before the frost.", (BULBS,)),
        ("Ines lets nobody upstairs, the priest included.", (STAIRS,)),
        ("Wick owes the mill money.", (PAID,)),
        ("Ada was sold mouldy cheese.", (STALE,)),
        ("I had no objection when Bo wanted to fell the pear tree.", ASKED),
        ("Bo and Ada do not agree about the well.", BOTH),
        ("May told me not to water the ferns.", (FERNS,)),
        ("The mare was lame once.", LAME),
        ("Ada said that Rob rang the bell.", (ROPE,)),
    ],
)
def test_the_same_from_the_other_side_does_not(sentence: str, memories: tuple[str, ...]) -> None:
    assert judge(sentence, *memories).judgement != "contradicts"
