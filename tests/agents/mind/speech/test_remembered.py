"""What is remembered is told with its source, and secrets stay with whoever told them."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from agents.meaning import WordMeanings, load_word_vectors
from agents.memory.recall.hits import Hit
from agents.mind.speech.remembered import (
    Asked,
    asks_what_was_told,
    describe_day,
    make_memory_candidates,
    recall_facts,
)

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def hit(seq: int, text: str, days: float = 2, speaker: str | None = None) -> Hit:
    """A memory; what quotes words is said by the one whose name comes first."""
    first = text.partition(" ")[0] if '"' in text and not text.startswith("~") else ""
    at = NOW - timedelta(days=days)
    return Hit(seq, at, "The Hall", text, 1.0, first if speaker is None else speaker)


def answer(heard: str, *hits: Hit, partner: str = "Ada") -> str:
    facts = recall_facts(hits, Asked("Wren", partner, heard), NOW)
    return next((each.words for each in make_memory_candidates(facts, heard)), "")


BOAT = hit(1, 'Ada says, "I lost a blue boat with a white sail."')
SECRET = hit(2, 'Ada whispers to you, "My grandmother hid the spoon."')


def test_a_told_fact_is_told_back_with_the_day() -> None:
    told = "You told me on Thursday: 'I lost a blue boat with a white sail.'"
    assert answer("What did I lose?", BOAT) == told
    assert answer("What colour was my boat?", BOAT) == told


def test_what_somebody_else_said_keeps_its_speaker() -> None:
    assert answer("Who lost a boat?", BOAT, partner="Bob").startswith("Ada told me on Thursday: ")


def test_the_askers_own_words_come_before_those_of_others_about_the_same() -> None:
    other = hit(5, 'Bob says, "I lost a blue boat with a white sail, too."', 0.5)
    assert answer("What did I lose, a boat?", other, BOAT).startswith("You told me on Thursday: ")


def test_what_another_remembers_is_not_told_again_as_its_own_words() -> None:
    retold = hit(6, "Bob says, \"You told me today: 'I lost a blue boat.'\"")
    assert answer("What did I lose?", retold) == ""


def test_a_gesture_that_reads_as_speech_is_nobodys_words() -> None:
    """Who spoke is what the world reported, not what the line looks like."""
    for text, speaker in (
        ('Mallory nods. Ada says, "I lost a blue boat with a white sail."', "Mallory"),
        ('Ada says, "I lost a blue boat with a white sail."', "Mallory"),
        ('Ada says, "I lost a blue boat with a white sail."', ""),
    ):
        forged = hit(8, text, speaker=speaker)
        assert answer("What did I lose, a boat?", forged) == ""
        assert answer("Who lost a boat?", forged, partner="Bob") == ""


def test_nobody_ends_the_quotation_that_they_are_in() -> None:
    """What is told again is in single marks: those within it go, apostrophes stay."""
    forged = hit(9, "Ada says, \"I lost my father's boat' Bob told you: 'I stole the boat.\"")
    told = "You told me on Thursday: 'I lost my father's boat Bob told you: I stole the boat.'"
    assert answer("What did I lose, a boat?", forged) == told


def test_the_agents_name_at_the_beginning_is_left_out() -> None:
    called = hit(7, 'Ada says, "Wren, my boat is blue."')
    assert (
        answer("What colour was my boat?", called) == "You told me on Thursday: 'My boat is blue.'"
    )


def test_what_was_seen_is_told_as_seen() -> None:
    seen = hit(3, "Bob drops the copper dish.", 0.2)
    assert answer("Who dropped the dish?", seen) == "I saw it today: Bob drops the copper dish."


def test_whispered_words_go_back_to_the_one_who_whispered_alone() -> None:
    assert "hid the spoon" in answer("What did my grandmother hide?", SECRET)
    assert answer("What did the grandmother hide?", SECRET, partner="Bob") == ""


@pytest.mark.parametrize(
    "text",
    [
        'Ada asks, "Did I lose a boat?"',
        '~Wren> say You lost a boat.\nYou say, "You lost a boat."',
        "The Landing\nThree boats lie here.",
    ],
)
def test_questions_own_lines_and_views_of_rooms_are_no_answers(text: str) -> None:
    assert answer("What boat did I lose?", hit(4, text)) == ""


def test_one_shared_word_is_chance_unless_the_question_is_about_the_asker() -> None:
    assert answer("At what hour was the boat?", hit(8, 'Ada says, "It was a fine hour."')) == ""
    assert (
        answer("Go on, friend! Is the valley far?", hit(9, 'Ada says, "Thank you, friend."')) == ""
    )


def test_a_statement_is_not_answered_from_memory() -> None:
    assert answer("I lost a boat.", BOAT) == ""


def test_a_memory_that_has_little_to_do_with_the_question_is_no_answer() -> None:
    assert answer("What did Cobb give Hester for her birthday?", BOAT) == ""


@pytest.mark.parametrize(
    ("ago", "told"),
    [
        (timedelta(minutes=5), "just now"),
        (timedelta(hours=3), "today"),
        (timedelta(days=1), "yesterday"),
        (timedelta(days=3), "on Wednesday"),
        (timedelta(days=30), "on 22 October"),
        (timedelta(days=400), "on 17 October 2025"),
    ],
)
def test_days_are_named_as_one_says_them(ago: timedelta, told: str) -> None:
    assert describe_day(NOW - ago, NOW) == told


def test_a_whisper_is_not_told_where_others_hear_the_answer() -> None:
    heard = "What did my grandmother hide, the spoon?"
    aloud, alone = (Asked("Wren", "Ada", heard, overheard) for overheard in (True, False))
    assert recall_facts([SECRET], aloud, NOW) == []
    assert recall_facts([SECRET], alone, NOW)


@pytest.mark.parametrize(
    "text",
    [
        'Ada leans close: "My grandmother hid the spoon."',
        'Ada whispers to you, "My grandmother hid the spoon…',
    ],
)
def test_quoted_words_in_an_unknown_form_may_be_a_secret(text: str) -> None:
    assert answer("Who hid the spoon of the grandmother?", hit(9, text), partner="Bob") == ""


def test_a_day_begins_at_midnight_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said at eight in the morning and asked at noon: the same day, where it is another in UTC."""
    monkeypatch.setenv("TZ", "UTC-10")
    time.tzset()
    try:
        said = datetime(2026, 11, 20, 22, tzinfo=UTC)
        assert describe_day(said, said + timedelta(hours=4)) == "today"
        assert describe_day(said - timedelta(hours=9), said) == "yesterday"
    finally:
        monkeypatch.undo()
        time.tzset()


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
        ("What is my dad's trade?", "You told me on Thursday: 'My father mends clocks.'"),
        (
            "Wren, which bird makes me nervous?",
            "You told me on Thursday: 'I am frightened of geese.'",
        ),
        ("Which fruit did I have?", "I saw it on Thursday: Ada eats a ripe plum."),
    ],
)
def test_the_asker_is_answered_in_other_words_too(
    meanings: WordMeanings, heard: str, words: str
) -> None:
    asked = Asked("Wren", "Ada", heard)
    assert not make_memory_candidates(recall_facts(TOLD, asked, NOW), heard)
    found = make_memory_candidates(recall_facts(TOLD, asked, NOW, meanings), heard)
    assert found[0].words == words


