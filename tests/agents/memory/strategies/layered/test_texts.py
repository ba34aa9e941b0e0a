"""The text of a layered summary has its six sections, with a model and without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.strategies import section_plan, sections
from agents.memory.strategies.layered import SECTIONS_LIMIT
from tests.agents.memory.strategies.layered.working_memory import (
    SMALL,
    WORKING,
    Working,
    heard,
    list_headings,
)
from tests.agents.memory.support import Bench, fill, reconfigure


async def test_without_a_model_the_sections_are_our_own(tmp_path: Path) -> None:
    """The text is marked deterministic, has all six, builds on the old ones and is redone later."""
    away: list[str | Exception] = [ModelUnavailable("ollama is not there")]
    summarizer = Working(answers=away * 3)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    reconfigure(memory, task="You are Moss, who keeps the garden of the hall. You are patient.")
    heard(memory, "Fern", "The rope hangs in the Boathouse.")
    fill(memory, 30)
    await memory.begin_compaction()
    first = memory.view.summaries[0]
    assert first.method == "deterministic"
    heard(memory, "Fern", "The boat leaks.")
    fill(memory, 30)
    await memory.begin_compaction()
    (second,) = memory.view.summaries
    assert second.method == "deterministic" and second.replaces == (first.id,)
    found = sections.split_sections(second.text)
    assert found[section_plan.GOAL] == ["You are Moss, who keeps the garden of the hall."]
    assert {'I heard Fern say: "The rope hangs in the Boathouse."'} <= {*found[section_plan.FACTS]}
    assert {'I heard Fern say: "The boat leaks."'} <= {*found[section_plan.FACTS]}
    assert len(found[section_plan.REFERENCES]) == 2
    assert list_headings(second.text) == list(section_plan.SECTIONS)
    fill(memory, 1)
    await bench.clock.advance(70)
    await bench.clock.advance(130)
    assert memory.view.summaries[0].text == WORKING
    assert memory.view.summaries[0].method == "llm"


@pytest.mark.parametrize(
    "answer",
    [
        "I swept the hall and talked with Fern.",
        WORKING.replace("Open Issues:\n", ""),
        WORKING.replace("Pending Actions", "Important References", 1),
        "",
    ],
)
async def test_a_text_without_its_sections_is_refused(tmp_path: Path, answer: str) -> None:
    """The model is asked once more, then the deterministic text replaces its answer."""
    bench = Bench(tmp_path, Working(answers=[answer, answer]))
    memory = bench.open(strategy="layered")
    fill(memory, 40)
    report = await memory.begin_compaction()
    assert report.refused == 2 and report.record.method == "deterministic"


async def test_long_sections_are_shortened_and_stay_sections(tmp_path: Path) -> None:
    """None of the headings is lost to the limit."""
    facts = "\n".join(f"Fern says that the boat leaks in {n} places." for n in range(100))
    long = WORKING.replace("Fern says that the boat leaks.", facts)
    bench = Bench(tmp_path, Working(answers=[long]))
    memory = bench.open(strategy="layered")
    fill(memory, 300)
    await memory.begin_compaction()
    text = memory.view.summaries[0].text
    assert memory.view.summaries[0].method == "llm"
    assert list_headings(text) == list(section_plan.SECTIONS)
    assert SECTIONS_LIMIT - 200 < len(text) <= SECTIONS_LIMIT
    assert "about the rope" in text
