"""What somebody bids the hearer remind them of is read as it is said to them."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.reminders import read_reminder


@pytest.mark.parametrize(
    ("words", "what", "asks", "next_time"),
    [
        ("Remind me to call my mum tomorrow, will you?", "to call your mum", False, True),
        ("remind me later that the shop shuts at six", "that the shop shuts at six", False, False),
        ("Could you remind me about the soup?", "about the soup", False, False),
        ("Would you do me a favour and ask me tomorrow whether I have telephoned my chief?",
         "whether you have telephoned your chief", True, True),
        ("I lost again. Ask me if I've slept.", "if you have slept", True, False),
        ("Ask me next time how my sister is.", "how your sister is", True, True),
        ("Please remind me, when I come back, to feed the goat.", "to feed the goat", False, True),
    ],
)  # fmt: skip
def test_what_is_bidden_is_read(words: str, what: str, asks: bool, next_time: bool) -> None:
    found = read_reminder(words)
    assert found is not None
    assert (found.what, found.asks, found.next_time) == (what, asks, next_time)


@pytest.mark.parametrize(
    "words",
    [
        "That reminds me of my uncle.",
        "You remind me about as much of him as a goat.",
        "Don't remind me that I am old.",
        "Remind me what my dog is called.",
        "Ask me what I do for a living.",
        "Ask me if you want to know more.",
        "My mother used to ask me whether I had washed.",
        "Do you ask me whether I am well?",
    ],
)
def test_what_only_looks_so_is_none(words: str) -> None:
    assert read_reminder(words) is None
