"""What only announces the rest of a line is left out, where the rest follows at once."""

from __future__ import annotations

import pytest

from agents.mind.speech.parties.own_part import read_own_part
from agents.mind.speech.parties.prefaces import leave_out_preface

AGENTS = ("Cobb", "Hester", "Moss", "Wren")


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("Hello, is anybody awake? I got the job!", "I got the job!"),
        ("May I ask you something? My sister is silent.", "My sister is silent."),
        ("Guess what, I passed my exam!", "I passed my exam!"),
        ("hi, can i ask something, why is it so big?", "Why is it so big?"),
        ("Guess what? You know what? He came back.", "He came back."),
        (
            "I want to tell you a private thing. There is a waitress. I love her.",
            "There is a waitress. I love her.",
        ),
        ("Do you want to hear a joke? A duck goes into a bar.", "A duck goes into a bar."),
    ],
)
def test_a_preface_is_left_out(line: str, rest: str) -> None:
    """What it announces is heard by itself."""
    assert leave_out_preface(line) == rest


@pytest.mark.parametrize(
    "line",
    [
        "May I ask you something?",
        "Guess what?",
        "Can I tell you a secret? Please.",
        "May I ask you a question about the lamp?",
        "Listen to the water. It is loud tonight.",
        "I must tell you something of my sister. She is ill.",
        "Is anybody there?",
        "",
    ],
)
def test_what_announces_nothing_that_follows_stays(line: str) -> None:
    """It has answers of its own, or says more than that something comes."""
    assert leave_out_preface(line) == line


def test_an_agent_hears_what_is_announced() -> None:
    """Both what looks for answers and what takes in news read a line so."""
    line = "Moss, may i tell you a secret? i am in love with my boss"
    assert read_own_part(line, "Moss", ("Ada", *AGENTS), AGENTS) == "I am in love with my boss"
