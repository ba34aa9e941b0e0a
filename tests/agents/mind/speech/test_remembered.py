"""What is remembered is told with its source, and secrets stay with whoever told them."""

from __future__ import annotations

import pytest

from agents.in_parts import finish_parts
from agents.mind.speech.remembered import (
    Asked,
    recall_facts,
)
from tests.agents.mind.speech.told import BOAT, NOW, answer, hit

SECRET = hit(2, 'Ada whispers to you, "My grandmother hid the spoon."')


def test_a_told_fact_is_told_back_with_the_day() -> None:
    told = "You told me on Thursday that you lost a blue boat with a white sail."
    assert answer("What did I lose?", BOAT) == told
    assert answer("What colour was my boat?", BOAT) == told


def test_a_question_for_a_colour_is_answered_by_a_colour_alone() -> None:
    """What else was told of the same one is not given for it."""
    gone = hit(3, 'Ada says, "My brother has been gone nine days with the boat."')
    assert answer("What colour is my brother's boat?", gone) == ""
    assert "blue" in answer("What colour is my boat?", gone, BOAT)


def test_what_somebody_else_said_keeps_its_speaker() -> None:
    assert answer("Who lost a boat?", BOAT, partner="Bob").startswith("Ada told me on Thursday: ")


def test_who_did_what_is_told_back_to_the_one_who_told_just_that() -> None:
    told = hit(5, 'Ada says, "My sister Hild hit Ferris."', 0)
    assert answer("Who hit whom?", told) == "You told me just now that your sister Hild hit Ferris."
    assert answer("Who baked the bread?", hit(5, 'Ada says, "I like the bread."')) == ""


def test_the_askers_own_words_come_before_those_of_others_about_the_same() -> None:
    other = hit(5, 'Bob says, "I lost a blue boat with a white sail, too."', 0.5)
    assert answer("What did I lose, a boat?", other, BOAT).startswith(
        "You told me on Thursday that "
    )


def test_what_another_remembers_is_not_told_again_as_its_own_words() -> None:
    retold = hit(6, "Bob says, \"You told me today: 'I lost a blue boat.'\"")
    assert answer("What did I lose?", retold) == ""


def test_the_line_that_is_answered_is_no_answer_to_its_own_question() -> None:
    heard = "Hester, I told you I collect old maps. Which old maps do I collect?"
    line = hit(7, f'Ada says, "{heard}"', 0)
    earlier = hit(6, 'Ada says, "I collect old maps of the valley."', 0)
    assert answer(heard, line) == ""
    assert (
        answer(heard, line, earlier)
        == "You told me just now that you collect old maps of the valley."
    )
    named = "The maps of Wren are old maps. Are the maps that Wren has old?"
    asked = Asked("Wren", "Ada", named.replace("Wren has", "you have"), line=named)
    assert finish_parts(recall_facts([hit(8, f'Ada says, "{named}"', 0)], asked, NOW)) == []


@pytest.mark.parametrize(
    "heard",
    [
        "Do you draw any old maps of the valley?",
        "May I see the old maps of the valley?",
        "Will you show me the old maps of the valley?",
        "I like them. Have you ever drawn an old map of the valley?",
    ],
)
def test_a_question_about_the_hearer_and_a_favour_are_not_answered_by_what_was_told(
    heard: str,
) -> None:
    assert answer(heard, hit(6, 'Ada says, "I collect old maps of the valley."', 0)) == ""


def test_of_several_sentences_the_one_that_answers_is_told_back() -> None:
    said = hit(6, 'Ada says, "I collect old maps. My sister lives in Lisbon."')
    assert answer("Where does my sister live?", said).endswith("that your sister lives in Lisbon.")
    assert answer("What do I collect?", said).endswith("that you collect old maps.")


def test_words_to_somebody_of_that_name_say_nothing_of_them() -> None:
    thanks = hit(6, 'Hester says, "Then I must add a line. Thank you, Moss."')
    assert answer("Who is Moss?", thanks) == ""


def test_what_was_said_of_the_hearer_is_not_told_back_and_what_was_told_twice_is_told() -> None:
    reproach = hit(6, 'Ada says, "You did not answer me about my soup."')
    assert answer("What did I say about my soup?", reproach) == ""
    again = hit(7, 'Ada says, "I told you that I won my race."')
    assert answer("What did I win?", again) == "You told me on Thursday that you won your race."


def test_what_nobody_remembers_but_makes_up_is_not_remembered() -> None:
    joke = hit(6, 'Bob says, "That was a joke, a good joke about a goat."', 0)
    assert answer("Tell me a joke about a goat.", joke) == ""


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
    """What the asker said is never quoted to them, and nothing in it looks like another's words."""
    forged = hit(9, "Ada says, \"I lost my father's boat' Bob told you: 'I stole the boat.\"")
    assert answer("What did I lose, a boat?", forged) == "You told me of your father on Thursday."


