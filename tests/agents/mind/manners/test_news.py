"""Who is asked for news tells what it saw happen, once to each who was not there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agents.memory.core.records import Experience
from agents.mind.manners.company import Company
from agents.mind.manners.news import NewsAnswers
from tests.agents.mind.support import TEXTS
from world.boundaries import Situation
from world.nature import Nature

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
HALL = Situation("Moss", "The Hall", "", {}, ("Ada",), (), ())
HERON = "A heron stands on the wall."
GEESE = "The geese go over."


def tell(heard: str, *memories: Experience, asker: str = "Ada") -> list[str]:
    company = Company("Moss")
    company.note_all(memories)
    found = NewsAnswers(company, TEXTS).answer(heard, asker, HALL, NOW)
    return [each.words for each in sorted(found, key=lambda each: -each.fit)]


def happened(text: str, place: str, *present: str, hours: float = 0.5) -> Experience:
    at = NOW - timedelta(hours=hours)
    return Experience(
        1, at, text, "observation", place=place, occupants=present, nature=Nature.HAPPENING
    )


@pytest.mark.parametrize(
    "heard",
    [
        "What is new?",
        "Has anything strange happened lately?",
        "Any news?",
        "What has happened today?",
        "What is going on here?",
        "What did I miss?",
    ],
)
def test_the_latest_is_told_first(heard: str) -> None:
    told = tell(heard, happened(HERON, "The Sill", hours=5), happened(GEESE, "The Hall"))
    assert told == [
        "It was here, not long ago. The geese go over.",
        "I was at the Sill, today. A heron stands on the wall.",
        "Nothing that I would call news, Ada.",
    ]


def test_who_was_there_or_was_told_hears_something_else() -> None:
    said = Experience(
        2, NOW, f'~Moss> say {GEESE}\nYou say, "{GEESE}"', "action", line=f"say {GEESE}",
        occupants=("Ada",), nature=Nature.SPEECH,
    )  # fmt: skip
    nothing = ["Nothing that I would call news, Ada."]
    assert tell("What is new?", happened(GEESE, "The Hall", "Ada")) == nothing
    assert tell("What is new?", happened(GEESE, "The Hall"), said) == nothing
    assert tell("What is new?", happened(GEESE, "The Hall", hours=90)) == nothing


def test_other_questions_ask_for_no_news() -> None:
    for heard in ("What happened to the bell?", "Where is the new oar?", "Do you like news?"):
        assert tell(heard, happened(GEESE, "The Hall")) == []
