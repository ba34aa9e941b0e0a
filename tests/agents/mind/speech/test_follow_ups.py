"""Words that only make sense behind the last answer are answered from what that was about."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.follow_ups import FollowUps, asks_again, say_again
from agents.mind.speech.history import Exchanged
from agents.mind.speech.questions import find_favour, is_of_hearer
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.speech.tellings.test_caring import list_lines
from tests.agents.mind.support import TEXTS

VOICE = parse_voice(
    Path("voice.md"),
    """## Exchanges

### The bell

> Where is the bell?

In the tarn.

> Why is the bell in the tarn?
> Who put it there?

They hid it.

### The oar

> Why do you carve?

It passes the winter.
""",
).voice
BELL = Exchanged("Where is the bell?", "In the tarn.")


def go_on(heard: str, last: Exchanged | None = BELL) -> list[str]:
    found = FollowUps(VOICE, TEXTS).answer(heard, "Ada", last)
    return [each.words for each in sorted(found, key=lambda each: -each.fit)]


def test_why_is_answered_under_the_same_heading() -> None:
    assert go_on("Why?")[0] == go_on("But why so?")[0] == "They hid it."
    assert go_on("Why?", None) == []


def test_more_is_told_under_the_same_heading_and_then_no_more() -> None:
    assert go_on("Tell me more about it.") == [
        "They hid it.",
        "That is all I have to say of it, Ada.",
    ]
    other = Exchanged("Do you snore?", "Never.")
    assert go_on("And then?", other) == ["That is all I have to say of it, Ada."]
    assert go_on("Why?", other) == ["I could not give you a reason, Ada. It has always been so."]


def test_a_reason_and_a_ground_are_asked_for_in_many_words() -> None:
    """They, too, are answered under the same heading, or plainly, and not by the line again."""
    for heard in ("Why is that?", "how come", "And why not?", "what for?"):
        assert go_on(heard)[0] == "They hid it."
    for heard in (
        "How can you tell?",
        "younger than the house? how do you know",
        "how can you tell",
    ):
        (known,) = go_on(heard)
        assert known in list_lines("speech.how-known")
    assert go_on("How do you know Cobb?") == go_on("What is that for?") == []


def test_what_was_not_heard_is_repeated_and_what_is_doubted_is_sworn_to() -> None:
    assert go_on("What?") == go_on("Sorry?") == ["I said: 'In the tarn.'"]
    assert go_on("Really?") == ["As sure as I stand here, Ada."]


@pytest.mark.parametrize("heard", ["Why do you carve?", "Where is Moss?", "More soup, please."])
def test_what_stands_by_itself_is_no_follow_up(heard: str) -> None:
    assert go_on(heard) == []


def test_an_answer_that_was_given_is_not_given_again() -> None:
    """That it was goes before a line for something else, in other words each time."""
    near = Candidate("In the tarn.", Origin.VOICE, 0.9)
    other = Candidate("They hid it.", Origin.VOICE, 0.45)
    (again,) = say_again(TEXTS, "Ada", [other, near], ["In the tarn."])
    assert again.words in list_lines("speech.as-said") and other.fit < again.fit < near.fit
    (third,) = say_again(TEXTS, "Ada", [other, near], ["In the tarn.", again.words])
    assert third.words != again.words and third.words in list_lines("speech.as-said")
    assert not list(say_again(TEXTS, "Ada", [other, near], []))


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        ("Can you help me?", "help"),
        ("Will you come with me to the garden?", "company"),
        ("Could you lend me your spade?", "gift"),
        ("May I sit here?", "comfort"),
        ("Would you open the door?", "deed"),
        ("Can you tell me where Moss is?", ""),
        ("Would you rather be rich?", ""),
        ("How do I get to the Mill?", ""),
        ("Where can I sleep?", ""),
        ("Would you give up your garden?", ""),
        ("Would you sell a tea room that earns very little?", ""),
        ("Would you let a pilot tell you how to steer?", ""),
        ("Would you give me a leek that is ripe?", "gift"),
        ("Could I buy the violin from Tancred?", ""),
        ("May I borrow a book from Hester?", ""),
        ("Could I buy the violin from you?", "gift"),
    ],
)
def test_a_favour_is_known(heard: str, kind: str) -> None:
    assert find_favour(heard) == kind


def test_only_the_hearer_knows_the_hearer() -> None:
    assert is_of_hearer("Do you like rain?") and is_of_hearer("What is your colour?")
    assert not is_of_hearer("Can you tell me how many stars there are?")


def test_who_asks_the_same_again_does_not_hear_the_same() -> None:
    exact = Candidate("In the tarn.", Origin.VOICE, 1.0)
    own = ["In the tarn."]
    (again,) = say_again(TEXTS, "Ada", [exact], own, repeated=True)
    assert again.fit > exact.fit
    assert asks_again("Well? Where is the bell?", ["Good day.", "where is the bell"])
    assert not asks_again("Where is the bell?", ["Where is the boat?"])
