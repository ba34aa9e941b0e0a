"""What somebody is said to have said rests on what they said, did or took over by an answer."""

from __future__ import annotations

import pytest

from agents.memory.checking.reading import read_statement
from agents.memory.checking.telling.reported import list_reports
from agents.memory.checking.verdict import Verdict, judge_sentence
from benchmarks.truth.cases import read_memory

PEOPLE = ("Lotte", "Piet", "Gunnar")
LOTTE = 'Lotte says, "The dovecote leaks since the hailstorm."'
PIET = 'Piet says, "My knees ache today."'


def judge(sentence: str, *memories: str) -> Verdict:
    return judge_sentence(sentence, [read_memory(each) for each in memories], PEOPLE)


@pytest.mark.parametrize(
    "sentence",
    [
        "According to Piet the dovecote leaks since the hailstorm.",
        "The dovecote leaks since the hailstorm, according to Piet.",
        "(According to Piet) The dovecote leaks since the hailstorm.",
        "The dovecote leaks since the hailstorm, Piet told me.",
        "I heard from Piet that the dovecote leaks since the hailstorm.",
        "I was told by Piet that the dovecote leaks since the hailstorm.",
        "I told Lotte that the dovecote leaks since the hailstorm.",
    ],
)
def test_words_of_one_do_not_bear_out_what_another_is_said_to_have_said(sentence: str) -> None:
    own = 'You say, "It is a fine evening."'
    assert judge(sentence, LOTTE, PIET, own) == Verdict("contradicts", "somebody else said it")


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        ("According to Lotte the dovecote leaks since the hailstorm.", (LOTTE, PIET)),
        ("The dovecote leaks since the hailstorm, Lotte told me.", (LOTTE, PIET)),
        # Who was told it did not say it, and "she" is anybody.
        ("I was told that the dovecote leaks since the hailstorm.", (LOTTE, PIET)),
        ("She said that the dovecote leaks since the hailstorm.", (LOTTE,)),
        # An answer takes over what was said before it.
        ("According to Piet the dovecote leaks.", (LOTTE, 'Piet says, "Yes, badly."')),
        # Another tells what was said.
        (
            "According to Piet the dovecote leaks.",
            ('Lotte says, "Piet told me that the dovecote leaks."',),
        ),
        # The agent's own words and deeds are its memories.
        (
            "I told Lotte that I had swept the dovecote.",
            ("You sweep the dovecote.", 'You say, "I swept the dovecote, Lotte."'),
        ),
        # What one sees names the things of which somebody speaks.
        (
            "Lotte lit the green lantern and said that the lantern was a gift.",
            ("Lotte lights the green lantern.", 'Lotte says, "It was a gift."'),
        ),
    ],
)
def test_own_words_answers_and_deeds_bear_it_out(sentence: str, memories: tuple[str, ...]) -> None:
    assert judge(sentence, *memories).judgement == "supports"


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        (
            "Piet told me that he will look after it when he finds time.",
            ('Lotte says, "I will look after the geese when I find time."', PIET),
        ),
        ("Gunnar will look after it tomorrow.", ('Piet says, "I will look after it tomorrow."',)),
    ],
)
def test_the_same_words_of_another_do_not_bear_it_out(
    sentence: str, memories: tuple[str, ...]
) -> None:
    assert judge(sentence, *memories, "Gunnar yawns.").judgement != "supports"


def test_a_summary_that_reports_one_does_not_bear_out_another() -> None:
    older = "Lotte said that the dovecote leaks.", "Piet told me a joke about geese."
    assert judge("Piet said that the dovecote leaks.", *older).judgement == "contradicts"
    assert judge("Lotte said that the dovecote leaks.", *older).judgement == "supports"


def test_a_report_ends_where_the_next_one_begins() -> None:
    told = "Lotte said that the loft is dry, and according to Piet the cellar floods."
    reports = list_reports(read_statement(told, {"lotte", "piet"}))
    assert [(each.speaker, sorted(each.content)) for each in reports] == [
        ("lotte", ["dri", "loft"]),
        ("piet", ["cellar", "flood"]),
    ]
