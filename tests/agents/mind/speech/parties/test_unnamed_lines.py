"""A person's line that names nobody: which of several agents is it for, or is it for none?"""

from __future__ import annotations

import pytest

from agents.mind.manners.floor import READING, Floor, SpokenLine
from agents.mind.speech.parties.concern import TradeWords

SPOKEN = {
    "Cobb": ["The ferry is old.", "Haul the ferry over.", "My oar is ash."],
    "Moss": ["The bees are quiet.", "Leeks want rain.", "Ask the bees."],
    "Wren": ["The lamp is lit.", "One lamp, one pint of oil.", "I write the hour down."],
}
EVERYBODY = ("Ada", "Bea", *SPOKEN)


@pytest.fixture
def floor() -> Floor:
    """A room in which all three can answer."""
    made = Floor()
    for name, lines in SPOKEN.items():
        made.join(name, lambda: True, work=TradeWords(lambda lines=lines: lines))  # type: ignore[misc]
    return made


def hear(floor: Floor, at: float, speaker: str, words: str) -> list[str]:
    """Have everybody else hear a line; return who is to answer it."""
    present = tuple(each for each in EVERYBODY if each != speaker)
    return list(floor.hear(SpokenLine("The Hall", speaker, words, present), at))


def test_who_comes_in_and_asks_does_not_get_the_next_question(floor: Floor) -> None:
    """Cobb's "How are you?" made him the one for whom all that came after was."""
    hear(floor, 0, "Ada", "Moss, what is that note?")
    hear(floor, 2, "Moss", "A queen, calling.")
    hear(floor, 4, "Cobb", "Good evening, Ada. How are you?")
    assert hear(floor, 9, "Ada", "And how high does it get?") == ["Moss"]


def test_who_comes_in_and_asks_gets_the_answer(floor: Floor) -> None:
    hear(floor, 0, "Ada", "Moss, what is that note?")
    hear(floor, 2, "Moss", "A queen, calling.")
    hear(floor, 4, "Cobb", "Good evening, Ada. How are you?")
    assert hear(floor, 9, "Ada", "Tired, and a little wet.") == ["Cobb"]


def test_what_was_left_is_not_gone_back_to_for_ever(floor: Floor) -> None:
    hear(floor, 0, "Ada", "Moss, what is that note?")
    hear(floor, READING, "Cobb", "Good evening, Ada. How are you?")
    assert hear(floor, READING + 9, "Ada", "And how high does it get?") == ["Cobb"]


def test_who_asks_for_something_of_their_own_asks_the_one_they_talk_with(floor: Floor) -> None:
    """Bees are Moss's, but it was Wren who was told."""
    hear(floor, 0, "Ada", "Wren, I fear whatever hums. It stung me as a child.")
    hear(floor, 2, "Wren", "Noted, with the hour.")
    hear(floor, 9, "Ada", "What a high window.")
    hear(floor, 11, "Wren", "East, and cold.")
    assert hear(floor, 19, "Ada", "Why do I run from bees?") == ["Wren"]
    assert hear(floor, 25, "Ada", "Are the leeks up?") == ["Moss"]


def test_a_word_of_what_somebody_has_just_said_is_for_that_one(floor: Floor) -> None:
    hear(floor, 0, "Ada", "Moss, is it late?")
    hear(floor, 2, "Moss", "Late enough.")
    hear(floor, 4, "Cobb", "The pike is in a mood.")
    assert hear(floor, 9, "Ada", "What pike?") == ["Cobb"]
    hear(floor, 11, "Cobb", "The one under the slip.")
    assert hear(floor, 15, "Ada", "How long is it?") == ["Cobb"]


@pytest.mark.parametrize(
    ("words", "whose"),
    [
        ("Who lights the lamp?", "Wren"),
        ("Would your ferry take me over?", "Cobb"),
        ("Are there bees in winter?", "Moss"),
        ("Do you like bees?", "Wren"),
        ("Why is that?", "Wren"),
        ("Does the ferry pass the lamp with the bees?", "Wren"),
    ],
)
def test_a_question_of_ones_work_is_for_that_one(floor: Floor, words: str, whose: str) -> None:
    """What is asked of the partner's own life, and what is of several works, stays in the talk."""
    hear(floor, 0, "Ada", "Wren, good evening.")
    hear(floor, 2, "Wren", "Good evening.")
    assert hear(floor, 9, "Ada", words) == [whose]


def test_the_work_that_is_talked_of_already_stays_in_the_talk(floor: Floor) -> None:
    hear(floor, 0, "Ada", "Cobb, were you ever stung by bees?")
    hear(floor, 2, "Cobb", "Twice.")
    assert hear(floor, 9, "Ada", "Do bees fly at night?") == ["Cobb"]


def test_an_answer_that_names_anothers_work_is_for_who_asked(floor: Floor) -> None:
    hear(floor, 0, "Ada", "Wren, good evening.")
    hear(floor, 2, "Wren", "Good evening. What did your mother do?")
    assert hear(floor, 9, "Ada", "She kept bees, and sold them to bees' friends.") == ["Wren"]


def test_the_first_words_in_a_room_are_for_the_one_whose_work_they_are_of(floor: Floor) -> None:
    assert hear(floor, 0, "Ada", "An oar lay on the shore this morning.") == ["Cobb"]
    assert hear(floor, 1, "Bea", "The leeks are fine.") == ["Moss"]


def test_visitors_who_talk_with_each_other_are_not_answered(floor: Floor) -> None:
    """Who was called by another visitor answers that one; with a question, their talk goes on."""
    assert hear(floor, 0, "Ada", "Bea, did you pack the bread?") == []
    assert hear(floor, 4, "Bea", "No, I thought that you had it.") == []
    assert hear(floor, 8, "Ada", "You always think so.") == []
    assert hear(floor, 12, "Bea", "Moss, is there any soup?") == ["Moss"]
    assert hear(floor, 16, "Ada", "Bea, do not bother him.") == []
    assert hear(floor, 20, "Bea", "Is it hot?") == ["Moss"]


def test_an_agent_of_whose_voice_nothing_is_known_has_no_work(floor: Floor) -> None:
    floor.join("Hester", lambda: True)
    line = SpokenLine("The Mill", "Ada", "Who lights the lamp?", ("Hester", "Moss"))
    assert list(floor.hear(line, 0.0)) == ["Hester"]
