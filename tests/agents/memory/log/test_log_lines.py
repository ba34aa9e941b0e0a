"""Every log line of a memory has its event and, in fields, what its text says."""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.event_line import EventLine
from agents.memory.core.records import NewMemory
from tests.agents.memory.support import Bench, Scripted, fill, grow
from tests.paths import ROOT

#: Events whose text says nothing that differs.
PLAIN = {"memory.shown-again"}


def trees(word: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules in whose source a word stands: to read all takes seconds."""
    for path in sorted((ROOT / "agents").rglob("*.py")):
        source = path.read_text("utf-8")
        if word in source:
            yield path.name, ast.parse(source)


def read_beginning(node: ast.AST) -> str:
    """Return the literal words with which a text of the source begins."""
    first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
    return str(first.value) if isinstance(first, ast.Constant) else ""


def find_calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Yield each call of `tell_event` that tells of a memory, by the event's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell_event":
            name = read_beginning(node.args[0])
            if name.startswith("memory."):
                yield name, node


def test_only_one_function_writes_lines_of_a_memory() -> None:
    """Its argument is an event, which mypy holds."""
    found = [
        name
        for name, tree in trees("[Memory")
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and read_beginning(node).startswith("[Memory]")
    ]
    assert found == ["event_line.py"]


def test_every_event_of_a_memory_has_fields() -> None:
    calls = [call for _, tree in trees("tell_event") for call in find_calls(tree)]
    assert len(calls) >= 20
    bare = {name for name, call in calls if not call.keywords}
    assert bare == PLAIN


def check_line(line: str) -> EventLine:
    """Assert that a line has its agent, and each number of its text in a field."""
    assert isinstance(line, EventLine), line
    assert line.event.startswith("memory.") and line.fields["agent"] == "Moss"
    said = " ".join(str(value) for value in line.fields.values())
    text = re.sub(r"\(\d+ MB of them at most\)", "", line)
    assert not set(re.findall(r"\d+", text)) - set(re.findall(r"\d+", said)), (line, said)
    level = next((each for each in ("warning", "error") if each.upper() in line), "info")
    assert line.level == level
    return line


async def test_a_compaction_tells_its_memories_span_tokens_and_seconds(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy="waterfall", immediate_window=4, recent_window=4)
    await grow(bench, memory, 16)
    await memory.close()
    told = {line.event: line for line in map(check_line, bench.lines)}
    assert {"memory.compaction", "memory.summary", "memory.compacted"} <= set(told)
    begun, done = told["memory.compaction"].fields, told["memory.compacted"].fields
    assert f"({begun['memories']} memories" in told["memory.compaction"]
    assert begun["strategy"] == "waterfall"
    assert (done["from"], done["to"]) == memory.view.compacted.covers  # type: ignore[union-attr]
    assert done["tokens_before"] > done["tokens_after"] and done["seconds"] == 0.0  # type: ignore[operator]


async def test_what_a_model_does_wrong_is_told_with_the_reason(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Scripted(answers=["Sure! Here is a summary."] * 9))
    memory = bench.open(strategy="rolling")
    await grow(bench, memory, 12)
    await memory.close()
    told = {line.event: line for line in map(check_line, bench.lines)}
    assert told["memory.refused"].fields["why"] and told["memory.by-rule"].fields["what"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device")])
async def test_an_outage_is_told_with_its_reason_and_what_it_cost(
    tmp_path: Path, error: OSError
) -> None:
    bench = Bench(tmp_path)
    memory = bench.open()
    fill(memory, 2)
    bench.disk.write_error = error
    fill(memory, 3)
    bench.disk.write_error = None
    await bench.clock.advance(60)
    await memory.close()
    told = {line.event: line for line in map(check_line, bench.lines)}
    assert told["memory.writing"].fields["reason"]
    assert told["memory.written-again"].fields["saved"] == 3


async def test_damage_is_told_with_file_and_place(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    memory = bench.open()
    memory.record(NewMemory("The lamp is lit.", source="observation"))
    await memory.close()
    (segment,) = bench.segments()
    with segment.open("ab") as file:
        file.write(b'{"v":1,"type":"recent"\n{"torn')
    await bench.open().close()
    told = {line.event: line for line in map(check_line, bench.lines)}
    assert told["memory.torn"].fields["bytes"] == 6
    assert told["memory.unreadable"].fields["file"] == segment.name
