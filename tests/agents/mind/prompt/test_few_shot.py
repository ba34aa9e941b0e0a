"""The example of an agent's own voice."""

from __future__ import annotations

from agents.mind.prompt.few_shot import render_few_shot
from tests.agents.mind.support import TEXTS


def test_the_example_is_made_of_the_persona() -> None:
    """Questions of the texts, answered in the first person, as a transcript looks."""
    persona = "You are Moss, a patient gardener. You work in the Garden. You like Cobb's stories."
    assert render_few_shot(TEXTS, "Moss", persona).splitlines()[:7] == [
        "For example:",
        'A visitor says, "Who are you, Moss?"',
        "~Moss> say I am Moss, a patient gardener.",
        'You say, "I am Moss, a patient gardener."',
        'A visitor says, "What do you do all day, Moss?"',
        "~Moss> say I work in the Garden.",
        'You say, "I work in the Garden."',
    ]


def test_a_secret_is_in_no_example() -> None:
    """What a persona keeps to itself is not put into its mouth."""
    persona = "You are Moss. You have a secret: you answer the lamp. You do not tell Wren."
    assert "lamp" not in render_few_shot(TEXTS, "Moss", persona)


def test_a_persona_that_says_nothing_of_itself_has_no_example() -> None:
    """Then there is nothing to show, not even a heading."""
    assert render_few_shot(TEXTS, "Moss", "A gardener, patient.") == ""
