"""What somebody bids the hearer say to another is known, however it is said, and to whom."""

from __future__ import annotations

import pytest

from agents.mind.speech.messages import find_message
from agents.mind.speech.questions import find_favour


@pytest.mark.parametrize(
    ("heard", "to", "said"),
    [
        ("Cobb, tell Hester from me that the path is washed out.", "Hester",
         "The path is washed out."),
        ("Please tell Wren: Ada wants to see the clock", "Wren", "Ada wants to see the clock."),
        ("Would you do me a kindness: tell Moss that he owes me a penny.", "Moss",
         "You owe me a penny."),
        ("Could you please let Wren know that her lamp is seen far off?", "Wren",
         "Your lamp is seen far off."),
        ("Would you pass a message to Cobb later?", "Cobb", ""),
        ("Take my word to Wren: the oil is coming.", "Wren", "The oil is coming."),
        ("Tell Wren I shall be late.", "Wren", "I shall be late."),
        ("Cobb, when you see Wren, tell her hello from me.", "Wren", "Hello."),
        ("If you meet Hester, could you say to her that I was here?", "Hester", "I was here."),
        ("Next time you see Moss, wish him good night.", "Moss", "Good night."),
        ("Give my best regards to Moss.", "Moss", "My best regards."),
        ("Would you give Wren my greetings?", "Wren", "My greetings."),
        ("Say thank you to Hester for me.", "Hester", "Thank you."),
        ("Please greet Moss from me.", "Moss", "Hello."),
        ("You could tell Moss that his soup was good.", "Moss", "Your soup was good."),
        ("Do me a favour and tell Wren that Jaro counts.", "Wren", "Jaro counts."),
        ("I want you to tell Wren that I came.", "Wren", "I came."),
        ("When you see Wren, what do you tell her?", "", ""),
        ("I greet Moss from the door.", "", ""),
        ("I shall tell Wren that it rains.", "", ""),
        ("Did you tell Wren that it rains?", "", ""),
        ("Tell me that again.", "", ""),
        ("Tell Wren's aunt that I am here.", "", ""),
        ("Can you tell Moss about your dream?", "", ""),
    ],
)  # fmt: skip
def test_to_whom_and_what(heard: str, to: str, said: str) -> None:
    assert find_message(heard) == (to, said)
    assert (find_favour(heard) == "message") is bool(to)