PEARS = "Wren, you said I had no news. Here is some: I want to plant forty pear trees this winter."


def test_only_the_sentence_that_says_it_is_told_back_without_what_leads_up_to_it() -> None:
    pears = hit(31, f'Ada says, "{PEARS}"')
    told = "You told me on Thursday that you want to plant forty pear trees this winter."
    assert answer("What do I want to plant?", pears) == told


@pytest.mark.parametrize(
    "asked",
    [
        "Is my ground too wet for forty pear trees?",
        "I want to plant forty pear trees. How far apart should I plant my pear trees?",
        "Will my pear trees bear this winter?",
    ],
)
def test_a_question_about_a_matter_is_not_answered_by_what_was_told_of_it(asked: str) -> None:
    pears = hit(31, 'Ada says, "I want to plant forty pear trees behind my house."')
    assert answer(asked, pears) == ""


def test_a_name_in_what_leads_up_is_left_out_as_well() -> None:
    said = hit(34, 'Ada says, "Here is some news, Wren: I want to plant pear trees."')
    told = "You told me on Thursday that you want to plant pear trees."
    assert answer("What do I want to plant?", said) == told


def test_what_cannot_be_turned_is_told_plainly_or_not_at_all() -> None:
    assert (
        answer("What did I say of the lamp?", hit(32, 'Ada says, "I saw you at the lamp."')) == ""
    )
    kin = hit(33, 'Ada says, "You know of my sister and the boat."')
    assert answer("What did I say of my boat?", kin) in (
        "",
        "You told me of your sister on Thursday.",
    )


def test_the_agents_name_at_the_beginning_is_left_out() -> None:
    called = hit(7, 'Ada says, "Wren, my boat is blue."')
    assert (
        answer("What colour was my boat?", called)
        == "You told me on Thursday that your boat is blue."
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


@pytest.mark.parametrize(
    "heard",
    [
        "A boat? I lost it.",
        "Anything you want to ask me about a boat?",
    ],
)
def test_an_echo_or_an_offer_asks_for_nothing_that_was_told(heard: str) -> None:
    assert answer(heard, BOAT) == ""


def test_a_memory_that_has_little_to_do_with_the_question_is_no_answer() -> None:
    assert answer("What did Cobb give Hester for her birthday?", BOAT) == ""


def test_a_whisper_is_not_told_where_others_hear_the_answer() -> None:
    heard = "What did my grandmother hide, the spoon?"
    aloud, alone = (Asked("Wren", "Ada", heard, overheard) for overheard in (True, False))
    assert finish_parts(recall_facts([SECRET], aloud, NOW)) == []
    assert finish_parts(recall_facts([SECRET], alone, NOW))


@pytest.mark.parametrize(
    "text",
    [
        'Ada leans close: "My grandmother hid the spoon."',
        'Ada whispers to you, "My grandmother hid the spoon…',
    ],
)
def test_quoted_words_in_an_unknown_form_may_be_a_secret(text: str) -> None:
    assert answer("Who hid the spoon of the grandmother?", hit(9, text), partner="Bob") == ""


PASSED_ON = hit(20, "Bob says, \"Wren, Ada told me today: 'I lost a blue boat.'\"", 0.5)


def test_what_was_passed_on_is_told_with_both_names() -> None:
    """The first teller hears who told of it, others hear of both."""
    assert answer("Do you know about my boat?", PASSED_ON) == (
        "You lost a blue boat. Bob told me today."
    )
    assert answer("Who lost a blue boat?", PASSED_ON, partner="Cobb") == (
        "Bob told me today what Ada had said: 'I lost a blue boat.'"
    )


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


GIFT = hit(14, "Ada gives you the barley loaf.", 0.01)


def test_a_gift_is_told_in_the_first_person() -> None:
    assert answer("What did I give you?", GIFT) == "You gave me the barley loaf. That was today."
    told = answer("Did Ada give you a loaf?", GIFT, partner="Bob")
    assert told == "Ada gave me the barley loaf. That was today."


def test_only_what_somebody_stated_is_told_back() -> None:
    said = hit(15, 'Ada says, "Hello Wren, are you awake? I have always been afraid of water."')
    told = "You told me on Thursday that you have always been afraid of water."
    assert answer("What am I afraid of?", said) == told


def test_what_is_told_behind_a_greeting_is_told() -> None:
    said = hit(16, 'Ada says, "Hello, I come from Bergen. I lost my silver ring."')
    assert "that you come from Bergen." in answer("Where am I from?", said)
    assert "silver ring" in answer("What did I lose?", said)


CALLED = hit(15, 'Ada says, "Cobb, my father built boats in Leeds."', 0.01)


def test_who_was_called_is_nothing_of_what_was_told() -> None:
    assert answer("What did Cobb say?", CALLED) == ""
    told = answer("What did I tell you about my father?", CALLED)
    assert told == "You told me today that your father built boats in Leeds."
