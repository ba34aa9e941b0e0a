"""Later lines are counted as they are labelled, and none that is held out was learnt."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from agents.memory.summarization.second_reading.checks import SentenceChecks
from benchmarks.truth.later_lines import LATER, load_held_out_later, load_later, report_later
from tests.agents.memory.summarization.test_sentence_checks import Checker
from tools.checks.later import LEARNT, list_later, mix_notes

BLOCKS = """\
E Pru: I sing tenor.
- Pru: I growl with the basses.
+ Pru: Tenor, as ever.
? Wat: I sing tenor too.

E The mill is shut.
- Sacks come out of the mill.
? Is the mill haunted?
"""


async def test_what_is_found_is_counted(tmp_path: Path) -> None:
    """One of two is found, and one that is none is taken for one."""
    file = tmp_path / "1.txt"
    file.write_text(BLOCKS, "utf-8")
    cases = load_later(file)
    assert [each.outdated for each in cases] == [True, False, False, True, False]
    chances = {("Pru", "growl"): 0.9, ("Pru", "Wat"): 0.6, ("mill is shut", "Sacks"): 0.1}
    told = await report_later(SentenceChecks(Checker({}, outdated=chances)), cases)
    assert "from 0.6 on: precision 50%, recall 50% of 2" in told
    assert "from 0.8 on: precision 100%, recall 50% of 2" in told


@pytest.mark.parametrize("text", ["- Pru: I growl.\n", "E Pru: I sing.\nPru: I growl.\n"])
def test_a_line_of_no_kind_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "1.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"1\.txt: a line is '.*', it has to begin with one of E"):
        load_later(file)


def test_no_file_that_is_held_out_was_learnt() -> None:
    learnt = {each.line for path in LEARNT for each in list_later(path)}
    held = load_held_out_later()
    assert len(held) > 2500
    assert sum(each.line in learnt for each in held) < len(held) / 100, "short lines may meet"
    assert all(int(path.stem) % 2 for path in LEARNT)
    assert len(LEARNT) + 3 == len(list(LATER.glob("*.txt")))


def test_what_is_learnt_is_read_as_what_is_measured() -> None:
    for path in LEARNT:
        assert [tuple(each) for each in list_later(path)] == [
            tuple(each) for each in load_later(path)
        ]


def test_notes_of_others_are_learnt_as_still_so() -> None:
    """But not where somebody of the same name is meant."""
    later = list(list_later(LEARNT[0]))
    mixed = list(mix_notes(later, random.Random(1)))
    notes = {each.line: each.note for each in later}
    more = [each for each in mixed if each.note != notes[each.line]]
    assert len(later) + len(more) == len(mixed) and len(more) > len(later) / 4
    assert not any(each.outdated for each in more)
    assert [each for each in mixed if each.note == notes[each.line]] == later
