"""What of a line is for one of several whom it calls, and whom a pronoun in it means."""

from __future__ import annotations

import pytest

from agents.mind.speech.parties.own_part import read_own_part

AGENTS = ("Cobb", "Hester", "Moss", "Wren")
KNEE = "Cobb, the knee is six years old. On ice. Moss, have you something for a knee?"
BRAVO = "Bravo, Moss! I must go on. Cobb, you are the ferryman, yes? How long do you do this?"


@pytest.mark.parametrize(
    ("line", "me", "part"),
    [
        (KNEE, "Cobb", "Cobb, the knee is six years old. On ice."),
        (KNEE, "Moss", "Moss, have you something for a knee?"),
        (BRAVO, "Moss", "Bravo, Moss! I must go on."),
        (BRAVO, "Cobb", "Cobb, you are the ferryman, yes? How long do you do this?"),
        (
            "No matter. Hester, I sit here. Wren, what do you do?",
            "Wren",
            "No matter. Wren, what do you do?",
        ),
        ("Cobb and Wren, good morning. Is it cold?", "Wren", None),
        ("Moss, is it cold? I am cold.", "Moss", None),
        ("Is it cold? I am cold.", "Moss", None),
    ],
)
def test_each_of_several_who_are_called_has_a_part(line: str, me: str, part: str | None) -> None:
    """Words that call one, or nobody, are for their hearer as a whole."""
    assert read_own_part(line, me, ("Ada", *AGENTS), AGENTS) == (part or line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("I must find Hester now. Where does she go?", "Where does Hester go?"),
        ("Cobb told me of you. Is he kind?", "Is Cobb kind?"),
        ("I have seen Hester. What is in her bag?", "What is in Hester's bag?"),
        ("My sister is ill. Is she old?", "Is she old?"),
        ("I saw Hester and Cobb. Is she happy?", "Is she happy?"),
        ("Hester, my aunt is ill. Is she old?", "Is she old?"),
    ],
)
def test_a_pronoun_means_the_one_agent_who_was_named_before(line: str, meant: str) -> None:
    """Not one of several, and not the one who is called."""
    assert read_own_part(line, "Moss", ("Ada", *AGENTS), AGENTS).endswith(meant)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("What do I do? Up at five. And you?", "Up at five. And you?"),
        ("what am i doing here? walking. i bake bread", "walking. I bake bread"),
        ("What do I do?", "What do I do?"),
        ("What do I do for work? Do you remember?", "What do I do for work? Do you remember?"),
    ],
)
def test_a_question_that_its_speaker_answers_is_none(line: str, part: str) -> None:
    assert read_own_part(line, "Moss", ("Ada",), AGENTS) == part


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (
            "You draw the chart, Hester; how deep is this tarn?",
            "You draw the chart, Hester. How deep is this tarn?",
        ),
        (
            "It is quiet; and who lives behind that window?",
            "It is quiet. Who lives behind that window?",
        ),
        ("I count; it calms me; do you count, too?", "I count; it calms me. Do you count, too?"),
        ("I came by the pass; where it is steep I slid.", None),
        ("He asked where I live; I said nothing. Why?", None),
    ],
)
def test_a_semicolon_before_a_question_ends_what_is_told(line: str, read: str | None) -> None:
    """Else the depth of the lake was asked of the chart."""
    assert read_own_part(line, "Hester", ("Ada", "Hester"), AGENTS) == (read or line)
