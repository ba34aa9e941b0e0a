"""The floor of a room: who answers, who waits, and for how long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agents.mind.manners.floor import AT_ONCE, HUSH, LET_REST, PATIENCE, READING, Floor, SpokenLine

AGENTS = ("Cobb", "Moss", "Wren")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def floor_of(*agents: str, asleep: tuple[str, ...] = ()) -> Floor:
    floor = Floor()
    for name in agents or AGENTS:
        floor.join(name, lambda name=name: name not in asleep)  # type: ignore[misc]
    return floor


def said(speaker: str, words: str, *present: str, place: str = "The Hall") -> SpokenLine:
    return SpokenLine(place, speaker, words, present)


@pytest.mark.parametrize(
    ("words", "answering"),
    [
        ("Moss, are you well?", ("Moss",)),
        ("Cobb and Wren, good morning.", ("Cobb", "Wren")),
        ("Bea, have you eaten?", ()),
        ("Hello everybody.", ("Cobb",)),
    ],
)
def test_whoever_is_named_answers_and_one_agent_answers_all(
    words: str, answering: tuple[str, ...]
) -> None:
    """Words to another person are no agent's; words to the room are one agent's."""
    floor = floor_of()
    assert tuple(floor.hear(said("Ada", words, "Bea", *AGENTS), 1.0)) == answering


def test_words_to_the_room_go_to_the_last_partner_then_to_whoever_was_silent_longest() -> None:
    floor = floor_of()
    assert list(floor.hear(said("Ada", "Hello everybody.", *AGENTS), 0)) == ["Cobb"]
    floor.hear(said("Cobb", "Hello, friend.", "Ada", "Moss", "Wren"), 2)
    assert list(floor.hear(said("Ada", "What is new?", *AGENTS), 10)) == ["Cobb"]
    assert list(floor.hear(said("Bea", "And who are you all?", *AGENTS), 20)) == ["Moss"]
    floor.hear(said("Moss", "I am Moss.", "Ada", "Bea", "Cobb", "Wren"), 22)
    reads_and_types = 20 + READING - 1
    assert list(floor.hear(said("Bea", "Is it deep?", *AGENTS), reads_and_types)) == ["Moss"]
    later = reads_and_types + READING + 1
    assert list(floor.hear(said("Bea", "Anybody here?", *AGENTS), later)) == ["Wren"]


def test_an_answer_goes_back_to_the_one_who_asked_without_naming_them() -> None:
    """Two agents go on talking in company; a remark to nobody calls nobody."""
    floor = floor_of()
    assert list(floor.hear(said("Wren", "Cobb, which is it?", "Ada", "Cobb", "Moss"), 0)) == [
        "Cobb"
    ]
    assert list(floor.hear(said("Cobb", "Eels, friend.", "Ada", "Moss", "Wren"), 2)) == ["Wren"]
    assert list(floor.hear(said("Moss", "Slugs tonight.", "Ada", "Cobb", "Wren"), 60)) == []


def test_one_asleep_is_not_chosen_for_words_to_the_room() -> None:
    floor = floor_of(asleep=("Cobb",))
    assert list(floor.hear(said("Ada", "Hello everybody.", *AGENTS), 0)) == ["Moss"]


def test_one_that_rests_is_left_alone_while_another_can_answer() -> None:
    floor = floor_of("Wren")
    floor.join("Moss", lambda: True, rests=lambda: True)
    floor.hear(said("Wren", "One more than a minute ago.", "Ada", "Moss"), 0)
    assert list(floor.hear(said("Ada", "Good evening.", "Moss", "Wren"), 10)) == ["Wren"]
    assert list(floor.hear(said("Bea", "Good evening.", "Moss"), 20)) == ["Moss"]


def test_a_line_counts_once_however_many_tell_of_it() -> None:
    floor = floor_of()
    line = said("Ada", "Hello everybody.", *AGENTS)
    first = floor.hear(line, 5.0)
    floor.settle("Cobb")
    assert floor.hear(line, 5.0 + AT_ONCE / 2) == first
    assert floor.is_free("Moss", "The Hall", 5.0 + HUSH)


def test_the_same_words_said_again_are_another_line() -> None:
    floor = floor_of()
    line = said("Ada", "Hello everybody.", *AGENTS)
    floor.hear(line, 5.0)
    floor.settle("Cobb")
    assert floor.hear(line, 5.0 + 2 * AT_ONCE) == ("Cobb",)
    assert not floor.is_free("Moss", "The Hall", 5.0 + HUSH + AT_ONCE)


def test_nobody_begins_while_an_answer_is_owed_or_words_are_fresh() -> None:
    """The floor is free again once the answer is given, given up, or long overdue."""
    floor = floor_of()
    floor.hear(said("Ada", "Moss, are you well?", "Bea", *AGENTS), 0)
    assert not floor.is_free("Wren", "The Hall", HUSH + 1)
    assert floor.is_free("Wren", "The Garden", 0)
    assert floor.is_free("Wren", "The Hall", PATIENCE)
    floor.hear(said("Moss", "Upright.", "Ada", "Bea", "Cobb", "Wren"), 4)
    assert not floor.is_free("Wren", "The Hall", 4 + HUSH / 2)
    assert floor.is_free("Wren", "The Hall", 4 + HUSH)


def test_one_who_has_asked_waits_for_the_answer() -> None:
    floor = floor_of()
    floor.hear(said("Wren", "Moss, where were you?", "Moss"), 0)
    assert not floor.is_free("Wren", "The Hall", 3)
    floor.settle("Moss")
    assert floor.is_free("Wren", "The Hall", 3)


def test_of_two_who_were_spoken_to_the_second_lets_the_first_finish() -> None:
    floor = floor_of()
    floor.hear(said("Ada", "Cobb and Wren, good morning.", "Cobb", "Wren"), 0)
    assert floor.find_wait("Wren", "The Hall", 1.5) == 0
    floor.hear(said("Cobb", "Morning!", "Ada", "Wren"), 1.5)
    assert floor.find_wait("Wren", "The Hall", 1.5) == HUSH
    assert floor.find_wait("Wren", "The Hall", 1.5 + HUSH) == 0


def test_a_person_is_answered_before_an_agent() -> None:
    """What an agent says meanwhile does not take the place of a person's words."""
    floor = floor_of()
    floor.hear(said("Ada", "Moss, are you well?", *AGENTS), 0)
    floor.hear(said("Wren", "Moss, your mint!", "Ada", "Cobb", "Moss"), 1)
    heard = floor.hear(said("Moss", "Upright.", "Ada", "Cobb", "Wren"), 2)
    assert list(heard) == []


