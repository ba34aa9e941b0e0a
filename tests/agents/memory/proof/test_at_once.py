"""Compactions that meet each other, are called off, or are overtaken, at every step."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.journal.extractor import Extraction
from agents.memory.memory import AgentMemory
from tests.agents.memory.proof.checks import check_files, check_kept, check_view
from tests.agents.memory.proof.deeds import small
from tests.agents.memory.proof.living import LONG, Life
from tests.agents.memory.proof.syscalls import unsynced
from tests.agents.memory.settings import STRATEGIES, changed
from tests.agents.memory.support import reconfigure
from tests.examples import choose_count
from tests.loops import run


async def _ready(folder: Path, strategy: str) -> Life:
    """A life in which a compaction may begin, on a disk that takes its time."""
    life = Life(folder, strategy)
    life.memory._ledger.archive._segment_bytes = 100_000
    await life.step("pace", 1, 0)
    for kind in ("speech", "act", "act", "look", "act", "act", "speech", "act"):
        life._add(kind)
    return life


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_two_at_once_are_refused(scratch: Path, strategy: str) -> None:
    """By hand, by bootstrap, in an emergency or asleep: there is one, and it is whole."""
    with unsynced():
        life = await _ready(scratch, strategy)
        memory = life.memory
        await life.clock.settle()
        life._add("act")
        first = _begun(memory)
        with pytest.raises(CannotCompact, match="already running"):
            memory.begin_compaction(force=True)
        with pytest.raises(CannotCompact):
            await memory.bootstrap()
        others = [asyncio.ensure_future(memory.relieve(200)) for _ in range(3)]
        others += [asyncio.ensure_future(memory.compact_asleep()) for _ in range(3)]
        memory.end_turn()
        await first
        await asyncio.gather(*others)
        await life.clock.advance(LONG)
        check_kept(check_view(memory, life.folder), life.told)
        await life.end()


def _begun(memory: AgentMemory) -> asyncio.Task[object]:
    if memory.status().running:
        return asyncio.ensure_future(memory._compactor.settle())
    return asyncio.ensure_future(_wait(memory.begin_compaction(force=True)))


async def _wait(task: Awaitable[object]) -> object:
    return await task


Interruption = Callable[[Life, "asyncio.Task[object]"], Awaitable[None]]


async def _cancel(life: Life, task: asyncio.Task[object]) -> None:
    task.cancel()
    await asyncio.wait([task])
    life.lagging = True


async def _close(life: Life, task: asyncio.Task[object]) -> None:
    await life.restart(0)


async def _kill(life: Life, task: asyncio.Task[object]) -> None:
    await life.kill(0)


async def _powerless(life: Life, task: asyncio.Task[object]) -> None:
    await life.power(1)


async def _overtake(life: Life, task: asyncio.Task[object]) -> None:
    life._add("same")
    life.memory.end_turn()
    await life.think(1)
    life._add("look")
    await life.turn(1)


async def _switch(life: Life, task: asyncio.Task[object]) -> None:
    life.settings = small("tree")
    reconfigure(life.memory, settings=life.settings)


async def _fill(life: Life, task: asyncio.Task[object]) -> None:
    life.disk.sync_error = OSError(28, "No space left on device")
    with suppress(CompactionFailed):
        await task
    life.disk.sync_error = None


#: One in so many turns of the loop; a thorough run interrupts at all.
EVERY = choose_count(3, 1)

INTERRUPTIONS = [_cancel, _close, _kill, _powerless, _overtake, _switch, _fill]


@pytest.mark.parametrize(
    ("strategy", "interrupt"),
    [
        *(("waterfall", each) for each in INTERRUPTIONS),
        *(("layered", each) for each in INTERRUPTIONS),
        *((each, _cancel) for each in ("rolling", "sleep", "tree")),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_interrupted_at_every_step(scratch: Path, strategy: str, interrupt: Interruption) -> None:
    """At each turn of the loop that a compaction takes; then the next one completes."""
    done = list[bool]()
    with unsynced():
        while not any(done):
            folder = scratch / f"{len(done)}"
            run(_interrupt(folder, strategy, interrupt, done))
            shutil.rmtree(folder)
    assert len(done) * EVERY > 8


async def _interrupt(
    folder: Path, strategy: str, interrupt: Interruption, done: list[bool]
) -> None:
    life = await _ready(folder, strategy)
    await life.clock.settle()
    life._add("act")
    task = _compacting(life.memory)
    for _ in range(len(done) * EVERY):
        await asyncio.sleep(0)
    done.append(task.done())
    if not task.done():
        await interrupt(life, task)
    life.check(settled=False)
    await _next(life)


def _compacting(memory: AgentMemory) -> asyncio.Task[object]:
    if memory._compactor._task is None:
        memory.begin_compaction(force=True)
    task: asyncio.Task[object] | None = memory._compactor._task
    assert task is not None
    return task


async def _next(life: Life) -> None:
    covered = life.memory.view.covered
    for kind in ("act", "speech", "act", "act", "act"):
        life._add(kind)
    await life.clock.advance(LONG)
    with suppress(CannotCompact):
        await life.memory.begin_compaction(force=True)
    assert life.memory.view.covered > covered
    check_files(life.memory, life.folder)
    await life.end()


def test_masked_at_every_step_of_a_compaction(scratch: Path) -> None:
    """A turn ends meanwhile and old output is masked: every prompt still comes back."""
    done = list[bool]()
    with unsynced():
        while not any(done):
            run(_mask(scratch / f"{len(done)}", done))
    assert len(done) > 8


async def _mask(folder: Path, done: list[bool]) -> None:
    life = Life(folder, "layered")
    life.settings = changed(
        small("layered"), preserve_window=12, threshold_tokens=50_000, context_tokens=0
    )
    reconfigure(life.memory, settings=life.settings)
    await life.step("pace", 1, 0)
    for _ in range(18):
        life._add("look")
    life.memory.begin_compaction()
    for _ in done:
        await asyncio.sleep(0)
    done.append(not life.memory.status().running)
    life.memory.end_turn()
    await life.think(1)
    await life.clock.settle()
    await life.turn(1)
    life.check(settled=True)
    await life.end()


def test_a_file_that_is_left_over_goes(scratch: Path) -> None:
    """Killed behind the record that leaves no long-term text, and before its file is removed."""
    with unsynced():
        run(_left_over(scratch))


async def _left_over(folder: Path) -> None:
    life = await _ready(folder, "tree")
    for _ in range(3):
        await life.clock.settle()
        life._add("act")
    await life.clock.settle()
    longterm = life.folder / "summaries" / "longterm.md"
    assert longterm.exists()
    life.settings = small("layered")
    reconfigure(life.memory, settings=life.settings)
    _compacting(life.memory)
    for _ in range(100):
        if life.memory.view.longterm is None:
            break
        await asyncio.sleep(0)
    assert longterm.exists()
    await life.step("kill", 0, -1)
    assert life.memory.view.longterm is None and not longterm.exists()
    await life.end()


async def test_facts_that_never_come_hold_nothing_up(scratch: Path) -> None:
    """A model that hangs when it is asked for facts: the compaction ends all the same."""

    async def never(memories: object, model: object) -> Extraction:
        await asyncio.Event().wait()
        raise AssertionError

    with unsynced():
        life = await _ready(scratch, "waterfall")
        reconfigure(life.memory, extract=never)
        for kind in ("act", "act", "act"):
            life._add(kind)
        await life.clock.advance(3 * LONG)
        running = life.memory.status().running
        await life.memory.close()
        assert not running
