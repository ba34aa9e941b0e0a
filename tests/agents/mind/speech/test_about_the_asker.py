"""Questions about the asker are answered by what the asker has told, in whatever words."""

from __future__ import annotations

import pytest

from agents.in_parts import finish_parts
from agents.meaning import WordMeanings
from agents.mind.speech.remembered import (
    Asked,
    asks_what_was_told,
    make_memory_candidates,
    recall_facts,
)
from agents.word_vectors import load_word_vectors
from tests.agents.mind.speech.told import BOAT, NOW, answer, hit, said_back


def test_who_left_a_thing_behind_has_lost_it() -> None:
    plane = hit(3, 'Ada says, "I left my good plane at an inn two nights back."')
    told = "You told me on Thursday that you left your good plane at an inn two nights back."
    assert answer("Do you remember what I said I lost?", plane) == told
    assert answer("What did I leave at the inn?", plane) == told


@pytest.fixture(scope="module")
def meanings() -> WordMeanings:
    return WordMeanings(load_word_vectors())


TOLD = (
    hit(11, 'Ada says, "My father mends clocks."'),
    hit(12, 'Ada says, "I am frightened of geese."'),
    hit(13, "Ada eats a ripe plum."),
    hit(14, 'Bob says, "My father sells rope."'),
    hit(15, "Bob looks at the sky, and then at the soil."),
)


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        ("What is my dad's trade?", "You told me on Thursday that your father mends clocks."),
        (
            "Wren, which bird makes me nervous?",
            "You told me on Thursday that you are frightened of geese.",
        ),
        ("Which fruit did I have?", "I saw it on Thursday: Ada eats a ripe plum."),
    ],
)
def test_the_asker_is_answered_in_other_words_too(
    meanings: WordMeanings, heard: str, words: str
) -> None:
    asked = Asked("Wren", "Ada", heard)
    assert not make_memory_candidates(finish_parts(recall_facts(TOLD, asked, NOW)), heard)
    found = make_memory_candidates(finish_parts(recall_facts(TOLD, asked, NOW, meanings)), heard)
    assert found[0].words == words


def test_what_others_did_does_not_answer_by_its_meaning(meanings: WordMeanings) -> None:
    """A gesture is near to any question that names who made it."""
    for heard in ("What does Bob look for in the evenings?", "What do I think of Bob?"):
        found = finish_parts(recall_facts(TOLD, Asked("Wren", "Ada", heard), NOW, meanings))
        answers = [each.words for each in make_memory_candidates(found, heard)]
        assert not any("looks at the sky" in each for each in answers)


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("Who am I?", "My name is Ada."),
        ("Do you know my name?", "I am Ada, by the way."),
        ("Where did I come from?", "I walked here from Carrick."),
        ("Where am I from?", "I come from a place beyond the Saddle."),
        ("How old am I?", "I'm forty-one."),
        ("What do I do for a living?", "I am a baker."),
    ],
)
def test_questions_that_say_nothing_are_answered_with_what_was_said_of_oneself(
    heard: str, told: str
) -> None:
    hits = [hit(1, 'Ada says, "I lost a blue boat."'), hit(2, f'Ada says, "{told}"')]
    assert answer(heard, *hits) in said_back(told)
    assert answer(heard, hits[0]) == ""
    assert answer(heard, *hits, partner="Bob") == ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did I promise you?", "I promise to bring you a spade."),
        ("What will I bring you?", "I will bring you a spade."),
        ("Do you remember what I lost?", "I cannot find my ring."),
        ("What scares me?", "I am afraid of geese."),
        ("What do I like best?", "I love plums."),
        ("Which town am I from?", "I come from Leeds."),
        ("What am I by trade?", "I am a clockmaker."),
        ("Who is Bea?", "Bea mends nets at the weir."),
    ],
)
def test_questions_about_the_asker_find_their_answer_in_other_words(
    question: str, told: str
) -> None:
    other = hit(21, 'Ada says, "The water is high today."', 0.5)
    assert answer(question, hit(22, f'Ada says, "{told}"'), other) in said_back(told)


def test_what_others_said_does_not_say_who_the_hearer_is(meanings: WordMeanings) -> None:
    """Near in meaning is not about the same: a question about the hearer, or about nothing."""
    said = hit(11, 'Moss says, "Tell the one about the eel, Cobb. You had it at nine feet."', 0.01)
    for heard in ("Who are you and what do you do all day?", "Where are you?"):
        facts = finish_parts(recall_facts([said], Asked("Cobb", "Ada", heard), NOW, meanings))
        assert make_memory_candidates(facts, heard) == []


def test_what_the_asker_does_is_asked_in_two_ways() -> None:
    carpenter = hit(12, 'Ada says, "I am a carpenter from Dunmore."')
    for heard in ("What do I do?", "Do you remember what I do?"):
        assert (
            answer(heard, carpenter)
            == "You told me on Thursday that you are a carpenter from Dunmore."
        )


LOST_LINK = hit(13, "Ada stops in the middle of a movement: the link is lost.", 0.01)


def test_what_the_asker_lost_is_what_they_told_and_not_how_they_left() -> None:
    """A visitor heard "the link is lost" from three agents when she asked after her thimble."""
    assert answer("What did I lose?", LOST_LINK) == ""
    assert answer("Do you remember what I lost?", LOST_LINK, BOAT).startswith("You told me on")


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("Where am I from?", True),
        ("What did I tell you about my brother?", True),
        ("Do you remember my brother?", True),
        ("What can I do here?", False),
        ("My brother is angry with me. What would you do?", False),
        ("Where is the Mill?", False),
        ("Could you keep my umbrella here until I come back from the lake?", False),
        ("Have I paid for tomorrow?", False),
        ("Have I told you about my brother?", True),
        ("Guess, then: where do I come from?", False),
        ("I lost my ring here, have you seen it?", False),
    ],
)
def test_which_questions_ask_for_what_was_told(heard: str, told: bool) -> None:
    assert asks_what_was_told(heard) is told


@pytest.mark.parametrize(
    "heard", ["What if I take a blue boat out?", "You mean I should take my blue boat out?"]
)
def test_what_is_only_supposed_is_not_answered_by_what_was_told(heard: str) -> None:
    assert answer("Did I lose a blue boat?", BOAT)
    assert answer(heard, BOAT) == ""


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("Who built this place?", "I wanted to see a building that is older than my shame."),
        (
            "Who lives behind that window?",
            "She lives behind a window that she never opens.",
        ),
        ("My dad? He is a roofer. What about yours?", "My dad is a lot like me."),
        ("Do you know anything about long journeys?", "My husband drives on long journeys."),
        ("I asked if you would tell them, if you were me. Would you?", "I failed, tell them so."),
    ],
)
def test_what_was_told_is_no_answer_to_what_is_not_of_it(heard: str, told: str) -> None:
    """Such words came back to visitors as answers, each time beside the point."""
    assert answer(heard, hit(22, f'Ada says, "{told}"')) == ""
