"""An answer for a mother fits a father, in its pronouns."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.sexes import fit_pronouns


@pytest.mark.parametrize(
    ("answer", "known", "heard", "fitted"),
    [
        (
            "Do you get anybody to sit with her while you sleep? Her bed can be by the window.",
            "I look after my mother.",
            "I look after my old father.",
            "Do you get anybody to sit with him while you sleep? His bed can be by the window.",
        ),
        (
            "He will come to it himself. Leave him his chair.",
            "My brother does not talk to me.",
            "My sister won't speak to me any more",
            "She will come to it herself. Leave her her chair.",
        ),
        ("Does she sleep?", "She is ill.", "he is ill", "Does he sleep?"),
    ],
)
def test_an_answer_is_turned_to_the_one_who_is_spoken_of(
    answer: str, known: str, heard: str, fitted: str
) -> None:
    assert fit_pronouns(answer, known, heard) == fitted


@pytest.mark.parametrize(
    ("answer", "known", "heard"),
    [
        ("Does she sleep?", "My mother is ill.", "My wife is ill."),
        ("Does she sleep?", "My mother is ill.", "My father and my mother are ill."),
        ("She is good to him.", "My mother is ill.", "My father is ill."),
        ("Wren likes her tea hot.", "Does Wren drink tea?", "My father drinks tea."),
        ("Sit down.", "My mother is ill.", "My father is ill."),
    ],
)
def test_it_stays_where_it_is_not_clear_who_is_meant(answer: str, known: str, heard: str) -> None:
    assert fit_pronouns(answer, known, heard) == answer
