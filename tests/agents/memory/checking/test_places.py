"""What stands in another's place contradicts, whatever the words; rewording does not."""

from __future__ import annotations

import pytest

from agents.memory.checking.verdict import Verdict, judge_sentence
from agents.memory.language.evidence import Source


def judge(sentence: str, *memories: str) -> Verdict:
    return judge_sentence(sentence, [Source(each) for each in memories], people=["Olga"])


HUT = 'Olga says, "My uncle rebuilt the pigsty with planks from the old barge."'
JAM = "Olga gives you a spoonful of quince jelly."
SIDES = 'Olga says, "The upper drawer is stuck, the lower one holds the spoons."'
PORTS = 'Olga says, "The cook was friendly, but the landlord was gruff."'
WHY = 'Olga says, "We came home late because of the fog, not because of the cards."'
MEANT = 'Olga says, "I promise to sharpen your scythe."'
TOLD = 'Olga says, "I showed the envoy to the abbess."'
TALLER = 'Olga says, "The beech is taller than the hazel."'
EQUAL = 'Olga says, "The ash is as old as the lime."'
GUESS = 'Olga says, "I am quite certain that the ferry sank."'
UNSURE = 'Olga says, "I am not sure that the ferry sank."'
AGE = 'Olga says, "I shall be fifty-two in May."'
MOVES = ("Wanda leaves for The Quay.", "Bo arrives from The Mill.")
SKATES = 'Olga says, "Those are Bo\'s skates, mine are the ones with the red straps."'
HENS = 'Lea says, "The red hen lays every day, the white one hardly ever."'


@pytest.mark.parametrize(
    ("sentence", "memories", "why"),
    [
        ("Olga's uncle rebuilt the henhouse with planks from the old barge.", (HUT,), "pigsty"),
        ("Olga's aunt rebuilt the pigsty.", (HUT,), "uncle"),
        ("Olga gave me a spoonful of raspberry jelly.", (JAM,), "quince"),
        ("The lower drawer is stuck.", (SIDES,), "told of another"),
        ("The landlord was friendly.", (PORTS,), "told of another"),
        ("Olga came home late because of the cards.", (WHY,), "denies that cause"),
        ("Olga came home late because of the snow.", (WHY,), "another cause"),
        ("Olga sharpened my scythe.", (MEANT,), "means to"),
        ("Olga showed the abbess to the envoy.", (TOLD,), "turned round"),
        ("The hazel is the taller tree.", (TALLER,), "it is the other"),
        ("The ash is older than the lime.", (EQUAL,), "equal"),
        ("Olga guesses that the ferry sank.", (GUESS,), "without"),
        ("The ferry sank.", (UNSURE,), "not sure"),
        ("Olga is seventy.", (AGE,), "70 where the memories say 52"),
        ("Bo arrived, and then Wanda left.", MOVES, "came later"),
    ],
)
def test_it_contradicts(sentence: str, memories: tuple[str, ...], why: str) -> None:
    verdict = judge(sentence, *memories)
    assert verdict.judgement == "contradicts"
    assert why in verdict.why


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        ("Olga's uncle used planks of the barge for his pigsty.", (HUT,)),
        ("Olga's uncle built the sty anew with timber from a boat.", (HUT,)),
        ("I got some jelly made of quinces from Olga.", (JAM,)),
        ("The spoons are in the lower drawer.", (SIDES,)),
        ("Olga found the landlord gruff.", (PORTS,)),
        ("Olga was late on account of the fog.", (WHY,)),
        ("My scythe has not been sharpened yet.", (MEANT,)),
        ("The abbess was shown the envoy by Olga.", (TOLD,)),
        ("The beech is the taller tree.", (TALLER,)),
        ("The ash and the lime are of the same age.", (EQUAL,)),
        ("Olga has no doubt that the ferry sank.", (GUESS,)),
        ("Olga is going to be fifty-two.", (AGE,)),
        ("Wanda left, and then Bo arrived.", MOVES),
        ("Olga's skates have red straps.", (SKATES,)),
        ("Olga has doubts whether the ferry sank.", (UNSURE,)),
        (
            "Lea's shop is closed on Sundays.",
            ('Lea says, "It is shut from Saturday till Monday."',),
        ),
        ("Lea has no cow left.", ('Lea says, "I used to own a cow."',)),
        ("Fear keeps Lea ashore.", ("Lea says, \"I'd sail if I weren't so afraid.\"",)),
        ("The boy is Lea's nephew.", ('Lea says, "The boy is my sister\'s."',)),
        ("Lea's white hen rarely lays, the red one daily.", (HENS,)),
    ],
)
def test_it_contradicts_nothing(sentence: str, memories: tuple[str, ...]) -> None:
    assert judge(sentence, *memories).judgement != "contradicts"
