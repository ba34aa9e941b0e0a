"""A page is written from its own facts, whatever else a long life has."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.facts import Fact
from agents.memory.core.records import JournalEntry, JournalNote, JournalRecord, NewMemory
from agents.memory.journal.entries.entry_file import EntryFile
from agents.memory.journal.entries.entry_index import EntryIndex, list_page_keys
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.journal.relevance import extend_knowledge, gather_knowledge
from agents.memory.log.codec import encode
from agents.memory.memory import AgentMemory
from tests.agents.memory.support import Bench, Scripted, grow
from world.nature import Nature

NOW = VirtualClock().now()


def tell(number: int, speaker: str, day: int = 0, text: str = "") -> Fact:
    return Fact(
        text or f'{speaker} said: "Oar {number} is cracked."', 5, "heuristic", "heard", 0.5,
        (number,), NOW + timedelta(days=day), speaker, (speaker,), ("event",), f"Room {number}",
    )  # fmt: skip


def enter(first: int, last: int, *facts: Fact) -> JournalEntry:
    return JournalEntry(last, NOW, (first, last), facts, "heuristic")


def index_all(*records: JournalRecord) -> EntryIndex:
    index = EntryIndex()
    for each in records:
        index.add(each, len(encode(each)))
    return index


def test_only_the_records_of_a_page_are_found_in_their_order() -> None:
    """By day, and by person however the name is spelled."""
    log = [enter(n, n, tell(n, ("Ada", "Fern")[n % 2], n)) for n in range(1, 9)]
    index = index_all(*log)
    starts = [sum(len(encode(each)) for each in log[:n]) for n in range(len(log))]
    assert [each.start for each in index.find(["2026-01-04"])] == [starts[2]]
    assert [each.start for each in index.find(list_page_keys([tell(2, "ADA", 99)]))] == [
        starts[n] for n in (1, 3, 5, 7)
    ]
    assert index.find(["2027-01-01", "nobody"]) == []


def test_what_was_replaced_is_not_found() -> None:
    """An entry by a later one of its memories, a note by a later one of its author."""
    fact = tell(1, "Ada")
    notes = [JournalNote(n, NOW, (1, 9), fact, "compaction") for n in (9, 12)]
    log: list[JournalRecord] = [enter(1, 4, fact), enter(5, 9, fact), enter(1, 9, fact), *notes]
    last = [sum(len(encode(each)) for each in log[:n]) for n in (2, 4)]
    assert [each.start for each in index_all(*log).find(["ada"])] == last


def test_only_what_follows_all_others_is_an_addition() -> None:
    """Everything else may change what stands, so the whole file must be read for it."""
    fact = tell(1, "Ada")
    note = JournalNote(9, NOW, (9, 9), fact, "agent")
    index = index_all(enter(1, 9, fact), note)
    assert index.is_addition(enter(10, 20, fact))
    assert index.is_addition(replace(note, covers=(10, 10)))
    assert not index.is_addition(enter(9, 20, fact))
    assert not index.is_addition(enter(11, 20, fact))
    assert not index.is_addition(note)


def hear(memory: AgentMemory, words: str) -> None:
    memory.record(NewMemory(
        f'Fern says, "{words}"', source="observation", event="say", speaker="Fern",
        place="The Hall", occupants=("Fern",), nature=Nature.SPEECH,
    ))  # fmt: skip


def read_pages(bench: Bench) -> dict[str, str]:
    found = (*bench.folder.glob("journal/*.md"), *bench.folder.glob("people/*.md"))
    return {each.name: each.read_text("utf-8") for each in found}


async def test_pages_and_knowledge_are_as_if_all_had_been_read(tmp_path: Path) -> None:
    """Over several compactions and days, with a line struck out on the way."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(JournalPlace(tmp_path / "kept.jsonl"))
    await memory.load_journal()
    for day in range(3):
        hear(memory, f"I promise you {day + 3} blue boats on Friday.")
        hear(memory, f"The key is under stone {day + 40}.")
        await grow(bench, memory, 129 * (day + 1))
        page = bench.folder / "people" / "Fern.md"
        kept = [each for each in page.read_text("utf-8").splitlines() if "stone 40" not in each]
        page.write_text("\n".join((*kept, "")), "utf-8")
        await bench.clock.advance(86_400)
    pages, known = read_pages(bench), {each.fact for each in memory.knowledge}
    assert sum("blue boats" in each for each in pages["Fern.md"].splitlines()) == 3
    assert memory.journal is not None
    await memory.journal.rebuild()
    assert (read_pages(bench), {each.fact for each in memory.knowledge}) == (pages, known)
    await memory.close()


async def test_a_file_that_changed_is_read_anew(tmp_path: Path) -> None:
    """What the file has now counts, not what was found in it before."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    hear(memory, "Good evening.")
    file = EntryFile(tmp_path / "kept.jsonl", memory._stores.ledger)
    file.write([enter(1, 1, tell(1, "Ada"))])
    more = enter(2, 2, tell(2, "Fern"))
    assert file.only_adds([more])
    file.append(more)
    assert file.read_about(list_page_keys([tell(9, "Fern", 9)])) == [more]
    with file.path.open("ab") as end:
        end.write(encode(enter(3, 3, tell(3, "Cobb"))))
    assert not file.only_adds([enter(4, 4, tell(4, "Ada"))])
    await memory.close()


def test_knowledge_grows_as_if_it_were_gathered_from_all() -> None:
    facts = [tell(n, ("Ada", "Fern", "Cobb")[n % 3]) for n in range(1, 900)]
    whole = gather_knowledge(facts)
    grown = extend_knowledge(gather_knowledge(facts[:500]), facts[500:])
    assert grown == whole


def test_a_record_of_a_long_life_takes_a_hundred_bytes() -> None:
    """A life of a million memories has tens of thousands of records."""
    people = [f"Person{letter}" for letter in "abcdefghij"]
    index = index_all(*(enter(n, n, *(tell(n, each, 1) for each in people)) for n in range(1, 501)))
    held = sum(sys.getsizeof(getattr(index, each.name)) for each in fields(index))
    assert held < 500 * 120
    assert len(index.find(["persona"])) == 500
