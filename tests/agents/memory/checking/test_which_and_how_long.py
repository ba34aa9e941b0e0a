"""The checks find exchanged things, other spans of time and turned exceptions, and say why."""

from __future__ import annotations

import pytest

from agents.memory.checking.grounds import make_knowledge
from agents.memory.checking.verdict import Verdict, judge_sentence
from benchmarks.truth.cases import read_memory


def judge(sentence: str, memory: str) -> Verdict:
    return judge_sentence(sentence, [read_memory(memory)], ["Solveig"])


@pytest.mark.parametrize(
    ("sentence", "memory", "why"),
    [
        (
            "Solveig was born in Dorn and raised in Hald.",
            'Solveig says, "I was born in Hald and raised in Dorn."',
            "born in Dorn where the memories say born in Hald",
        ),
        (
            "Solveig eats in the stable.",
            'Solveig says, "I eat at the long table and sleep in the stable."',
            "eats in stable where the memories say eat at table",
        ),
        (
            "Solveig bought the kettle in Dorn and the shears in Hald.",
            'Solveig says, "I bought the kettle in Hald and the shears in Dorn."',
            "kettle in Dorn where the memories say kettle in Hald",
        ),
        (
            "Solveig was away for a month.",
            'Solveig says, "I was away for a fortnight."',
            "a month where the memories say a fortnight",
        ),
        (
            "The guild has met here for a century.",
            'Solveig says, "The guild has met here for a decade."',
            "100 where the memories say 10",
        ),
        (
            "Nobody but the cook likes eel.",
            'Solveig says, "Everybody but the cook likes eel."',
            "nobody but cook where the memories say everybody but cook",
        ),
        (
            "No one except Solveig skates.",
            'Solveig says, "Everyone skates except me."',
            "no one except Solveig where the memories say everyone except me",
        ),
        (
            "Everybody in the fort can swim.",
            'Solveig says, "Only the smith can swim in this fort."',
            "the memories say only smith",
        ),
        (
            "The mill opens at six.",
            'Solveig says, "The mill opens at half past seven."',
            "6 where the memories say half past seven",
        ),
        (
            "The raft leaves in three weeks.",
            'Solveig says, "The raft leaves in three days."',
            "3 weeks where the memories say 3 days",
        ),
        (
            "I am to salt the beans before picking the peas.",
            'Solveig says, "Salt the beans after picking the peas."',
            "before picking where the memories say after",
        ),
    ],
)
def test_another_one_contradicts_and_the_reason_says_which(
    sentence: str, memory: str, why: str
) -> None:
    assert judge(sentence, memory) == Verdict("contradicts", why)


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        (
            "Solveig was raised in Dorn, but she was born in Hald.",
            'Solveig says, "I was born in Hald and raised in Dorn."',
        ),
        ("Solveig was away for two weeks.", 'Solveig says, "I was away for a fortnight."'),
        ("Solveig was away for two months.", 'Solveig says, "I was away for eight weeks."'),
        ("The guild met here ten years.", 'Solveig says, "The guild met here for a decade."'),
        ("Only the cook likes eel.", 'Solveig says, "Nobody but the cook likes eel."'),
        ("Solveig rises at 5:45.", 'Solveig says, "I rise at a quarter to six."'),
        ("Solveig rises at ten past five.", 'Solveig says, "I rise at 5:10."'),
        ("Solveig needs ten to twelve nails.", 'Solveig says, "I need ten to twelve nails."'),
    ],
)
def test_the_same_in_other_words_is_borne_out(sentence: str, memory: str) -> None:
    assert judge(sentence, memory) == Verdict("supports")


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        # What one does before one thing is not what one does after another.
        (
            "I barred the door before I prayed.",
            'You say, "After I supped I barred the door, and then I prayed."',
        ),
        (
            "I fed the ducks before picking sloes.",
            'You say, "I fed the ducks at dawn. After picking sloes I slept."',
        ),
        ("Solveig lives by the lake in Hald.", 'Solveig says, "I live in Hald, by the lake."'),
        ("The hunt took more than a month.", 'Solveig says, "The hunt took six weeks."'),
        ("Solveig digs three days a week.", 'Solveig says, "I dig three days a week."'),
        ("Everyone fell but Solveig.", 'Solveig says, "Nobody but me stayed on the horse."'),
        ("Only Solveig cannot skate.", 'Solveig says, "Everyone can skate but me."'),
    ],
)
def test_what_may_both_be_so_contradicts_nothing(sentence: str, memory: str) -> None:
    assert judge(sentence, memory).judgement != "contradicts"


def test_the_same_time_in_another_unit_has_a_ground() -> None:
    heard = [read_memory('Solveig says, "I was at sea for a year and a half."')]
    told, other = (f"Solveig was at sea for {each} months." for each in ("eighteen", "thirty"))
    known = make_knowledge(heard)
    assert judge_sentence(told, heard, known=known).judgement != "contradicts"
    assert judge_sentence(other, heard, known=known).judgement == "contradicts"


def test_quite_right_denies_nothing() -> None:
    heard = [
        read_memory('Solveig says, "Rye wants less dung than oats."'),
        read_memory('Bodil says, "Quite right."'),
    ]
    told = "Bodil agreed with Solveig that rye wants less dung than oats."
    assert judge_sentence(told, heard).judgement == "supports"


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        (
            "Bodil mended the sail.",
            'Solveig says, "Bodil and I mended the sail."',
        ),
        (
            "Solveig and Bodil mended the sail.",
            'Solveig says, "I mended the sail."',
        ),
    ],
)
def test_one_of_two_who_did_it_together_is_nobody_else(sentence: str, memory: str) -> None:
    heard = [read_memory(memory)]
    assert judge_sentence(sentence, heard, ["Bodil"]).judgement != "contradicts"


def test_a_memory_of_two_times_of_one_length_is_judged() -> None:
    """Words of a stranger broke the judge here."""
    memory = 'Solveig says, "I make a crown in a good week, and one good week comes in four."'
    assert judge("In a good week Solveig earns a crown.", memory).judgement != "contradicts"
