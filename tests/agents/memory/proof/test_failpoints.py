"""SIGKILL at every system call of a life: what was acknowledged is there, and life goes on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.memory.core.records import Edit, Experience, JournalEntry
from agents.memory.journal.entries.picking import list_facts
from agents.memory.log.codec import decode
from tests.agents.memory.proof.checks import (
    check_files,
    check_kept,
    check_prompts,
    check_status,
    check_view,
    reader,
)
from tests.agents.memory.proof.child import EDIT, Named, open_memory
from tests.agents.memory.proof.deeds import deed
from tests.agents.memory.proof.living import WaywardClock
from tests.agents.memory.proof.syscalls import unsynced
from tests.agents.memory.settings import STRATEGIES
from tests.examples import THOROUGH
from tests.loops import run
from tests.paths import ROOT

#: Of the points of a life one in so many, prime to what lives repeat; a thorough run takes all.
EVERY = {"waterfall": 13}
USUALLY = 11


def _deaths(root: Path, strategy: str, every: int) -> Iterator[list[Any]]:
    command = [sys.executable, "-m", "tests.agents.memory.proof.child", str(root), strategy]
    process = subprocess.run(
        [*command, str(every), *(["all"] if THOROUGH else [])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    for line in process.stdout.splitlines():
        yield json.loads(line)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_sigkill_at_every_call(scratch: Path, strategy: str) -> None:
    """Before, half-way through and after each write, sync, renaming …: nothing told is lost."""
    deaths = _deaths(scratch, strategy, 1 if THOROUGH else EVERY.get(strategy, USUALLY))
    kind, calls = next(deaths)
    assert kind == "calls" and len(calls) > 80
    assert {"write", "fsync", "fdatasync", "replace", "mkdir", "open"} <= {row[1] for row in calls}
    died = 0
    for name, call, told in deaths:
        assert told is not None, f"nobody died at {name}"
        try:
            run(_reopen(scratch / name, strategy, told))
        except BaseException as error:
            error.add_note(f"killed at {name} ({call}) under {strategy}")
            raise
        shutil.rmtree(scratch / name)
        died += 1
    assert died >= 15


async def _reopen(folder: Path, strategy: str, told: list[list[Any]]) -> None:
    clock, agent = WaywardClock(), folder / "Moss"
    memories = {seq: text for kind, (seq, text) in _of(told, "memory")}
    with unsynced():
        memory, chronicle = open_memory(folder, strategy, clock, Named())
        _is_as_acknowledged(memory, agent, told, memories)
        check_files(memory, agent)
        # It goes on, to the next compaction and with it.
        covered = memory.view.covered
        for _ in range(5):
            made = memory.record(deed("act", memory.last_seq + 1))
            assert made is not None
            memories[made.seq] = made.text
            await clock.settle()
        if memory.view.covered == covered:
            await memory.begin_compaction(force=True)
        assert memory.view.covered > covered
        check_kept(check_view(memory, agent), memories)
        check_files(memory, agent)
        check_status(memory)
        entries = [each for each in reader(agent).iterate() if isinstance(each, JournalEntry)]
        assert chronicle.read_facts() == list_facts(entries)
        await memory.close()


def _of(told: list[list[Any]], kind: str) -> Iterator[tuple[str, Any]]:
    return ((each, value) for each, value in told if each == kind)


def _is_as_acknowledged(memory: Any, agent: Path, told: list[list[Any]], memories: Any) -> None:
    records = check_view(memory, agent)
    check_kept(records, memories)
    assert memory.last_seq <= len(memories) + 1
    assert memory.view.covered >= max((n for _, n in _of(told, "covered")), default=0)
    check_prompts(agent, dict(value for _, value in _of(told, "prompt")))
    check_status(memory)
    texts = [each.summary.text for each in records if isinstance(each, Edit)]
    assert texts in ([], [EDIT])
    if any(_of(told, "adopted")):
        assert texts == [EDIT]
    if any(_of(told, "written")):
        assert EDIT in texts or _stands_in_a_file(agent)
    _no_number_twice(agent)


def _stands_in_a_file(agent: Path) -> bool:
    return any(EDIT in path.read_text("utf-8") for path in (agent / "summaries").glob("*.md"))


def _no_number_twice(agent: Path) -> None:
    lines = [
        line
        for path in sorted((agent / "archive").glob("*.jsonl"))
        for line in path.read_bytes().splitlines()
    ]
    seqs = [each.seq for each in map(decode, lines) if isinstance(each, Experience)]
    assert len(seqs) == len(set(seqs))
