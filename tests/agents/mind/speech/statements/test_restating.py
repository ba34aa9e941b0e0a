"""Who complains that an answer was to something else asks again for what they name."""

from __future__ import annotations

import pytest

from agents.mind.speech.statements.restating import restate


@pytest.mark.parametrize(
    ("heard", "before", "asked"),
    [
        ("I meant the soup.", "What would you change in it?", "What would you change in the soup?"),
        ("Neither of what? I only asked about a bed.", "May I stay?", "Is there a bed here?"),
        ("I was asking about the wall.", "Is the wall safe?", "Is the wall safe?"),
        ("I meant the loft, not the wall.", "Is it dry?", "Is the loft dry?"),
        ("That is not what I asked.", "I am Ada. How deep is it?", "How deep is it?"),
        ("That is how many, not how deep.", "How deep is it?", "How deep is it?"),
        ("no, that's only how, not why", "Why do you count?", "Why do you count?"),
        ("It was the lake I meant.", "How are you?", "What about the lake?"),
        ("No, nobody is ill. COOK!", "What should I cook her?", "What should I cook her?"),
        ("No, he is. I asked what you would wear.", "What would you wear?", "What would you wear?"),
        (
            "No, not you. Him. my boss.",
            "What would you say to him?",
            "What would you say to my boss?",
        ),
    ],
)
def test_what_is_named_now_is_asked_anew(heard: str, before: str, asked: str) -> None:
    assert restate(heard, [before]) == asked


@pytest.mark.parametrize(
    "heard",
    [
        "I meant the soup. But tell me: what question was that?",
        "I meant to come earlier.",
        "That is how I like it, not too hot.",
        "No, not today. My knee.",
        "I asked about it.",
        "Is there a bed?",
        "That is not what I asked.",
    ],
)
def test_what_asks_something_else_or_complains_of_nothing_known_stays(heard: str) -> None:
    assert restate(heard, ["I came for the quiet."]) == heard
