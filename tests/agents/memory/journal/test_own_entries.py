"""Entries that stand by themselves: the agent's own, and what a stretch was about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.memory.core.facts import SYNTHESIS, Fact
from agents.memory.core.records import Compaction, JournalEntry, JournalNote, NewMemory
from agents.memory.core.view import fold
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.journal.own_entries import make_own_note, parse_entry
from agents.memory.journal.synthesis import MOST_CHARACTERS
from agents.memory.memory import AgentMemory
from tests.agents.memory.journal.support import did
from tests.agents.memory.settings import STRATEGIES, memory_settings
from tests.agents.memory.support import Bench, Scripted, grow, log_of
from world.nature import Nature


def write(memory: AgentMemory, text: str, people: tuple[str, ...] = ()) -> None:
    memory.record(NewMemory(
        f"~Moss> journal {text}\nYou write in your journal: {text}", source="action",
        place="The Mill", occupants=people, line=f"journal {text}", nature=Nature.JOURNAL,
    ))  # fmt: skip


def notes(memory: AgentMemory) -> list[JournalNote]:
    return [each for each in log_of(memory) if isinstance(each, JournalNote)]


def summarises(strategy: str) -> bool:
    return memory_settings(strategy=strategy).strategy.summarises


def opened(bench: Bench, **changed: object) -> AgentMemory:
    return bench.open(JournalPlace(bench.folder.parent / "kept.jsonl"), **changed)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("Ada fears the mill.", (None, "Ada fears the mill.")),
        ("8: Ada fears the mill.", (8, "Ada fears the mill.")),
        ("10:Ada", (10, "Ada")),
        ("0: nothing", (0, "nothing")),
        ("9:30 is when the boat comes", (None, "9:30 is when the boat comes")),
        ("3 boats: one is blue", (None, "3 boats: one is blue")),
        ("8:", (8, "")),
    ],
)
def test_an_importance_may_stand_before_a_colon(text: str, parsed: tuple[int | None, str]) -> None:
    """A time of day is none, nor is a number among the words."""
    assert parse_entry(text) == parsed


def test_the_heuristic_rates_what_is_not_rated() -> None:
    """What is written down of its own accord counts; a promise or a number counts more."""
    plain, promise, given = (
        make_own_note(did(1, f"journal {words}", "", place="The Mill"), "Moss").fact
        for words in (
            "The beans look well.",
            "I promise Ada 12 seeds.",
            "3: I promised seeds.",
        )
    )
    assert 1 < plain.importance < promise.importance <= 10
    assert (given.importance, given.scored) == (3, "model")
    assert {plain.source, promise.source} == {"own"} and "promise" in promise.tags
    assert all("thought" in each.tags for each in (plain, promise, given)), "as other thoughts"


async def test_an_entry_is_on_the_pages_and_known_at_once(tmp_path: Path) -> None:
    """In the log, on the day's page and on that of who is named, before any compaction."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench)
    write(memory, "9: Ada fears the mill.", ("Ada", "Fern"))
    await bench.settle()
    (note,) = notes(memory)
    assert note.covers == (1, 1) and note.by == "agent" and note.fact.people == ("Ada",)
    day = (bench.folder / "journal" / "2026-01-01.md").read_text("utf-8")
    assert '- (9) I wrote down: "Ada fears the mill." · own' in day
    assert "fears the mill" in (bench.folder / "people" / "Ada.md").read_text("utf-8")
    assert not (bench.folder / "people" / "Fern.md").exists()
    assert [each.fact for each in memory.knowledge] == [note.fact]
    assert memory.view == fold(log_of(memory))
    await memory.close()