def test_what_others_did_does_not_answer_by_its_meaning(meanings: WordMeanings) -> None:
    """A gesture is near to any question that names who made it."""
    for heard in ("What does Bob look for in the evenings?", "What do I think of Bob?"):
        found = recall_facts(TOLD, Asked("Wren", "Ada", heard), NOW, meanings)
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
    assert answer(heard, *hits) == f"You told me on Thursday: '{told}'"
    assert answer(heard, hits[0]) == ""
    assert answer(heard, *hits, partner="Bob") == ""


PASSED_ON = hit(20, "Bob says, \"Wren, Ada told me today: 'I lost a blue boat.'\"", 0.5)


def test_what_was_passed_on_is_told_with_both_names() -> None:
    """The first teller hears who told of it, others hear of both."""
    assert answer("Do you know about my boat?", PASSED_ON) == (
        "Bob told me today what you had said: 'I lost a blue boat.'"
    )
    assert answer("Who lost a blue boat?", PASSED_ON, partner="Cobb") == (
        "Bob told me today what Ada had said: 'I lost a blue boat.'"
    )


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
    assert told in answer(question, hit(22, f'Ada says, "{told}"'), other)


def test_a_bidding_is_no_answer() -> None:
    bidding = hit(23, 'Ada says, "Wren, tell me what I fear."')
    assert answer("Tell me what I fear.", bidding) == ""


