"""What readers would remember is counted by what a summary quotes."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.language.deterministic import summarise_memories
from benchmarks.truth.remembered import (
    FOLDER,
    WRITTEN,
    find_quoted_memories,
    read_labelled_spans,
    read_written_spans,
    report_remembered,
)

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_readers_chose_twelve_of_the_memories_that_they_saw(path: Path) -> None:
    for each in read_labelled_spans(path):
        numbers = {memory.seq for memory in each.memories}
        assert 60 <= len(numbers) == len(each.memories) <= 65
        assert all(len(set(best)) == 12 and numbers.issuperset(best) for best in each.best)


@pytest.mark.parametrize(
    "path", sorted((FOLDER / "written").glob("*.txt")), ids=lambda path: path.stem
)
def test_writers_chose_eight_of_forty_lines(path: Path) -> None:
    spans = read_written_spans(path)
    assert len(spans) == 10
    for each in spans:
        assert [memory.seq for memory in each.memories] == [*range(1, 41)]
        assert [len(set(best)) for best in each.best] == [8]
        assert sum(memory.nature.is_speech for memory in each.memories) >= 20
        assert any(memory.is_own for memory in each.memories)


def test_what_a_summary_quotes_is_told_and_nothing_else() -> None:
    (each, *_) = read_labelled_spans(FOLDER / "visits_tuned.jsonl")
    words = each.memories[15].text.split('"')[1]
    assert find_quoted_memories(each.memories, f'I heard somebody say "{words[:40]}…"') == {16}
    assert find_quoted_memories(each.memories, 'I heard somebody say "Yes."') == set()
    assert find_quoted_memories(each.memories, "I was in The Hall.") == set()


def test_who_somebody_is_is_told_although_they_ask_something_behind_it() -> None:
    spans = read_labelled_spans(FOLDER / "visits_tuned.jsonl")
    summaries = [summarise_memories(each.memories) for each in spans]
    named = 'I heard Guest7 say "My name is Margarethe Lindqvist. I am seventy-six and was a judge'
    assert sum(named in each for each in summaries) >= 3


def test_each_file_is_reported() -> None:
    told = report_remembered().splitlines()
    names = [*(path.stem for path in FILES), *(f"written/{path.stem}" for path in WRITTEN)]
    assert [line.split(":")[0].strip() for line in told[1:]] == names
