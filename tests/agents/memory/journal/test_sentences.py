"""Sixty sentences: what the journal keeps of people, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.journal.heuristics import extract_by_rules
from tests.agents.memory.journal.support import START, heard
from world.nature import Nature

LINES = Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines()
#: How many of the thirty sentences that were only counted come out as they should.
LEAST_HELD_OUT = 26
WORTH_KEEPING = 5


def read_part(part: str) -> list[tuple[str, str, str]]:
    begun = LINES.index(f"## {part}") + 1
    rows = []
    for line in LINES[begun:]:
        if line.startswith("#"):
            break
        wanted, source, words = line.split("\t")
        rows.append((wanted, source, words))
    return rows


def is_as_wanted(wanted: str, source: str, words: str) -> bool:
    """Whether the words, said aloud in company, come out as they should."""
    said = remember(source, words)
    found = [each for each in extract_by_rules([said], "Moss") if 1 in each.seqs]
    if wanted == "drop":
        return not found
    return bool(found) and found[0].importance >= WORTH_KEEPING


def remember(source: str, words: str) -> Experience:
    if source == "person":
        return heard(1, "Ada", f'Ada says, "{words}"')
    return Experience(
        1, START, f'~Moss> say {words}\nYou say, "{words}"', "action", line=f"say {words}",
        command="say", nature=Nature.SPEECH, occupants=("Ada", "Wren"),
    )  # fmt: skip


@pytest.mark.parametrize(("wanted", "source", "words"), read_part("read"))
def test_a_sentence_comes_out_as_it_should(wanted: str, source: str, words: str) -> None:
    assert is_as_wanted(wanted, source, words)


def test_most_sentences_that_nobody_tuned_for_come_out_as_they_should() -> None:
    rows = read_part("held out")
    right = [row for row in rows if is_as_wanted(*row)]
    assert len(rows) == 30
    assert len(right) >= LEAST_HELD_OUT, [row for row in rows if row not in right]
