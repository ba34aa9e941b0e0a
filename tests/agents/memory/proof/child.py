"""The process that is killed: it lives a small life and dies at a given system call.

``python -m tests.agents.memory.proof.child FOLDER STRATEGY EVERY [all]`` counts the calls of
one life and lives it again for every call (or every so many), each in a process and a folder
of its own, killing that process before the call and half-way through it.  For each death it
prints a line: the folder's name, the call, and what had been acknowledged.

A sync changes nothing that a killed process leaves behind, and what one call leaves is what
the next one finds.  With ``all`` it dies before and after each sync and after each call as well.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from agents.boundaries import ModelUnavailable
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.core.records import ONCE, Turn
from agents.memory.journal.extractor import Extraction
from agents.memory.journal.journal import Journal
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig
from tests.agents.memory.proof.checks import FRAMES, prompt_id
from tests.agents.memory.proof.deeds import deed, small
from tests.agents.memory.proof.living import WaywardClock
from tests.agents.memory.proof.syscalls import Tap, When, kill
from tests.agents.memory.support import PlainDisk, Scripted, quiet_parts
from world.vault.markdown import read_note, render_note

Tell = Callable[[str, object], None]
"""Acknowledges something: kind and value."""

EDIT = "I wrote this by my own hand, and it must never be lost."
HEAD = "You are Moss.\n"


class SyncingDisk(PlainDisk):
    """Makes the real call, so that it is counted."""

    def sync(self, fd: int) -> None:
        os.fdatasync(fd)


class Named(Scripted):
    """No two of its summaries are alike."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0
        self.away = False

    async def _hold(self) -> None:
        if self.away:
            raise ModelUnavailable("nobody is there")
        self.made += 1
        self.answers = [f"I lived through it, {self.made}."]
        self.merged = [f"I look back on it, {self.made}."]


async def no_model(memories: object, model: object) -> Extraction:
    raise AssertionError("heuristics are enough here")


def open_memory(
    folder: Path, strategy: str, clock: WaywardClock, summarizer: Scripted
) -> tuple[AgentMemory, Journal]:
    """The agent in `folder`, with settings under which little is much, and a journal."""
    memory = AgentMemory.open(
        folder / "Moss",
        "Moss",
        MemoryConfig(small(strategy), summarizer, no_model),
        quiet_parts(clock, SyncingDisk(), JournalPlace(folder / "kept.jsonl")),
    )
    memory._ledger.archive._segment_bytes = 3000
    assert memory.journal is not None
    return memory, memory.journal


async def live(folder: Path, strategy: str, tell: Tell) -> None:
    """Compactions, a redo, a mask, an edit, turns and a second start."""
    clock, summarizer = WaywardClock(), Named()
    memory, _ = open_memory(folder, strategy, clock, summarizer)
    await _grow(memory, clock, tell, 5)
    await _compact(memory, tell)
    summarizer.away = True
    await _grow(memory, clock, tell, 4)
    await _compact(memory, tell)
    summarizer.away = False
    await clock.advance(3600)
    _edit(memory, folder, tell)
    clock.set_by = timedelta(hours=-2)
    await memory.close()
    memory, _ = open_memory(folder, strategy, clock, summarizer)
    await _grow(memory, clock, tell, 3)
    await _compact(memory, tell)
    await memory.close()
    tell("closed", memory.last_seq)


async def _grow(memory: AgentMemory, clock: WaywardClock, tell: Tell, count: int) -> None:
    for _ in range(count):
        seq = memory.last_seq + 1
        made = memory.record(deed(("speech", "look", "act")[seq % 3], seq))
        assert made is not None
        tell("memory", [seq, made.text])
        await clock.settle()
    _turn(memory, tell)
    memory.end_turn()
    await clock.advance(1)


def _turn(memory: AgentMemory, tell: Tell) -> None:
    view = memory.view
    prompt = HEAD + memory.render_section(FRAMES, form=ONCE) + f"The Mill {view.last_seq}."
    tell("prompt", [prompt_id(prompt), prompt])
    turn = Turn(
        f"The Mill {view.last_seq}.",
        HEAD,
        FRAMES,
        after=view.last_seq,
        revision=view.revision,
        prompt_id=prompt_id(prompt),
        form=ONCE,
    )
    memory.record_turn(turn)


async def _compact(memory: AgentMemory, tell: Tell) -> None:
    with suppress(CannotCompact, CompactionFailed):
        report = await memory.begin_compaction(force=True)
        tell("covered", report.record.covers[1])


def _edit(memory: AgentMemory, folder: Path, tell: Tell) -> None:
    path = folder / "Moss" / "summaries" / "recent.md"
    # The person's editor is none of our process: its calls are not counted.
    note = render_note(read_note(path).metadata, EDIT)
    content = note.encode()
    fd = os.open(f"{path}", os.O_WRONLY | os.O_TRUNC)
    os.pwrite(fd, content, 0)
    os.close(fd)
    tell("written", EDIT)
    if memory.adopt_edits():
        tell("adopted", EDIT)


# --- dying ------------------------------------------------------------------------------


def die(folder: Path, strategy: str, number: int, when: When) -> list[list[object]] | None:
    """Live in a process that is killed there; what it had acknowledged; None if it lived on."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _run_until_killed(folder, strategy, number, when, writing)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:  # noqa: PTH123 a descriptor has no path
        told = [json.loads(line) for line in pipe.read().splitlines()]
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return told
    assert status == 0, f"the life at {number} {when} ended with status {status}"
    return None


def _run_until_killed(folder: Path, strategy: str, number: int, when: When, pipe: int) -> None:
    write = os.write  # before it is tapped: what is told to others is no call on the folder

    def tell(kind: str, value: object) -> None:
        write(pipe, (json.dumps([kind, value]) + "\n").encode())

    status = 1
    try:
        with Tap(folder, kill(number, when), syncs=False).open():
            asyncio.run(live(folder, strategy, tell))
        status = 0
    finally:
        os._exit(status)


def count(folder: Path, strategy: str) -> list[tuple[int, str, bool]]:
    """The calls of a life that nothing disturbs: number, name and whether it has a half."""
    with Tap(folder, syncs=False).open() as tap:
        asyncio.run(live(folder, strategy, lambda kind, value: None))
    return [(each.number, each.name, each.partial is not None) for each in tap.calls]


def main(root: Path, strategy: str, every: int, *, thorough: bool) -> None:
    whole = root / "whole"
    whole.mkdir()
    print(json.dumps(["calls", calls := count(whole, strategy)]), flush=True)
    # What is here now is left alone by the processes that are made from this one.
    gc.collect()
    gc.freeze()
    for number, name, when in _points(calls, thorough=thorough)[::every]:
        folder = root / f"{number}-{when}"
        folder.mkdir()
        told = die(folder, strategy, number, when)
        print(json.dumps([folder.name, name, told]), flush=True)


def _points(calls: list[tuple[int, str, bool]], *, thorough: bool) -> list[tuple[int, str, When]]:
    points: list[tuple[int, str, When]] = []
    for number, name, partial in calls:
        if thorough or name not in ("fsync", "fdatasync"):
            points.append((number, name, "before"))
        if partial:
            points.append((number, name, "half"))
        if thorough or number == len(calls):
            points.append((number, name, "after"))
    return points


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), thorough="all" in sys.argv)
