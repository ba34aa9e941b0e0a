"""A sentence that is kept for long lists the first and the newest of its memories, and a number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.memory.core.cited_numbers import (
    CitedNumbers,
    bound_numbers,
    count_unlisted,
    describe_numbers,
    unite_numbers,
)
from agents.memory.core.records import Edit, Experience, Summary
from agents.memory.core.view import read_citations
from agents.memory.inspect.why import Grounds, find_grounds
from agents.memory.log.codec import BadRecord, decode, encode
from agents.memory.summarization.citations import add_marks, align_citations, split_citations
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.summary_files.test_files import rewrite
from tests.agents.memory.support import Bench, Scripted, grow
from tests.examples import choose_count

KEPT = "I hear Fern hum the old song, verse after verse"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def list_cited_numbers(marked: str) -> list[int]:
    return sorted({n for each in split_citations(marked)[1].values() for n in each})


class Keeper(Scripted):
    """A model that always writes the same sentence, citing all that it is shown."""

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        earlier = list_cited_numbers(asked.before)
        return f"{KEPT} {sorted({*earlier, *(each.seq for each in memories)})}."

    async def merge(self, recent: str, older: str, asked: SummaryRequest) -> str:
        return f"{KEPT} {list_cited_numbers(f'{older} {recent}')}."


@pytest.mark.parametrize("strategy", ["waterfall", "tree"])
async def test_a_sentence_kept_for_very_many_memories(tmp_path: Path, strategy: str) -> None:
    """Its first memories, its newest ones, and as many between as there are; over a restart."""
    bench = Bench(tmp_path, Keeper())
    memory = bench.open(strategy=strategy, citations="always")
    await grow(bench, memory, choose_count(700, 2000))
    for summary in memory.view.summaries:
        (numbers,) = (each for each in read_citations(summary).values() if each)
        first, last = summary.covers
        assert numbers[:3] == (first, first + 1, first + 2) and len(numbers) == 6
        assert numbers[3:] == (last - 2, last - 1, last)
        assert count_unlisted(numbers) == summary.memory_count - 6
    await memory.close()
    again = bench.open()
    assert again.view.summaries == memory.view.summaries
    await again.close()


async def test_a_hand_edit_keeps_the_number_of_a_sentence_that_it_leaves_alone(
    tmp_path: Path,
) -> None:
    """Marks that a person writes are words of the text, and stay."""
    bench = Bench(tmp_path, Keeper())
    memory = bench.open(citations="always")
    await grow(bench, memory, 129)
    rewrite(bench.summary_file("recent.md"), f"{KEPT}. I was a sailor [12, 40].")
    assert len(memory.adopt_edits()) == 1
    found = find_grounds(memory.view, KEPT)
    assert isinstance(found, Grounds)
    assert found.seqs == CitedNumbers((1, 2, 3, 63, 64, 65), 59)
    assert memory.view.recent is not None and "a sailor [12, 40]." in memory.view.recent.text
    await memory.close()
    assert bench.open().view == memory.view


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_batches_are_counted_exactly(sizes: list[int]) -> None:
    """However many memories each compaction brings."""
    numbers: tuple[int, ...] = ()
    start = 1
    for size in sizes:
        numbers = bound_numbers(unite_numbers(numbers, tuple(range(start, start + size))))
        numbers = bound_numbers(unite_numbers(numbers, numbers))  # told twice is counted once
        start += size
    total = start - 1
    assert len(numbers) + count_unlisted(numbers) == total
    if total > 6:
        assert numbers[:3] == (1, 2, 3) and numbers[3:] == (total - 2, total - 1, total)


def make_summary(kept: tuple[int, ...]) -> Summary:
    return Summary("a", "recent", f"{KEPT}. I nod.", (1, 40), "llm", NOON, citations=(kept, ()))


def test_reworded_by_a_model_it_rests_on_as_many() -> None:
    """The model cites what the marks list, and the marks list six."""
    kept = CitedNumbers((1, 2, 3, 38, 39, 40), 30)
    marked = add_marks(f"{KEPT}.", {f"{KEPT}.": kept})
    assert marked.endswith("[1, 2, 3, 38, 39, 40]")
    claimed = {"Fern sings.": tuple(list_cited_numbers(marked)), "I nod.": (1,)}
    found = align_citations("Fern sings. I nod.", claimed, [make_summary(kept)])
    assert found == (kept, (1,))


def test_the_log_says_how_many_beside_the_numbers() -> None:
    """A program that does not know `unlisted` reads the numbers, and one that does an old line."""
    kept = CitedNumbers((1, 2, 3, 38, 39, 40), 30)
    record = Edit(40, NOON, make_summary(kept), 2)
    content = json.loads(encode(record))
    assert content["summary"]["citations"] == [list(kept), []]
    assert content["summary"]["unlisted"] == [30, 0]
    assert decode(encode(record)) == record
    del content["summary"]["unlisted"]
    old = decode(json.dumps(content).encode())
    assert isinstance(old, Edit) and old.summary.citations == (tuple(kept), ())
    assert b"unlisted" not in encode(old)
    for wrong in ([30], [30, -1], ["30", 0]):
        content["summary"]["unlisted"] = wrong
        with pytest.raises(BadRecord):
            decode(json.dumps(content).encode())


def test_people_read_how_many_there_are_between() -> None:
    """In the middle, where they belong."""
    assert describe_numbers(CitedNumbers((1, 2, 40, 41), 1031)) == "1, 2, 1,031 more, 40, 41"
    assert describe_numbers((1, 2)) == "1, 2"
