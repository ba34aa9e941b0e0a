"""Who was misunderstood says so, and who jokes is heard to joke."""

from __future__ import annotations

import pytest

from agents.mind.speech.questions import find_favour
from agents.mind.speech.statements.corrections import read_correction
from agents.mind.speech.statements.jokes import tells_joke
from agents.mind.speech.statements.protests import read_protest

OWN = "I am sorry. Who is with the child?"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("What child? I said my sister. She is sixty-two!", "your sister"),
        ("What child? She is sixty-two!", "She is sixty-two"),
        ("Who said that she was a child? She is sixty-two!", "She is sixty-two"),
        (
            "What dog? Who said it was ill? It is as strong as a horse.",
            "It is as strong as a horse",
        ),
        ("What hut? I meant my own house.", "your own house"),
        ("That is not what I asked.", ""),
        ("I just told you, I drive a taxi.", "you drive a taxi"),
        ("I said a wedding, nobody is ill.", "A wedding"),
    ],
)
def test_a_protest_says_what_was_meant(words: str, meant: str) -> None:
    protest = read_protest(words, OWN)
    assert protest is not None and protest.meant == meant


@pytest.mark.parametrize(
    "words",
    [
        "What child?",
        "What news? I have been away.",
        "That is not what I asked. Winter or summer?",
        "My sister is sixty-two.",
        "Ha ok I like that. Which number?",
        "I just told you about my sister.",
    ],
)
def test_what_asks_or_tells_protests_against_nothing(words: str) -> None:
    assert read_protest(words, OWN) is None


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("No, not Easter. Whitsun, it was Whitsun.", "Easter", "Whitsun"),
        ("no not a window in a house, a church window", "window in a house", "church window"),
        ("A, and not B.", "B", "A"),
    ],
)
def test_a_no_is_not_what_is_right(words: str, old: str, new: str) -> None:
    righted = read_correction(words)
    assert (righted.old, righted.new) == (old, new)


@pytest.mark.parametrize(
    ("words", "is_joke"),
    [
        ("I'll tell you a joke: a bookbinder never retires, she only comes unstitched!", True),
        ("Why did the glazier cross the road? Because he saw right through it.", True),
        ("The pike has more teeth than my aunt.", True),
        ("Shall I tell you a joke?", False),
        ("You want a joke? Why does a hen never row? She has no hands.", True),
        ("Why is the ferry late? I have waited for an hour.", False),
        ("Do you want a joke?", False),
        ("Is the pike older than my aunt?", False),
    ],
)
def test_a_joke_is_known(words: str, is_joke: bool) -> None:
    assert tells_joke(words, lambda each: "joke" if "pike" in each else "") is is_joke


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Would you keep a few leeks for my sister?", "gift"),
        ("Could you save some soup for Moss?", "gift"),
        ("Would you keep a leek for my sister?", "gift"),
        ("Would you keep a letter for me?", "keep"),
        ("Would you keep this tuning fork till I come back?", "keep"),
    ],
)
def test_to_put_something_by_is_not_to_keep_what_is_theirs(words: str, kind: str) -> None:
    assert find_favour(words) == kind


@pytest.mark.parametrize(
    "words",
    [
        "How come you answer when I ask the others?",
        "Why do you always answer?",
        "I was talking to Moss.",
        "I asked Wren, not you.",
        "Not you.",
        "That was for Wren.",
        "I wasn't asking you.",
    ],
)
def test_one_who_was_not_asked_is_told_so(words: str) -> None:
    protest = read_protest(words, OWN)
    assert protest is not None and protest.not_asked


@pytest.mark.parametrize(
    "words",
    ["I was talking to my sister.", "Why do you talk so fast?", "I asked Wren about the lamp."],
)
def test_talk_with_others_is_no_protest(words: str) -> None:
    assert read_protest(words, OWN) is None


@pytest.mark.parametrize(
    ("words", "reminds"),
    [
        ("But you just told me that.", True),
        ("You said a minute ago I should learn something else. That was you, Moss.", True),
        ("I shall not tell. But I rather think that she would be glad it was you.", False),
        ("That's what you said just now, isn't it?", True),
        ("You just said that she died. Who is she?", False),
        ("You told me to come.", False),
    ],
)
def test_who_reminds_it_of_its_own_words_is_known(words: str, reminds: bool) -> None:
    protest = read_protest(words, "I should learn something else.")
    assert (protest is not None and protest.own_words) is reminds


@pytest.mark.parametrize(
    "words",
    [
        "That is right, Cobb; were you ever so silent at fifteen?",
        "i'll call my dad tonight. do you think that's right?",
        "That's right.",
    ],
)
def test_who_says_that_it_is_right_protests_against_nothing(words: str) -> None:
    """Two visitors got an apology for it; that it is not right is one."""
    assert read_protest(words, "Your daughter is fifteen.") is None
    assert read_protest("That isn't right, Cobb.", "Your daughter is fifteen.") is not None
