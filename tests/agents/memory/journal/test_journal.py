"""The journal: facts go into the log as memories leave the prompt, and into markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.boundaries import Model
from agents.clock import VirtualClock
from agents.memory.core.facts import Fact, rate_memories
from agents.memory.core.records import Experience, JournalEntry, NewMemory
from agents.memory.core.view import fold
from agents.memory.journal.entries.entry_file import EntryFile
from agents.memory.journal.entries.entry_index import find_standing
from agents.memory.journal.entries.picking import WEIGHED
from agents.memory.journal.extractor import Extraction
from agents.memory.journal.journal import Journal
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.summarization.writer import GuardedWriter
from tests.agents.memory.support import Bench, Scripted, fill, grow, log_of
from world.nature import Nature

NOW = VirtualClock().now()


async def never(memories: Sequence[Experience], model: Model) -> Extraction:
    raise AssertionError("no model follows instructions here")


def keep(
    bench: Bench, found: list[Sequence[Fact]] | None = None, **changed: object
) -> tuple[AgentMemory, Journal]:
    told = found if found is not None else []
    bench.extract = never
    place = JournalPlace(bench.folder.parent / "kept.jsonl", told.append)
    memory = bench.open(place, **changed)
    assert memory.journal is not None
    return memory, memory.journal


def hear(memory: AgentMemory, speaker: str, words: str) -> None:
    memory.record(NewMemory(
        f'{speaker} says, "{words}"', source="observation", event="say", speaker=speaker,
        place="The Hall", occupants=(speaker,), nature=Nature.SPEECH,
    ))  # fmt: skip


def entries(memory: AgentMemory) -> list[JournalEntry]:
    return [each for each in log_of(memory) if isinstance(each, JournalEntry)]


async def test_facts_are_in_the_log_before_their_memories_leave_the_prompt(tmp_path: Path) -> None:
    """One entry for each span, behind its memories and before the compaction."""
    bench = Bench(tmp_path, Scripted())
    found: list[Sequence[Fact]] = []
    memory, _ = keep(bench, found)
    hear(memory, "Fern", "Moss, I promise you the blue boat on Friday.")
    await grow(bench, memory, 129)
    (entry,) = entries(memory)
    assert entry.covers == (1, 65) and entry.method == "heuristic"
    (fact,) = [each for each in entry.facts if 1 in each.seqs]
    assert fact.source == "heard" and fact.speaker == "Fern" and "Fern" in fact.text
    kinds = [type(each).__name__ for each in log_of(memory)]
    assert kinds.index("JournalEntry") == kinds.index("Compaction") - 1
    assert rate_memories(found[0])[1] == fact.importance
    assert memory.view == fold(log_of(memory))
    await memory.close()


async def test_days_and_people_are_markdown_and_come_back_when_lost(tmp_path: Path) -> None:
    """Both the pages and the machine's own file are projections of the log."""
    bench = Bench(tmp_path, Scripted())
    memory, _ = keep(bench)
    hear(memory, "Fern", "Moss, I promise you the blue boat on Friday.")
    await grow(bench, memory, 129)
    page, day = bench.folder / "people" / "Fern.md", bench.folder / "journal" / "2026-01-01.md"
    assert "blue boat" in page.read_text("utf-8") and "blue boat" in day.read_text("utf-8")
    page.unlink()
    (tmp_path / "kept.jsonl").write_text('{"v":1,"kind":"jour', "utf-8")
    hear(memory, "Fern", "The blue boat has a red sail, number 4711.")
    await grow(bench, memory, 258)
    text = page.read_text("utf-8")
    assert "Friday" in text and "4711" in text
    await memory.close()


async def test_an_entry_for_a_larger_span_takes_the_place_of_those_within(tmp_path: Path) -> None:
    """What is weighed anew stands once, and what was heard stays heard."""
    bench = Bench(tmp_path, Scripted())
    memory, journal = keep(bench)
    for _ in range(2):
        hear(memory, "Fern", "The mill belongs to me, and the key is under stone 7.")
        fill(memory, 70)
    await grow(bench, memory, 260)
    before = journal.read_facts()
    assert await journal.consolidate() == len(before)
    after = journal.read_facts()
    assert 0 < len(after) < len(before)
    assert {each.source for each in after if "mill" in each.text} == {"heard"}
    assert [each.covers for each in entries(memory)][-1] == (1, memory.view.covered)
    await memory.close()


