"""The checks find the days that memories name, and read no memory that names none."""

from __future__ import annotations

import json
from pathlib import Path

from agents.memory.checking.figures import is_reckoned
from agents.memory.checking.grounds import make_knowledge
from agents.memory.checking.naming.names import NAMED_DAYS
from agents.memory.language.evidence import Source
from agents.memory.language.meanings import phrases
from agents.memory.language.words import MONTHS, NEAR_DAYS, TIMES

LIVES = sorted((Path(__file__).parents[3] / "data" / "lives").glob("*.life.jsonl"))
MORE = [
    'Ada says, "I come tomorrow, on Friday."',
    'Bo says, "The day after Monday the mill rests."',
    "It is May now, and 1 JUNE comes soon.",
    'Fern says, "Tuesdays I bake; he knows Wednesday’s bread."',
    "You note: spring is near.",
]


def read_lines(path: Path) -> list[str]:
    return [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]


def test_days_are_those_of_all_that_is_read() -> None:
    """A text tells the days that its sentences have, and reckons where one of them does."""
    for text in (*MORE, *(line for each in LIVES for line in read_lines(each))):
        known = make_knowledge([Source(text)], ["Ada", "Bo", "May", "June"])
        told = {word.day for each in known.statements for word in each.words} - {""}
        assert {each for each in {*NAMED_DAYS, *MONTHS} if known.has_day(each)} == told, text
        assert known.reckons == any(map(is_reckoned, known.statements)), text


def test_no_phrase_stands_for_a_day() -> None:
    """A day is looked for by its own word: a phrase that meant one would not be found."""
    meant = {word for found in phrases._map_phrases().values() for _, word in found}
    assert meant and meant.isdisjoint({*NAMED_DAYS, *MONTHS, *NEAR_DAYS, *TIMES})
