"""Plain questions have plain answers: a name, the hour, the way, what was just said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from agents.memory.core.records import Experience
from agents.mind.speech.plain_answers import PlainAnswers, PlainQuestion, address_hearer
from tests.agents.mind.support import TEXTS
from world.boundaries import Situation
from world.calendar import WorldTime
from world.nature import Nature

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TIME = WorldTime(3, 18, 5, "dusk", weather="fog")
HALL = Situation("Moss", "The Hall", "", {"garden": "The Garden"}, ("Ada", "Wren"), (), (), TIME)
WAYS = {"the mill": ["garden", "mill"], "the hall": []}


def memory(
    seq: int, text: str, place: str, *occupants: str, nature: Nature = Nature.DEED
) -> Experience:
    at = NOW - timedelta(hours=10 - seq)
    return Experience(seq, at, text, "observation", place=place, occupants=occupants, nature=nature)


def ask(heard: str, *memories: Experience, asker: str = "Ada") -> str:
    plain = PlainAnswers(TEXTS, lambda place: WAYS.get(place.casefold()))
    found = plain.answer(PlainQuestion(heard, asker, HALL, memories))
    return found.words if found else ""


@pytest.mark.parametrize(
    "heard", ["What is my name?", "Who am I?", "Do you know me?", "Do you remember my name, Moss?"]
)
def test_the_asker_is_called_by_name(heard: str) -> None:
    assert ask(address_hearer(heard, "Moss").replace(", Moss", "")) == "You are Ada."


@pytest.mark.parametrize(
    "heard", ["Who am I to you by now?", "who am i and what do u know", "who am i to complain"]
)
def test_who_asks_for_more_hears_more_than_their_name(heard: str) -> None:
    assert ask(heard) != "You are Ada."


@pytest.mark.parametrize(
    "heard",
    ["what time is it on that clock?", "What time have you got on there?", "Have you got the time?",
     "is it late? feels late", "What is the time, please?"],
)  # fmt: skip
def test_the_hour_is_told_whatever_it_is_read_from_and_in_the_agents_manner(heard: str) -> None:
    assert ask(heard) == "It is dusk, 18:05."
    own = PlainAnswers(TEXTS, WAYS.get, lambda kind: ("{clock} by the clock: {phase}.",))
    found = own.answer(PlainQuestion(heard, "Ada", HALL, ()))
    assert found and found.words == "18:05 by the clock: dusk."
    again = own.answer(PlainQuestion(heard, "Ada", HALL, (), said=(found.words,)))
    assert again and again.words == "It is dusk, 18:05."


@pytest.mark.parametrize(
    "heard",
    ["What time is the lamp lit?", "Is it too late to learn?", "Do you have the time to help me?",
     "What is the time between two answers?"],
)  # fmt: skip
def test_other_times_are_not_the_hour(heard: str) -> None:
    assert ask(heard) == ""


def test_the_hour_and_the_weather_are_the_worlds() -> None:
    assert ask("What time is it?") == "It is dusk, 18:05."
    assert ask("What's the weather like?") == "There is fog."
    assert ask("What time is the lamp lit?") == ""


@pytest.mark.parametrize(
    "heard",
    [
        "How do I get to the Mill?",
        "Where is the Mill?",
        "Where is the mill from here?",
        "Where is your mill?",
        "How do I go from here to the Mill? Without stairs, please.",
        "I am lost. How can I find the mill?",
        "How does one get to the mill from here?",
        "Which way is it to the Mill? I would like to meet Hester.",
        "which way is the mill",
        "I asked the way to the mill and you tell me to ask at the mill.",
    ],
)
def test_the_way_to_a_room_begins_where_the_agent_is(heard: str) -> None:
    assert ask(heard) == "From the Hall it is 'garden', then 'mill'."


@pytest.mark.parametrize(
    "heard",
    [
        "would you show me the mill, wren?",
        "Seriously, take me to the mill? Or point.",
        "When the sun comes can you show me the way to the mill? I like to meet Hester.",
        "point me to the mill please",
    ],
)
def test_who_asks_to_be_shown_a_room_is_told_the_way(heard: str) -> None:
    assert ask(heard) == "You will find it, Ada. From the Hall it is 'garden', then 'mill'."
    assert ask("Show me the ledger.") == ask("Take me to the cleaners.") == ""


def test_how_one_gets_there_asks_for_nothing_but_the_way() -> None:
    plain = PlainAnswers(TEXTS, lambda place: WAYS.get(place.casefold()))
    how, where = (
        plain.answer(PlainQuestion(each, "Ada", HALL, ()))
        for each in ("How do I get to the mill? I want to meet Hester.", "Where is the mill?")
    )
    assert how and where and how.words == where.words and how.fit > where.fit


def test_a_room_that_is_here_or_nowhere() -> None:
    assert ask("Where is the Hall?") == "Here, at the Hall."
    assert ask("Where is the lamp?") == ""


def test_where_the_agent_is() -> None:
    assert ask("Where are you now?") == "Here, at the Hall."


def test_whom_it_talked_with_are_those_who_spoke() -> None:
    heard = "Who else have you talked with today?"
    spoke = [
        replace(memory(n, f'{who} says, "Hm."', "The Hall", nature=Nature.SPEECH), speaker=who)
        for n, who in enumerate(("Bob", "Cobb", "Ada", "Bob"))
    ]
    assert ask(heard, *spoke) == "With Bob and Cobb, lately."
    assert ask(heard, spoke[2]) == "With nobody but you, lately."


def test_a_question_about_the_hearer_by_name_is_one_to_the_hearer() -> None:
    assert address_hearer("What is Moss like?", "Moss") == "What are you like?"
    assert address_hearer("Where is Moss?", "Moss") == "Where are you?"
    assert address_hearer("Where is Moss?", "Wren") == "Where is Moss?"
    assert address_hearer("My son is Moss.", "Moss") == "My son is Moss."


def test_what_the_asker_said_before_is_said_back() -> None:
    plain = PlainAnswers(TEXTS, lambda place: None)
    asked = PlainQuestion("What did I just say?", "Ada", HALL, (), before="I lost a boat.")
    found = plain.answer(asked)
    assert found and found.words == "You said: 'I lost a boat.'"
    assert plain.answer(replace(asked, before="")) is None


def test_who_goes_on_by_calling_its_name_is_heard() -> None:
    plain = PlainAnswers(TEXTS, lambda place: None)
    asked = PlainQuestion("Wren?", "Ada", HALL, (), before="Is it deep?", me="Wren")
    found = plain.answer(asked)
    assert found and found.words == "Yes, Ada?"
    assert plain.answer(replace(asked, before="")) is None
    assert plain.answer(replace(asked, heard="Wren or Cobb?")) is None


def test_who_asks_whether_anybody_is_there_hears_who_is() -> None:
    assert ask("Is any of you here?") == "I am here, Ada, and so is Wren."
    assert ask("Is anybody there?") == "I am here, Ada, and so is Wren."


def test_a_sum_is_worked_out() -> None:
    assert ask("What is 17 times 3?").startswith("51")


def test_why_one_is_here_asks_for_more_than_that_one_is() -> None:
    assert ask("Why are you here?") == "" and ask("Are you here?") != ""


@pytest.mark.parametrize(
    "heard", ["What day is it here? I lost count.", "What season is it with you?"]
)
def test_the_day_is_the_worlds(heard: str) -> None:
    autumn = replace(TIME, season="autumn", day_of_season=3)
    situation = replace(HALL, time=autumn)
    found = PlainAnswers(TEXTS, lambda place: None).answer(
        PlainQuestion(heard, "Ada", situation, ())
    )
    assert found and "third day of autumn" in found.words.casefold()
    assert ask(heard) == ""  # a world without seasons


def test_who_is_here_and_who_was_is_seen() -> None:
    assert "Wren" in ask("Who else is about tonight?") and "Cobb" not in ask("Who is here?")
    came = memory(1, "Cobb comes in.", "The Hall", "Ada", "Cobb", "Wren")
    elsewhere = memory(2, "Hester comes in.", "The Mill", "Hester")
    earlier = ask("Was there anybody here earlier today?", came, elsewhere)
    assert "Cobb" in earlier and "Hester" not in earlier and "Wren" not in earlier
    assert "Cobb" not in ask("Was there anybody here earlier today?")
    assert ask("Who was here before the wall?", came) == ""
    assert ask("Who is the man in the boat?") == ""


def test_where_one_can_sit_is_told_of_the_nearest_room() -> None:
    rooms = {"The Mill": "Eleven spoons, and a bench by the hopper."}
    plain = PlainAnswers(TEXTS, lambda place: WAYS.get(place.casefold()), list_rooms=lambda: rooms)
    found = plain.answer(PlainQuestion("Where can I sit?", "Ada", HALL, ()))
    assert found and "the Mill" in found.words and "bench" in found.words
