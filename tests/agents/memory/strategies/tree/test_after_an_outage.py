"""Texts by rule that the prompt shows in parts are written again once the model is back."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.core.records import NewMemory
from agents.memory.core.view import display_summary, fold
from agents.memory.memory import AgentMemory
from agents.prose import split_sentences
from tests.agents.memory.strategies.tree.tree_texts import FRAMES, LONG, Wordy, spell
from tests.agents.memory.support import Bench, PlainCounter, log_of

CAP = 100
CAPPED = {**LONG, "branching": 4, "longterm_tokens": CAP}


class Absent(Wordy):
    """Cannot be reached at first; writes `sentences` for each text once it is back."""

    def __init__(self, sentences: int) -> None:
        super().__init__()
        self.sentences = sentences
        self.away = True

    async def summarise(self, memories: object, asked: object) -> str:
        if self.away:
            raise ModelUnavailable("not reachable")
        return self._words(self.sentences)


async def live_without_a_model(bench: Bench, memory: AgentMemory) -> None:
    """Let people tell so much that the cap leaves only parts of what was written by rule."""
    while memory.last_seq < 70:
        what = spell(memory.last_seq)
        memory.record(
            NewMemory(
                f'Fern says, "My neighbour {what.title()} keeps {what} sheep in the old barn."',
                source="observation",
                speaker="Fern",
            )
        )
        await bench.settle()
    older = memory.view.older
    assert all(each.method == "deterministic" for each in older)
    assert any(each.excerpt for each in older)


async def open_after_the_outage(bench: Bench, script: Absent) -> AgentMemory:
    """Return a memory whose texts by rule were all written again by the model."""
    memory = bench.open(**CAPPED)
    await live_without_a_model(bench, memory)
    script.away = False
    await bench.clock.advance(3600)
    assert {each.method for each in memory.view.summaries} == {"llm"}
    return memory


@pytest.mark.parametrize("sentences", [1, 8])
async def test_what_is_written_again_is_shown_by_places_of_its_own(
    tmp_path: Path, sentences: int
) -> None:
    """Whole sentences, and all of them together within the cap, as after a compaction."""
    script = Absent(sentences)
    memory = await open_after_the_outage(Bench(tmp_path, script), script)
    assert memory.view.longterm is not None
    assert PlainCounter().count(memory.view.longterm.text) <= CAP
    for each in memory.view.summaries:
        shown = split_sentences(display_summary(each))
        assert shown and set(shown) <= set(split_sentences(each.text))
    assert display_summary(memory.view.summaries[-1]) == memory.view.summaries[-1].text


@pytest.mark.parametrize("sentences", [1, 8])
async def test_an_archive_with_texts_that_were_written_again_opens_whole(
    tmp_path: Path, sentences: int
) -> None:
    """No line is set aside, and the view and the prompt are the same."""
    bench = Bench(tmp_path, script := Absent(sentences))
    memory = await open_after_the_outage(bench, script)
    view, section = memory.view, memory.render_section(FRAMES)
    assert view == fold(log_of(memory))
    await memory.close()
    again = bench.open(**CAPPED)
    await again.look_over()
    assert not list(bench.folder.rglob("*.rejected"))
    assert again.view == view and again.render_section(FRAMES) == section
