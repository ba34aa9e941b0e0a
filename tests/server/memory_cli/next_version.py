"""Functions that a copy of the program with a higher version runs, in a process of its own."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from agents.memory.core.records import Frames, JournalEntry
from agents.memory.core.rendering import render_memories
from agents.memory.core.view import fold
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.log.codec import decode, encode
from server.arguments import Options
from server.memory_cli.command import run_tool
from server.memory_cli.console import Console

FRAMES = Frames("# Long ago:\n{summary}", "# Lately:\n{summary}")


def write_anew(vault: Path, first: int) -> None:
    """Write the records of Moss's archive anew, in each segment from a line on."""
    for path in sorted((vault / "agents/Moss/archive").glob("*.jsonl")):
        lines = path.read_bytes().splitlines(keepends=True)
        anew = [encode(decode(each)) for each in lines[first:]]
        path.write_bytes(b"".join([*lines[:first], *anew]))


def read(vault: Path) -> list[object]:
    """Return what Moss carries, the entries of the journal, and how often the summaries changed."""
    reader = ReadOnlyReader(vault / "agents/Moss/archive")
    section = render_memories(fold(reader.read_tail()), FRAMES)
    entries, changes = len(list(reader.lines(JournalEntry))), len(list(reader.summary_changes()))
    return [section, entries, changes, len(reader.rejected)]


def run_tools(vault: Path, calls: list[list[str]]) -> list[list[object]]:
    """Return the status of each tool, and what it said."""
    return [_run_one(vault, words) for words in calls]


def _run_one(vault: Path, words: list[str]) -> list[object]:
    out, err = io.BytesIO(), io.StringIO()
    options = Options(vault, Path("config"), command="memory", arguments=tuple(words))
    status = run_tool(options, Console(out, err))
    return [status, out.getvalue().decode(), err.getvalue()]


if __name__ == "__main__":
    work = {"write_anew": write_anew, "read": read, "run_tools": run_tools}[sys.argv[1]]
    print(json.dumps(work(Path(sys.argv[2]), *json.loads(sys.argv[3]))))  # type: ignore[operator]