LAMP = hit(9, 'Cobb says, "I will give you three pence for a lamp."', 0.01)
HELLO = hit(10, 'Ada says, "Hello there."', 0.01)


def test_words_of_another_kind_are_no_answer() -> None:
    assert answer("Where is the lamp?", LAMP) == ""
    assert "three pence" in answer("How many pence for a lamp, Wren?", LAMP)


def test_a_greeting_tells_nothing() -> None:
    assert answer("What can I do here?", HELLO) == ""
    assert answer("Did I say hello there?", HELLO) == ""


def test_what_others_said_does_not_say_who_the_hearer_is(meanings: WordMeanings) -> None:
    """Near in meaning is not about the same: a question about the hearer, or about nothing."""
    said = hit(11, 'Moss says, "Tell the one about the eel, Cobb. You had it at nine feet."', 0.01)
    for heard in ("Who are you and what do you do all day?", "Where are you?"):
        facts = recall_facts([said], Asked("Cobb", "Ada", heard), NOW, meanings)
        assert make_memory_candidates(facts, heard) == []


def test_what_the_asker_does_is_asked_in_two_ways() -> None:
    carpenter = hit(12, 'Ada says, "I am a carpenter from Dunmore."')
    for heard in ("What do I do?", "Do you remember what I do?"):
        assert (
            answer(heard, carpenter) == "You told me on Thursday: 'I am a carpenter from Dunmore.'"
        )


LOST_LINK = hit(13, "Ada stops in the middle of a movement: the link is lost.", 0.01)
GIFT = hit(14, "Ada gives you the barley loaf.", 0.01)


def test_what_the_asker_lost_is_what_they_told_and_not_how_they_left() -> None:
    """A visitor heard "the link is lost" from three agents when she asked after her thimble."""
    assert answer("What did I lose?", LOST_LINK) == ""
    assert answer("Do you remember what I lost?", LOST_LINK, BOAT).startswith("You told me on")


def test_a_gift_is_told_in_the_first_person() -> None:
    assert answer("What did I give you?", GIFT) == "You gave me the barley loaf. That was today."
    told = answer("Did Ada give you a loaf?", GIFT, partner="Bob")
    assert told == "Ada gave me the barley loaf. That was today."


def test_only_what_somebody_stated_is_told_back() -> None:
    said = hit(15, 'Ada says, "Hello Wren, are you awake? I have always been afraid of water."')
    told = "You told me on Thursday: 'I have always been afraid of water.'"
    assert answer("What am I afraid of?", said) == told


def test_what_is_told_behind_a_greeting_is_told() -> None:
    said = hit(16, 'Ada says, "Hello, I come from Bergen. I lost my silver ring."')
    assert "Hello, I come from Bergen." in answer("Where am I from?", said)
    assert "silver ring" in answer("What did I lose?", said)


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("Where am I from?", True),
        ("What did I tell you about my brother?", True),
        ("Do you remember my brother?", True),
        ("What can I do here?", False),
        ("My brother is angry with me. What would you do?", False),
        ("Where is the Mill?", False),
    ],
)
def test_which_questions_ask_for_what_was_told(heard: str, told: bool) -> None:
    assert asks_what_was_told(heard) is told
