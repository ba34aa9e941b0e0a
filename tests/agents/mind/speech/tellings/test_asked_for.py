"""What was told is searched for the value that is asked for; what was not told is said so."""

from __future__ import annotations

import pytest

from agents.mind.manners.told_matters import TOLD_JUST_SO
from agents.mind.speech.told.asked_for import ToldAnswers
from agents.mind.speech.told.telling_back import ToldLine, read_told
from tests.agents.mind.support import TEXTS

TOLD = (
    "Moss, my brother Oswin has been missing for nine days.",
    "He is a cooper. He has a red beard and a limp.",
    "I have two nieces, Hild and Runa. Hild is the younger.",
    "My aunt is sixty. She lives in Rotherby and keeps geese.",
    "My barn burned down last autumn. It was painted green.",
    "I paid forty crowns for the mare.",
    "My cousin ran off in a grey cloak.",
    "I keep a second chair for guests, because my uncle Piers comes on Sundays.",
)


def ask(heard: str, *told: str) -> str:
    lines = [ToldLine(words, at) for at, words in enumerate(told or TOLD)]
    answers = ToldAnswers(
        read_told(lines, ("Ada", "Moss")), TEXTS, "Ada", lambda name: name in ("Wren", "Moss")
    )
    return " ".join(each.words for each in answers.answer(heard))


@pytest.mark.parametrize(
    ("heard", "value"),
    [
        ("How long has Oswin been gone?", "Nine days"),
        ("How many days has my brother been missing?", "Nine days"),
        ("What colour is my brother's beard?", "Red"),
        ("What does Oswin do?", "A cooper"),
        ("What is my brother's name?", "Oswin"),
        ("How old is my aunt?", "Sixty"),
        ("Where does my aunt live?", "In Rotherby"),
        ("What colour was my barn?", "Green"),
        ("When did my barn burn down?", "Last autumn"),
        ("How much did I pay for the mare?", "Forty crowns"),
        ("How many nieces do I have?", "Two nieces"),
        ("What was my cousin wearing?", "A grey cloak"),
        ("Do you remember who the second chair is for?", "Your uncle Piers"),
    ],
)
def test_a_value_that_is_asked_for_is_given_alone(heard: str, value: str) -> None:
    said = ask(heard)
    assert said.startswith((value, f"{value}.", f"{value},")), said
    assert "told me that" not in said


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Who is Oswin?", "Your brother, Ada. You told me."),
        ("Who is Hild?", "Hild"),
        ("What does my aunt keep?", "geese"),
        ("What did I tell you about my barn?", "Your barn burned down last autumn"),
    ],
)
def test_what_has_no_value_is_told_back_in_the_second_person(heard: str, said: str) -> None:
    told = ask(heard)
    assert said in told and "my " not in told and "'" not in told


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("What colour is my aunt's hair?", "You have not told me what colour"),
        ("How old is Oswin?", "How old Oswin is, you have not told me"),
        ("Who is Thora?", "Thora"),
        ("What is my sister's name?", "your sister"),
    ],
)
def test_what_was_not_told_is_said_so_with_the_name_of_whom_it_is(heard: str, said: str) -> None:
    told = ask(heard)
    assert said in told and "told me" in told
    assert "Red" not in told


@pytest.mark.parametrize(
    "heard",
    ["How old are you?", "Do you like Wren?", "Who is Wren?", "May I sit here?", "I have an aunt.",
     "Will you take me to the Hall?", "What do you think of my brother?"],
)  # fmt: skip
def test_what_is_asked_of_the_hearer_is_left_to_its_voice(heard: str) -> None:
    assert ask(heard) == ""


@pytest.mark.parametrize(
    "correction",
    ["I was wrong: not nine days, eleven.", "It is eleven days that he is gone, not nine."],
)
def test_a_value_that_was_put_right_is_the_one_that_is_given(correction: str) -> None:
    said = ask("How long has my brother been gone?", TOLD[0], correction)
    assert said.startswith("Eleven days")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("It's not the blood, it's the stairs.", "It's the stairs."),
        ("No, it is not Monday, it is Tuesday.", "It is Tuesday."),
        ("It was nine days, not eleven.", "It was nine days."),
    ],
)
def test_what_is_not_so_is_left_out_of_what_was_told(line: str, told: str) -> None:
    sentences = read_told([ToldLine(line, 1)], ("Ada", "Moss")).sentences
    assert [each.words for each in sentences] == [told]


