"""What somebody bids the hearer remind them of is read as it is said to them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agents.mind.speech.told.reminders import asks_for_reminder, read_reminder


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
        ("Cobb, would you remind me in about five minutes that I must write a card to my daughter"
         " Friedl, or I shall forget it as I forget everything?",
         "that you must write a card to your daughter Friedl", False, False),
        ("can u remind me in like 5 min that i gotta text juno sorry?? i always forgte",
         "that you gotta text juno sorry", False, False),
        ("Can you remind me later, maybe 5 minute: I must write postcard to my grandma.",
         "that you must write postcard to your grandma", False, False),
        ("can u remind me in a bit to txt my mum", "to txt your mum", False, False),
        ("Remind me in an hour to feed the goat.", "to feed the goat", False, True),
        ("Do me a service: in five minutes, tell me to go and ring the hospital.",
         "to go and ring the hospital", False, False),
        ("Please remind me, when I come back, to feed the goat.", "to feed the goat", False, True),
        ("Oh, remind me in five minutes or so to ring Ilse, would you, she has my good knife.",
         "to ring Ilse", False, False),
        ("Would you be so kind as to ask me in five minutes whether I have made up my mind?",
         "whether you have made up your mind", True, False),
        ("Ask me in two minutes whether I have rung Mr. Holt at the mill.",
         "whether you have rung Mr. Holt at the mill", True, False),
        ("in a few minutes ask me about the bellows", "about the bellows", True, False),
        ("I'd be glad if you reminded me about the stove before I go.", "about the stove", False,
         False),
        ("Don't let me forget to ring my mother, will you?", "to ring your mother", False, False),
        ("please ask me about the dog when I come back", "about the dog", True, True),
        ("Mind reminding me to take my pills in ten minutes?", "to take your pills", False, False),
        ("Could I ask you to remind me of the kettle in a few minutes?", "of the kettle", False,
         False),
        ("If I'm still here in ten minutes, nag me about the letter.", "about the letter", False,
         False),
        ("give me a shout in five minutes about the tea", "about the tea", False, False),
        ("Would you remind me, by and by, to water the mule?", "to water the mule", False, False),
        ("You'll mind me about the mule, then?", "about the mule", False, False),
        ("Remind me, when you can, to water the mule.", "to water the mule", False, False),
    ],
)  # fmt: skip
def test_what_is_bidden_is_read(words: str, what: str, asks: bool, next_time: bool) -> None:
    found = read_reminder(words)
    assert found is not None
    assert (found.what, found.asks, found.next_time) == (what, asks, next_time)


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        (
            "Remind me in a few minutes to write, because it's her birthday, on a Tuesday.",
            3,
        ),
        ("Remind me in three minutes to go, will you?", 3),
        ("Would you remind me in about five minutes that I must write a card?", 5),
        ("can u remind me in like 5 min that i gotta text juno", 5),
        ("Can you remind me later, maybe 5 minute: I must write postcard to my grandma.", 5),
        ("Remind me in an hour to feed the goat.", 60),
        ("Remind me to feed the goat in half an hour.", 30),
        ("In twenty-five minutes, tell me to go and ring the hospital.", 25),
        ("Remind me in a couple of hours to wind the clock.", 120),
        ("Remind me in one minute to wind the clock.", 1),
        ("Remind me I must stir the soup for ten minutes at noon.", None),
        ("Remind me in a few minutes to wind the clock.", 3),
        ("Remind me later to wind the clock for two hours.", None),
        ("Remind me tomorrow to be back in ten minutes.", None),
        ("Remind me to wind the clock.", None),
    ],
)
def test_after_how_long_is_read(words: str, minutes: int | None) -> None:
    """But not what is to be done for so long."""
    found = read_reminder(words)
    assert found is not None
    assert found.after == (None if minutes is None else timedelta(minutes=minutes))


@pytest.mark.parametrize(
    "words",
    [
        "That reminds me of my uncle.",
        "You remind me about as much of him as a goat.",
        "Don't remind me that I am old.",
        "Remind me what my dog is called.",
        "Ask me what I do for a living.",
        "Tell me to go and I go.",
        "Ask me if you want to know more.",
        "My mother used to ask me whether I had washed.",
        "Do you ask me whether I am well?",
        "He asked me in five minutes whether I was well.",
        "I asked her to remind me of the rent in a week.",
        "Did Wren tell you to ask me about my exam later?",
        "Why do you want to ask me tomorrow how I slept?",
        "Don't nag me about the letter tonight.",
        "Remind me of your name.",
        "Shall I remind you about the soup later?",
    ],
)
def test_what_only_looks_so_is_none(words: str) -> None:
    assert read_reminder(words) is None


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("Was there not something you were going to remind me of?", True),
        ("Wren, what were you supposed to remind me about?", True),
        ("Weren't you to ask me something?", True),
        ("wasnt u meant to remind me of summat", True),
        ("Didn't I ask you to remind me of something?", True),
        ("Wasn't there something you were to ask me?", True),
        ("Didn't I ask you for something?", True),
        ("You were to ask about the bellows.", True),
        ("what should you nudge me about", True),
        ("Was there owt you'd to mind me of?", True),
        ("Wasn't there something you were keeping for me?", True),
        ("Isn't there a reminder of mine?", True),
        ("Did Wren tell you to ask me that?", False),
        ("Does he remind you of anybody?", False),
        ("Remind me to call my mum, will you?", False),
    ],
)
def test_who_asks_for_what_was_bidden_is_known(words: str, *, asks: bool) -> None:
    assert asks_for_reminder(words) is asks