async def test_it_outlives_its_memory_and_the_pages_and_stands_once(tmp_path: Path) -> None:
    """Neither a compaction nor sleep draws it a second time; it is read from the log."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench)
    write(memory, "9: I promise Ada the blue boat.")
    await grow(bench, memory, 129)
    await memory.consolidate()
    await memory.close()
    (tmp_path / "kept.jsonl").unlink()
    again = opened(bench)
    await again.load_journal()
    told = [each.fact.text for each in again.knowledge if "blue boat" in each.fact.text]
    assert told == ['I wrote down: "I promise Ada the blue boat."']
    await again.close()


async def test_a_file_that_lacks_the_newest_note_is_made_again(tmp_path: Path) -> None:
    """A crash between the log and the file loses nothing."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench)
    write(memory, "Ada fears the mill.")
    write(memory, "The oar is cracked.")
    await bench.settle()
    await memory.close()
    kept = tmp_path / "kept.jsonl"
    kept.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:-1]))
    again = opened(bench)
    await again.load_journal()
    assert len(again.knowledge) == 2
    await again.close()


async def test_an_entry_that_was_refused_is_none(tmp_path: Path) -> None:
    """The memory of it stays, and nothing else."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench)
    memory.record(NewMemory(
        "~Moss> journal\nWhat do you want to write down?", source="action", line="journal",
        nature=Nature.JOURNAL, ok=False,
    ))  # fmt: skip
    assert notes(memory) == [] and memory.last_seq == 1
    await memory.close()


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if summarises(name)])
async def test_a_compaction_says_what_its_stretch_was_about(tmp_path: Path, strategy: str) -> None:
    """One entry with tags and span, from the summary, without a call more."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench, strategy=strategy)
    memory.record(NewMemory(
        'Fern says, "I promise you the blue boat."', source="observation", event="say",
        speaker="Fern", place="The Mill", nature=Nature.SPEECH,
    ))  # fmt: skip
    await grow(bench, memory, 110)
    if not memory.view.summaries:
        memory.begin_compaction(force=True)
        await bench.settle()
    compacted = next(each for each in log_of(memory) if isinstance(each, Compaction))
    note = notes(memory)[0]
    assert note.by == "compaction" and note.covers == compacted.covers
    fact: Fact = note.fact
    assert fact.tags[0] == SYNTHESIS and "promise" in fact.tags and fact.place == "The Mill"
    assert 0 < len(fact.text) <= MOST_CHARACTERS
    texts = [" ".join(each.text.split()) for each in compacted.summaries]
    assert any(fact.text.split(".")[0] in each for each in texts)
    first, last = note.covers
    day = (bench.folder / "journal" / "2026-01-01.md").read_text("utf-8")
    (line,) = (each for each in day.splitlines() if each.endswith(f" · #{first} to #{last}"))
    assert "#context_synthesis" in line and "#promise" in line
    await memory.close()


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if not summarises(name)])
async def test_where_nothing_is_summed_up_no_stretch_is_told(tmp_path: Path, strategy: str) -> None:
    """The facts of the stretch are there all the same."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench, strategy=strategy)
    write(memory, "Ada fears the mill.")
    await grow(bench, memory, 260)
    assert sum(isinstance(each, JournalEntry) for each in log_of(memory)) > 1
    assert [each.by for each in notes(memory)] == ["agent"]
    assert not any(each.fact.is_synthesis for each in memory.knowledge)
    await memory.close()


async def test_a_stretch_that_is_compacted_again_has_one_entry(tmp_path: Path) -> None:
    """The later one stands."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench)
    await grow(bench, memory, 129)
    assert memory.journal is not None
    (note,) = notes(memory)
    better = replace(note, fact=replace(note.fact, text="We mended the wheel."))
    await memory.journal.project([better])
    told = [each.fact.text for each in memory.knowledge if each.fact.is_synthesis]
    assert told == ["We mended the wheel."]
    await memory.close()


async def test_without_a_journal_no_stretch_is_told(tmp_path: Path) -> None:
    """``journal: off`` is off; what an agent writes itself is kept all the same."""
    bench = Bench(tmp_path, Scripted())
    memory = opened(bench, journal="off")
    write(memory, "Ada fears the mill.")
    await grow(bench, memory, 129)
    assert [each.by for each in notes(memory)] == ["agent"]
    await memory.close()