def test_a_long_sentence_tells_its_clauses_also_where_the_last_asks() -> None:
    line = (
        "My daughter Friedl wants me to sell our house on Linden Street, and I lie awake over it"
        " all night, but who would look after my gooseberries?"
    )
    sentences = read_told([ToldLine(line, 1)], ("Ada", "Cobb")).sentences
    assert [each.words for each in sentences] == [
        "My daughter Friedl wants me to sell our house on Linden Street",
        "I lie awake over it all night.",
    ]


def test_a_word_that_begins_a_sentence_is_no_name() -> None:
    told = "Supper does not need the minute!", "Tell me of your aunt."
    assert ask("What was her name?", *told) == ""
    assert "Ermengarde" in ask("What was her name?", "I met a woman, Ermengarde.")


def test_what_leans_on_other_words_is_not_told_back() -> None:
    said = ask("What did he say?", "My brother Oswin called.", "It stands the same.")
    assert "stands" not in said


def test_a_ship_is_nobody() -> None:
    told = ("My son Eskil has gone to sea.", "He sailed on a ship called the Merle.")
    assert ask("What ship did he sail on?", *told).startswith("Your son Eskil sailed on a ship")


def test_a_denial_puts_nothing_right() -> None:
    """Its words are not taken for the old and the new ones."""
    said = ask("How long has Bella been away?", "My dog Bella has not come home since Tuesday.")
    assert said.startswith("Since Tuesday")


def test_what_was_taken_back_is_not_told_as_it_was() -> None:
    assert "Nine" not in ask("How long has my brother been gone?", TOLD[0], "That was a lie.")


def test_who_is_only_asked_for_was_not_told_of() -> None:
    assert "your horse" in ask("What is my horse called?", "Where is my horse?")


def test_of_whom_nothing_more_is_asked_what_was_first_said_of_them_is_told() -> None:
    """Words before a colon are no part of it."""
    told = (
        "I'll say it plain: my father is losing his memory.",
        "I should like to bring something home to him.",
        "All right: my flatmate threw my kettle out of the window.",
    )
    for asked in (
        "What do you remember of what I told you about my father?",
        "Do you remember my father?",
    ):
        assert ask(asked, *told).startswith("Your father is losing his memory")
    assert "All right" not in ask("Do you remember what my flatmate did?", *told)


@pytest.mark.parametrize(
    ("told", "heard", "value"),
    [
        (("we have a baby, three months old",), "How old is my baby?", "Three months"),
        (("I have a 5 year old son.",), "How old is my son?", "5"),
        (("my grandma still lives there", "she's 81"), "How old is my grandma?", "81"),
        (("we have a baby", "her name is mira"), "What is my baby's name?", "Mira"),
        (("i have a daughter", "she's called zoe"), "What is my daughter's name?", "Zoe"),
        (("I have a cat called Pixel and I study.",), "What is my cat's name?", "Pixel"),
        (("my grandma lives there", "her name is rosa"), "What is my grandma's name?", "Rosa"),
    ],
)
def test_what_was_typed_in_haste_is_given_as_well(
    told: tuple[str, ...], heard: str, value: str
) -> None:
    said = ask(heard, *told)
    assert said.startswith((value, f"{value}.", f"{value},")), said


def test_a_name_or_an_age_goes_before_the_words_that_have_it() -> None:
    """`told_matters` finds these words, too, with a fit of 1.35."""
    lines = [ToldLine("I have a cat called Pixel.", 0)]
    answers = ToldAnswers(read_told(lines, ("Ada", "Moss")), TEXTS, "Ada", lambda _: False)
    (found,) = answers.answer("What is my cat's name?")
    assert found.fit > TOLD_JUST_SO


def test_what_one_fears_may_be_is_not_asked_for() -> None:
    assert ask("How many nieces do I have?")
    assert ask("What if my nieces do not like it here?") == ""
    assert ask("What if my brother is not found?") == ""
