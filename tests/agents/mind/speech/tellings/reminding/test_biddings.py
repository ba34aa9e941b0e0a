"""Who bids an agent come back to something is understood in whatever words, and only they are."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agents.mind.speech.told.biddings import bids_come_back
from agents.mind.speech.told.reminders import read_reminder


@pytest.mark.parametrize(
    "sentence",
    [
        "poke me in ten mins",
        "Let me know when half an hour is up.",
        "Come back to that with me once I've eaten.",
        "set a timer for the eggs, 4 minutes",
        "Cobb, be my alarm clock.",
        "hold me to that",
        "Shh, not now, I'm counting: ask in a minute",
        "Don't let me leave without the parcel.",
        "if I'm still here at midnight kick me out",
        "Would you mind checking in with me in half an hour?",
    ],
)
def test_a_bidding_is_heard_in_its_own_words(sentence: str) -> None:
    assert bids_come_back(sentence)
    found = read_reminder(f"Good evening. {sentence}")
    assert found is not None and found.quoted and found.what in sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "My wife shouted at me before supper.",
        "I woke at four and could not sleep again.",
        "Ask me anything, if you like.",
        "Call me Tom until you know me better.",
        "Tell me when you were born.",
        "Tell Wren at noon that I said hello.",
        "Stop nagging me about tomorrow.",
        "I'll ask you again tomorrow.",
        "Keep this letter for me until Friday.",
        "The alarm goes at five.",
        "What do you do when the hour is up?",
    ],
)
def test_what_only_sounds_like_one_is_none(sentence: str) -> None:
    assert not bids_come_back(sentence) and read_reminder(sentence) is None


def test_when_it_is_to_be_is_read_from_these_words() -> None:
    soon, tomorrow = map(read_reminder, ("poke me in ten mins", "ping me tomorrow at two"))
    assert soon is not None and soon.after == timedelta(minutes=10) and not soon.next_time
    assert tomorrow is not None and tomorrow.after is None and tomorrow.next_time
