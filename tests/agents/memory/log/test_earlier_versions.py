"""Archives that an earlier version wrote open to the same view, byte for byte.

`fixtures/README.md` says how they were made.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from agents.memory.core.records import Experience, Frames, JournalEntry, Record, Turn
from agents.memory.core.view import View, fold
from agents.memory.inspect.line_reader import LineReader, ReadOnlyReader
from agents.memory.inspect.prompt_replay import PromptReplay
from agents.memory.log.codec import digest
from tests.agents.memory.support import Bench

FIXTURES = Path(__file__).parent / "fixtures"
STRATEGIES = ("waterfall", "rolling", "sleep", "layered", "tree")
FRAMES = Frames("# Long ago:\n{summary}", "# Lately:\n{summary}")

MEMORY_FIELDS = "seq at text source event place occupants speaker command line reason ok"
FACT_FIELDS = "text importance scored source trust seqs at speaker people tags"


@pytest.fixture(params=STRATEGIES)
def strategy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def expected(strategy: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIXTURES / strategy / "expected.json").read_text("utf-8"))
    return found


def plain(value: object) -> object:
    """A value as JSON can hold it."""
    match value:
        case datetime():
            return value.isoformat()
        case list() | tuple():
            return [plain(each) for each in value]
        case frozenset():
            return sorted(value)
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return value


def plain_view(view: View) -> dict[str, Any]:
    found = plain(view)
    assert isinstance(found, dict) and view.compacted is not None
    tail = [each.seq for each in view.tail]
    return found | {"tail": tail, "compacted": view.compacted.at.isoformat()}


def content(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def holds(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether `found` says all that was expected; new fields may stand beside it."""
    return all(_same(found[key], value) for key, value in expected.items())


def _same(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return holds(found, expected)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == expected)


def test_the_whole_log_and_its_end_fold_to_the_view_of_then(
    strategy: str, expected: dict[str, Any]
) -> None:
    """Summaries, citations, counts, masks and revision."""
    reader = ReadOnlyReader(FIXTURES / strategy / "archive")
    records = list(reader.iterate())
    assert not reader.rejected
    assert holds(plain_view(fold(records)), expected["view"])
    assert fold(reader.read_tail()) == fold(records)


def test_every_record_is_read_as_it_was(strategy: str, expected: dict[str, Any]) -> None:
    """Every memory and every fact, field by field."""
    records = list(ReadOnlyReader(FIXTURES / strategy / "archive").iterate())
    assert Counter(type(each).__name__ for each in records) == expected["kinds"]
    memories = [_row(each, MEMORY_FIELDS) for each in records if isinstance(each, Experience)]
    assert digest(*memories) == expected["memories"]
    assert digest(*_facts(records)) == expected["facts"]


def _facts(records: list[Record]) -> list[str]:
    entries = [each for each in records if isinstance(each, JournalEntry)]
    return [_row(fact, FACT_FIELDS) for entry in entries for fact in entry.facts]


def _row(record: object, names: str) -> str:
    return "|".join(str(getattr(record, each)) for each in names.split())


async def test_a_memory_opens_with_it_and_changes_nothing(
    strategy: str, expected: dict[str, Any], tmp_path: Path
) -> None:
    """The same section of a prompt to the letter; archive and summary files stay as they are."""
    bench = Bench(tmp_path)
    shutil.copytree(FIXTURES / strategy, bench.folder)
    before = content(bench.folder)
    memory = bench.open(strategy=strategy)
    assert holds(plain_view(memory.view), expected["view"])
    assert memory.render_section(FRAMES) == expected["section"]
    await memory.close()
    after = content(bench.folder)
    assert {name: after[name] for name in before} == before
    assert not bench.warnings()


def test_every_past_prompt_is_rendered_as_it_was(strategy: str, expected: dict[str, Any]) -> None:
    """By the digest that each turn recorded, and one to the letter."""
    lines = LineReader(FIXTURES / strategy / "archive")
    replay = PromptReplay(lines)
    for place, line in lines.forwards():
        record = lines.decode_line(place, line)
        if isinstance(record, Turn):
            assert replay.replay_turn(place, record).agrees
    assert not lines.faults
    for seq, prompt in expected["prompts"].items():
        assert replay.replay_at(int(seq)).prompt == prompt
