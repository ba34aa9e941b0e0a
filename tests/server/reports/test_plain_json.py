"""Statuses as JSON: what a program reads is what a person is shown."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

from agents.memory.status import MemoryStatus
from agents.models.counters import Counters
from agents.models.dispatcher import DispatcherStatus
from server.reports.plain_json import to_plain
from tests.agents.memory.support import Bench, Scripted, grow


async def test_a_memorys_status_is_json_with_every_field(tmp_path: Path) -> None:
    """Nested values are objects, times are text in UTC, spans are lists."""
    bench = Bench(tmp_path, Scripted(answers=["I swept the hall."]))
    memory = bench.open()
    await grow(bench, memory, 129)
    status = memory.status()
    plain = json.loads(json.dumps(to_plain(status)))
    assert set(plain) == {each.name for each in fields(MemoryStatus)}
    assert plain["total"] == 129 and plain["covered"] == [1, 65] and plain["health"] == "OK"
    assert plain["last_memory"] == "2026-01-01T00:00:00.000000Z"
    assert plain["summaries"] == [
        {
            "type": "recent",
            "text": "I swept the hall.",
            "covers": [1, 65],
            "tokens": 5,
            "method": "llm",
            "at": "2026-01-01T00:00:00.000000Z",
            "model": "scripted",
            "profile": "summarizer",
        }
    ]
    assert plain["strategy"]["name"] == "waterfall" and plain["strategy"]["next_trigger"] == 193
    assert plain["prompt"]["tokens"] == status.prompt.tokens
    assert plain["archive"]["dropped"] == 0 and plain["counts"]["llm"] == 1
    await memory.close()


async def test_a_young_memory_says_null_for_what_has_not_been(tmp_path: Path) -> None:
    """Nothing is left out."""
    memory = Bench(tmp_path).open()
    plain = to_plain(memory.status())
    assert plain["last_memory"] is plain["last_compaction"] is plain["covered"] is None
    assert plain["summaries"] == [] and plain["health"] == "OK"
    assert plain["causes"] == [] and plain["strategy"]["by_rule"] is True
    await memory.close()


def test_a_models_status_is_json_too() -> None:
    """With its counts."""
    status = DispatcherStatus("ollama tiny", "closed", "", 0.0, 0, 2, 30, 50, Counters().tally())
    plain = to_plain(status)
    assert plain["label"] == "ollama tiny" and plain["waiting"] == 2
    assert plain["tally"]["failed"] == {} and plain["tally"]["last_error_at"] is None
