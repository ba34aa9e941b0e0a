"""`write_out` puts what was typed in haste, or with great courtesy, into plain words."""

from __future__ import annotations

import pytest

from agents.mind.voice.plain_talk import write_out


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("i can smell soup who made it", "I can smell soup. Who made it?"),
        (
            "theres a lady down there writing numbers in a book whats she doing that for",
            "there is a lady down there writing numbers in a book. What is she doing that for?",
        ),
        (
            "theres hammering or somthing from the mill, is someone living in that",
            "there is hammering or something from the mill. Is someone living in that?",
        ),
        ("anyone else up at this hour here", "is anyone else up at this hour here?"),
        ("how long you been at this", "how long have you been at this?"),
        ("and you never went to look", "and you never went to look?"),
        ("dont you think so", "don't you think so?"),
        ("ok so what do you actually do", "What do you do?"),
        ("thx, logging off", "thanks, goodbye"),
        ("lol im tired", "I am tired"),
    ],
)
def test_haste(typed: str, plain: str) -> None:
    assert write_out(typed) == plain


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (
            "Would you be so good as to tell me something of the lake itself?",
            "Tell me something of the lake itself.",
        ),
        ("May I ask what brings a person to live in a mill?",
         "What brings a person to live in a mill?"),
        ("May I ask whom I have the pleasure of speaking to?", "Who are you?"),
        ("Honestly, what do you think of Cobb, if I may ask?", "What do you think of Cobb?"),
        ("Who am I addressing?", "Who are you?"),
        ("Could you please explain it to me?", "Explain it to me."),
    ],
)  # fmt: skip
def test_courtesy(typed: str, plain: str) -> None:
    assert write_out(typed) == plain


@pytest.mark.parametrize(
    "line",
    [
        "I know who made it.",
        "Tell me what you do.",
        "i know who made it",
        "the man who is on the bench",
        "Well.",
        "Who are you?",
        "I have a sister, and she sells rope.",
        "Would you hold the rope for me?",
        "It was what was on the wall.",
    ],
)
def test_plain_words_stay(line: str) -> None:
    assert write_out(line) == line.replace("i know", "I know")
