"""Which sentences of a summary answer which questions, and how they are said."""

from __future__ import annotations

import pytest

from agents.in_parts import finish_parts
from agents.mind.speech.candidates import Candidate
from agents.mind.speech.remembered import Asked, make_memory_candidates
from agents.mind.speech.standing import Standing, recall_standing
from agents.mind.speech.turning import turn_to_hearer

FILE = "summaries/recent.md, written by hand"
COMPASS = "Ada gave me a golden compass on my birthday."


def answer(*sentences: str, heard: str, partner: str = "Ada", told: bool = True) -> list[Candidate]:
    standing = [Standing(each, FILE, 40, is_written=told) for each in sentences]
    asked = Asked("Hester", partner, heard, line=heard)
    return make_memory_candidates(finish_parts(recall_standing(standing, asked)), heard)


@pytest.mark.parametrize(
    "heard",
    [
        "What did I give you on your birthday?",
        "Do you have a compass?",
        "Tell me about the golden compass.",
        "Who gave you a compass?",
    ],
)
def test_a_written_sentence_answers_as_the_agents_own_memory(heard: str) -> None:
    """Also a question about the agent itself; the candidate names the file."""
    (said,) = answer(COMPASS, heard=heard)
    assert said.words == "You gave me a golden compass on my birthday."
    assert said.found == FILE
    (said,) = answer(COMPASS, heard=heard.replace("did I", "did Ada"), partner="Bob")
    assert said.words == COMPASS


def test_other_questions_are_not_answered_by_it() -> None:
    for heard in (
        "How many compasses are there?",
        "Do you like soup?",
        "What did I lose?",
        "A compass.",
    ):
        assert answer(COMPASS, heard=heard) == []


def test_quoted_words_are_told_to_nobody_else() -> None:
    """They may be a whisper's; who said them hears them again."""
    quoted = 'I heard Ada say "I hid the silver spoon."'
    assert answer(quoted, heard="Who hid the silver spoon?", partner="Bob") == []
    (said,) = answer(quoted, heard="Did I hide the silver spoon?")
    assert said.words == "I heard you say 'I hid the silver spoon.'"


def test_what_a_model_wrote_answers_where_nothing_else_does() -> None:
    heard = "Who gave you a compass?"
    (said,) = answer(COMPASS, heard=heard, told=False)
    assert said.words == "You gave me a golden compass on my birthday."
    asked = Asked("Hester", "Ada", heard, line=heard)
    both = [Standing(COMPASS, "a", 40, False), Standing("Moss gave me a compass.", "b", 40, True)]
    said, *more = make_memory_candidates(finish_parts(recall_standing(both, asked)), heard)
    assert said.words == "Moss gave me a compass."
    assert more == []


def test_a_sentence_is_told_to_whom_it_names() -> None:
    told = {
        "Ada is my sister.": "You are my sister.",
        "I know that Ada often carries bread.": "I know that you often carry bread.",
        "Ada's mother bakes it, and Ada likes it.": "Your mother bakes it, and you like it.",
        "I gave bread to Ada.": "I gave bread to you.",
        # Whose she or has is, is not clear.
        "Ada gave me her compass.": "Ada gave me her compass.",
        "The boat of Ada is red.": "The boat of Ada is red.",
    }
    assert {each: turn_to_hearer(each, "Ada") for each in told} == told
