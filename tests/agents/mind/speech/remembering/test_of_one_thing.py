"""What others told of one thing, or of who did what to somebody, is found by that one word."""

from __future__ import annotations

import pytest

from agents.mind.speech.questions import asks_leave_of_others
from agents.mind.speech.remembering.covering import asks_whether_there_is, has_somebody
from tests.agents.mind.speech.told import answer, hit

FERRIS = hit(1, 'Agda says, "Ferris hit Vashti with a ladle at the fair."')
SUMMERHOUSE = hit(2, 'Dirk says, "The summerhouse was struck by lightning."')
SMITHY = hit(3, 'Elke says, "There is a smithy in Karrow again, behind the church."')
VIOLIN = hit(4, 'Fyn says, "Tancred will not part with the violin, it is old."')
TANNERY = hit(5, 'Leif says, "One can sleep in the tannery for two pence."')
KNEE = hit(6, 'Olaf says, "I hit my knee on a bench, and it swelled."')
TOLD = (FERRIS, SUMMERHOUSE, SMITHY, VIOLIN, TANNERY)


@pytest.mark.parametrize(
    ("heard", "has"),
    [
        ("Who hit whom?", "Ferris hit Vashti"),
        ("Did Vashti hit Ferris?", "Ferris hit Vashti"),
        ("Who was hit?", "Ferris hit Vashti"),
        ("What do you know of the summerhouse?", "struck by lightning"),
        ("What happened to the summerhouse?", "struck by lightning"),
        ("Tell me about the violin.", "will not part"),
        ("Where is the smithy?", "in Karrow"),
        ("Is there a smithy anywhere?", "in Karrow"),
        ("Have you heard of a smithy?", "in Karrow"),
        ("Could I buy the violin from Tancred?", "will not part"),
        ("Might one sleep in the tannery?", "for two pence"),
        ("May I sleep in the tannery?", "for two pence"),
    ],
)
def test_what_somebody_told_is_found_by_its_one_word(heard: str, has: str) -> None:
    assert has in answer(heard, *TOLD, partner="Bob")


@pytest.mark.parametrize(
    "heard",
    [
        "Who kissed whom?",
        "Who hit Ada?",
        "Could I buy the ladle from Ferris, please, or a bowl?",
        "May I sleep here?",
        "Could you sell me the violin?",
        "Is the smithy good?",
        "What do you know of the brewery?",
        "What do you know of my smithy?",
        "What do you know of Vashti?",
        "What is a fair?",
        "Did Ferris marry Vashti's sister at church?",
    ],
)
def test_where_nothing_was_told_of_it_nothing_is_given(heard: str) -> None:
    assert answer(heard, *TOLD, partner="Bob") == ""


def test_words_that_name_nobody_do_not_answer_who() -> None:
    assert answer("Who hit whom?", KNEE, partner="Bob") == ""
    assert has_somebody("Tibor has a bicycle.")
    assert not has_somebody("Lamp oil is dear.")
    assert not has_somebody("There is a smithy.")


def test_leave_is_anothers_to_give_where_the_hearer_is_not_asked() -> None:
    assert asks_leave_of_others("Could I buy the violin?")
    assert asks_leave_of_others("May I leave my mule in the stables?")
    assert not asks_leave_of_others("Could I buy your violin?")
    assert not asks_leave_of_others("Is it far?")


def test_there_are_questions_whether_there_is_a_thing_at_all() -> None:
    assert asks_whether_there_is("And is there a smithy?")
    assert not asks_whether_there_is("Is the smithy good?")
