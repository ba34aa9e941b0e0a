"""What was said in ordinary talk and is no fact, no promise and no change of anything."""

from __future__ import annotations

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.heuristics import list_candidates, list_rest
from agents.memory.language.classify import classify_memory
from agents.memory.language.salience import find_signals, is_asked
from tests.agents.memory.journal.support import heard, saw


def draw(*memories: Experience) -> list[Fact]:
    facts = list_candidates(memories, "Moss")
    return complete_all(facts, list_rest(memories, "Moss", facts), memories).choose()


def says(seq: int, speaker: str, words: str) -> Experience:
    return heard(seq, speaker, f'{speaker} says, "{words}"')


def test_a_whisper_that_was_only_seen_is_nothing_that_was_said() -> None:
    """Who is whispered to is told the words; who stands by sees that somebody whispers."""
    seen = heard(1, "Ada", "Ada whispers something to Hester.", "whisper")
    told = heard(2, "Ada", 'Ada whispers to you, "My sister lives in Lisbon."', "whisper")
    assert classify_memory(seen).told == "sight"
    assert classify_memory(told).told == "speech"
    facts = draw(seen, told)
    assert [each.seqs for each in facts if each.speaker == "Ada"] == [(2,)]
    assert not any("whispers something" in each.text for each in facts)


@pytest.mark.parametrize(
    "said",
    [
        "Raw? Then you will have dreamed the stomach ache, too.",
        "Keep my place warm, I shall want it for the next one!",
        "If anyone comes, I shall ask for news.",
    ],
)
def test_what_will_be_is_no_promise(said: str) -> None:
    assert "promise" not in {each.tag for each in find_signals(said)}


@pytest.mark.parametrize(
    "said",
    [
        "I will bring you seeds tomorrow.",
        "You will have the patched sail on Saturday.",
        "You shall have two loaves.",
        "I'll tell them tonight.",
        "I owe you an apology.",
    ],
)
def test_what_somebody_is_to_get_is_a_promise(said: str) -> None:
    tags = [each.tag for each in find_signals(said)]
    assert "promise" in tags and "plan" not in tags


def test_a_fire_in_the_hearth_is_no_event() -> None:
    assert not find_signals("Moss banks the fire with ash.")
    assert "event" in {each.tag for each in find_signals("The boathouse is on fire.")}


@pytest.mark.parametrize(
    "said",
    [
        "hester whats for dinner tonight.",
        "cobb what you eat on the ferry.",
        "so cobb where does wren go now.",
        "wren are you lonely up here.",
        "does your mill have its top stone.",
        "is moss in love with you or what.",
        "Hester, will you be gone by tomorrow?",
        "Hester, will you?",
        "Tell me, will it rain?",
    ],
)
def test_a_question_asks_without_its_mark_and_behind_a_name(said: str) -> None:
    assert is_asked(said)


@pytest.mark.parametrize(
    "said",
    [
        "Remember what I told you.",
        "Wren, who also counts.",
        "Everybody who is late gets cold soup.",
        "Lisbon, where Marta lives, is warm.",
        "He asked what it cost.",
        "Did well, too.",
        "She is my sister, is she not?",
        "The mill burned down, did you hear?",
        "You sold it, Hester, didn't you?",
    ],
)
def test_what_only_asks_for_assent_or_has_a_question_word_tells(said: str) -> None:
    assert not is_asked(said)


def test_what_is_told_back_to_its_teller_is_no_news() -> None:
    first = says(1, "Ilse", "My sister Marta moved to Lisbon.")
    back = says(2, "Wren", "You told me just now: 'My sister Marta moved to Lisbon.'")
    assert [each.seqs for each in draw(first, back)] == [(1,)]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        # A question, and what reports one.
        (
            says(
                1, "Ilse", "Moss, that was a kind thing. Is it true you are taking food to Hester?"
            ),
            saw(2, "Moss takes the barley loaf."),
        ),
        (
            says(1, "Ilse", "Hester, I asked whether you have an old map here."),
            says(2, "Ilse", "I told you I collect old maps."),
        ),
        (
            says(1, "Dario", "cobb whats in the soup pot tho? smells like somebody can cook"),
            says(2, "Dario", "cobb you didnt answer me who made the soup"),
        ),
        # A joke about the trade, and an old acquaintance.
        (
            says(1, "Hester", "I am a surveyor, from the other valley."),
            says(2, "Hester", "Two surveyors met at a boundary. One of them was my uncle."),
        ),
        (
            says(1, "Cobb", "I knew a surveyor once. He measured a hill until it was gone."),
            says(2, "Cobb", "They were on the hill!"),
        ),
        (
            says(1, "Hester", "The night the fall froze."),
            says(2, "Moss", "The swallows have gone from under your bridge, Wren."),
        ),
        # A word that is the same, of another thing.
        (
            says(1, "Ilse", "I was strict about pencils too."),
            says(2, "Ilse", "One blue pencil. I would give you something in exchange."),
        ),
        # A greeting, and somebody's name.
        (
            says(1, "Wren", "After every dry day it is eleven minutes late."),
            says(2, "Wren", "Good day, Ilse, my lamp is lit."),
        ),
        (
            says(1, "Ilse", "Good day to you, Fern, I have come for the quiet."),
            says(2, "Ilse", "Fern, there is a hole in my boot now."),
        ),
    ],
)
def test_what_only_sounds_alike_is_no_change(before: Experience, now: Experience) -> None:
    assert all(not each.before for each in draw(before, now))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Did you rest well, Ada?", "I lost a red umbrella. It was near the mill."),
        ("What is the light across the water?", "I shall write that down, to the minute."),
        ("Is the loaf for the war or for the second pair?", "It was baked on Tuesday."),
        ("Is there a stair beside the fall?", "He had a shorter beard, on Tuesday."),
    ],
)
def test_what_a_statement_is_about_is_told_only_where_it_is_sure(asked: str, said: str) -> None:
    """A thing of its own, no word that stands for one, two things, and a "he" for a place."""
    assert all(not each.subject for each in draw(says(1, "Hester", asked), says(2, "Ada", said)))