def test_a_parting_is_known_to_both_until_they_meet_again() -> None:
    floor = floor_of()
    floor.part("Wren", "Moss", NOON)
    assert floor.find_parting("Moss", "Wren", NOON - timedelta(minutes=3)) == "Wren"
    assert floor.find_parting("Moss", "Wren", NOON + timedelta(minutes=3)) == ""
    assert floor.find_parting("Moss", "Cobb", NOON - timedelta(minutes=3)) == ""


def test_who_is_called_answers_and_nobody_else_who_is_named() -> None:
    floor = Floor()
    for name in ("Cobb", "Moss", "Wren"):
        floor.join(name, lambda: True)
    present = ("Cobb", "Moss", "Wren")
    line = SpokenLine("The Hall", "Ada", "Cobb, is Moss older than Wren?", present)
    assert list(floor.hear(line, 0.0)) == ["Cobb"]
    both = SpokenLine("The Hall", "Ada", "I have seen Moss and Wren.", present)
    assert list(floor.hear(both, 100.0)) == ["Moss", "Wren"]


def test_who_is_only_spoken_of_leaves_the_answer_to_the_one_who_is_talked_with() -> None:
    floor = floor_of()
    floor.hear(said("Ada", "Moss, are you well?", *AGENTS), 0)
    floor.hear(said("Moss", "Well enough, Ada.", "Ada", "Cobb", "Wren"), 5)
    assert list(floor.hear(said("Ada", "Do you think Wren is happy?", *AGENTS), 10)) == ["Moss"]
    assert list(floor.hear(said("Ada", "Wren, are you happy?", *AGENTS), 20)) == ["Wren"]
    assert list(floor.hear(said("Bea", "I look for Wren.", *AGENTS), 30)) == ["Wren"]


def test_a_person_is_told_news_once_by_all_agents_and_again_after_an_hour() -> None:
    floor = floor_of()
    floor.tell("Ada", "the wheel stopped", NOON)
    floor.tell("Moss", "the geese went over", NOON)
    assert floor.list_told("Ada", NOON) == {"the wheel stopped"}
    assert not floor.list_told("Ada", NOON + timedelta(hours=1))
    assert not floor.list_told("Moss", NOON)


def test_a_name_without_a_comma_calls_its_bearer_away_from_the_last_partner() -> None:
    floor = floor_of()
    floor.hear(said("Ada", "Moss, good evening.", *AGENTS), 0)
    floor.hear(said("Moss", "Good evening.", "Ada", "Cobb", "Wren"), 2)
    assert list(floor.hear(said("Ada", "cobb who was in the ice", *AGENTS), 5)) == ["Cobb"]
    assert list(floor.hear(said("Ada", "what do you think of moss", *AGENTS), 9)) == ["Cobb"]


def test_a_question_of_an_agent_is_answered_to_that_agent() -> None:
    """Another had spoken with the person last; what they say next is for who asked them."""
    floor = floor_of()
    floor.hear(said("Ada", "Cobb, good evening.", *AGENTS), 0)
    floor.hear(said("Cobb", "Good evening.", "Ada", "Moss", "Wren"), 2)
    floor.offer_question("And how is your nan, Ada?", "Ada")
    assert not floor.is_asked("Ada", "Cobb", 5), "it was not said yet"
    floor.hear(said("Moss", "And how is your nan, Ada?", "Ada", "Cobb", "Wren"), 6)
    assert floor.is_asked("Ada", "Cobb", 7)
    assert not floor.is_asked("Ada", "Moss", 7)
    assert list(floor.hear(said("Ada", "Better, thanks.", *AGENTS), 20)) == ["Moss"]
    assert not floor.is_asked("Ada", "Cobb", 21)


def test_of_one_of_theirs_a_person_is_asked_by_one_agent_and_then_let_rest() -> None:
    floor = Floor()
    assert floor.may_ask_of("Ada", "your brother", 100.0)
    assert not floor.may_ask_of("Ada", "your brother", 100.0 + LET_REST - 1)
    assert floor.may_ask_of("Ada", "your sister", 101.0)
    assert floor.may_ask_of("Bob", "your brother", 101.0)
    assert floor.may_ask_of("Ada", "your brother", 100.0 + LET_REST)
