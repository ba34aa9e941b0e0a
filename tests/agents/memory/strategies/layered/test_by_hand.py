"""What a person writes into a section stays there through every merge by rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.language.statements import list_statements
from agents.memory.strategies import section_plan, sections
from agents.memory.strategies.layered import SECTIONS_LIMIT
from tests.agents.memory.strategies.layered.working_memory import SMALL, heard, list_headings
from tests.agents.memory.support import Bench
from world.vault.markdown import read_note, render_note

WRITTEN = "I like it here."


@pytest.mark.parametrize("heading", [section_plan.FACTS, section_plan.ISSUES])
async def test_a_sentence_written_by_hand_stays_in_its_section(
    tmp_path: Path, heading: str
) -> None:
    """However little it tells, also after a restart, and beside sections that are full."""
    bench = Bench(tmp_path)
    memory = bench.open(**SMALL)
    path = bench.summary_file("recent.md")
    for number in range(40):
        heard(memory, "Fern", f"The boat number {number} has {number + 2} green oars at the mill.")
    await memory.begin_compaction()
    note = read_note(path)
    body = note.body.replace(f"{heading}:\n", f"{heading}:\n{WRITTEN}\n")
    path.write_text(render_note(note.metadata, body), "utf-8")
    memory.adopt_edits()
    assert memory.view.summaries[-1].by_hand == (WRITTEN,)
    for turn in range(8):
        for number in range(30):
            heard(memory, f"Ada{turn}", f"Boat {turn * 30 + number} went to the mill with Cobb.")
        await memory.begin_compaction(force=True)
        (summary,) = memory.view.summaries
        assert summary.by_hand == (WRITTEN,)
        assert WRITTEN in sections.split_sections(summary.text)[heading]
        assert list_headings(summary.text) == list(section_plan.SECTIONS)
        assert len(summary.text) <= SECTIONS_LIMIT
    await memory.close()
    assert bench.open(**SMALL).view == memory.view


def test_more_than_fits_is_told_as_far_as_it_fits() -> None:
    """A person may write more than a summary may have."""
    written = [f"I keep {number} stones in a box under my bed." for number in range(9)]
    older = "Confirmed Facts:\n" + "\n".join(written)
    kept = sections.keep_items("User Goal:\nnone\nConfirmed Facts:\nnone", older, written, 120)
    assert len(kept) <= 120
    assert any(each in kept for each in written)


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("I row. It\nrains.", ["I row.", "It rains."]),
        (
            "User Goal:\nnone\nConfirmed Facts:\nFern has no dog\nIt rains. I row.",
            ["Fern has no dog", "It rains.", "I row."],
        ),
    ],
)
def test_statements_are_sentences_or_the_items_of_sections(
    text: str, statements: list[str]
) -> None:
    """No statement has a heading in it, by which it would not be known again elsewhere."""
    assert list_statements(text) == statements