async def test_without_a_journal_nothing_is_extracted(tmp_path: Path) -> None:
    """``journal: off``."""
    bench = Bench(tmp_path, Scripted())
    memory, _ = keep(bench, journal="off")
    hear(memory, "Fern", "I promise you the blue boat.")
    await grow(bench, memory, 129)
    assert entries(memory) == []
    assert not (bench.folder / "journal").exists()
    await memory.close()


async def test_the_file_of_another_life_is_not_believed(tmp_path: Path) -> None:
    """A new agent of an old name has none of the old one's facts."""
    memory, _ = keep(bench := Bench(tmp_path / "old", Scripted()))
    hear(memory, "Mallory", "The mill belongs to me, number 4711.")
    await grow(bench, memory, 129)
    await memory.close()
    newborn = Bench(tmp_path / "new", Scripted())
    other = newborn.open(JournalPlace(tmp_path / "old" / "kept.jsonl"))
    journal = other.journal
    assert journal is not None
    hear(other, "Fern", "I promise you the blue boat.")
    await grow(newborn, other, 129)
    assert not any("mill" in each.text for each in journal.read_facts())
    await other.close()


def test_an_entry_gives_way_to_a_later_one_that_shares_a_memory() -> None:
    """Weighed anew, or made again after a failure: no fact stands twice."""

    def entry(first: int, last: int) -> JournalEntry:
        return JournalEntry(last, NOW, (first, last), (), "heuristic")

    log = [entry(1, 64), entry(65, 200), entry(65, 128), entry(129, 192), entry(65, 192)]
    assert [each.covers for each in find_standing(log)] == [(1, 64), (65, 192)]


async def test_a_night_weighs_the_newest_facts_alone(tmp_path: Path) -> None:
    """However long the life: what a night writes into the log is bounded."""
    bench = Bench(tmp_path, Scripted())
    memory, journal = keep(bench)
    for night in range(12):
        for n in range(64):
            hear(memory, "Fern", f"The boat {night} needs {n + 10} nails by Friday.")
            await bench.settle()
        await journal.consolidate()
    assert max(len(each.facts) for each in entries(memory)) <= WEIGHED
    await memory.close()


async def test_a_night_does_not_read_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the file is as it was left, only the newest records are read; lost pages come back."""
    bench = Bench(tmp_path, Scripted())
    memory, journal = keep(bench)
    hear(memory, "Fern", "I promise you the blue boat.")
    await grow(bench, memory, 129)
    await journal.consolidate()
    with monkeypatch.context() as patch:
        patch.setattr(EntryFile, "_read_file", None)
        await journal.consolidate()
    page = bench.folder / "people" / "Fern.md"
    page.write_text(page.read_text() + "\nShe hums.\n", encoding="utf-8")
    assert await journal.adopt() == ["people/Fern.md: what a person wrote there is remembered."]
    page.unlink()
    assert await journal.adopt() == []
    assert "She hums." in page.read_text() and "blue boat" in page.read_text()
    await memory.close()


async def test_facts_that_do_not_hold_are_no_refused_answers(tmp_path: Path) -> None:
    """The count is of summaries that a model wrote in vain: the history says why of each."""
    bench = Bench(tmp_path, Scripted())
    memory, journal = keep(bench)
    fill(memory, 3)

    async def draw(memories: Sequence[Experience]) -> Extraction:
        return Extraction((), "model", refused=2)

    writer = GuardedWriter(Scripted(), bench.clock, bench.lines.append)
    entry = await journal.extract(memory.view.tail, writer, draw)
    assert entry.method == "model"
    assert (writer.answers.refused, writer.answers.why) == (0, [])
    await memory.close()
