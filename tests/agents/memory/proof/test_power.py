"""The power fails after any system call: what was promised to be safe is there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig
from tests.agents.memory.proof.checks import check_files, check_kept, check_status, check_view
from tests.agents.memory.proof.child import Named, SyncingDisk
from tests.agents.memory.proof.deeds import deed, small
from tests.agents.memory.proof.living import LONG, WaywardClock
from tests.agents.memory.proof.medium import Cut, Medium
from tests.agents.memory.proof.syscalls import Tap, unsynced
from tests.agents.memory.settings import STRATEGIES
from tests.agents.memory.support import quiet_parts
from tests.examples import choose_count
from tests.loops import run

#: Of the moments of a life one in so many; a thorough run takes all.
EVERY = {"waterfall": choose_count(11, 1), "tree": choose_count(13, 1)}
USUALLY = choose_count(17, 1)


@dataclass(frozen=True)
class Promise:
    """What a power cut must not take."""

    last: int = 0
    """The newest memory that is safe."""
    covered: int = 0
    """The last memory that a summary stands for."""


class Powered:
    """A small life that knows what it was promised."""

    def __init__(self, folder: Path, strategy: str) -> None:
        self.folder = folder
        self.strategy = strategy
        self.clock = WaywardClock()
        self.told: dict[int, str] = {}
        self.synced = 0
        self.memory: AgentMemory | None = None

    def promise(self) -> Promise:
        covered = self.memory.view.covered if self.memory else 0
        return Promise(max(self.synced, covered), covered)

    def open(self) -> AgentMemory:
        memory = AgentMemory.open(
            self.folder,
            "Moss",
            MemoryConfig(small(self.strategy), Named()),
            quiet_parts(self.clock, SyncingDisk()),
        )
        memory._ledger.archive._segment_bytes = 2500
        return memory

    async def live(self) -> None:
        self.memory = memory = self.open()
        for synced in (True, False, False):
            if synced:
                self.add(memory)
                await memory.sync()
                self.synced = memory.last_seq
            for _ in range(5):
                self.add(memory)
                await self.clock.settle()
            try:
                await memory.begin_compaction(force=True)
            except Exception:  # whether there was one to begin is the strategy's affair
                await self.clock.settle()
        await memory.close()
        self.synced = memory.last_seq
        self.memory = memory = self.open()
        self.add(memory)
        await self.clock.advance(1)
        self.synced = memory.last_seq
        await memory.close()

    def add(self, memory: AgentMemory) -> None:
        seq = memory.last_seq + 1
        made = memory.record(deed(("speech", "look", "act")[seq % 3], seq))
        assert made is not None
        self.told[seq] = made.text


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_was_promised_survives_a_power_cut(scratch: Path, strategy: str) -> None:
    """What a summary stands for is on the medium before it counts, and so is the summary."""
    root = scratch / "life"
    # The agent's folder has been there for long: its profile is in it.
    (root / "archive").mkdir(parents=True)
    life = Powered(root, strategy)
    medium = _live(life)
    assert len(medium.cuts) > 60
    assert any(each.promised.covered for each in medium.cuts)  # type: ignore[attr-defined]
    for number, cut in enumerate(medium.cuts[:: EVERY.get(strategy, USUALLY)]):
        _check(life, medium, cut, scratch / f"{number}")


def _live(life: Powered) -> Medium:
    medium = Medium(life.folder, life.promise)
    medium._folders.add(str(life.folder / "archive"))
    medium._safe_folders.add(str(life.folder / "archive"))
    with Tap(life.folder, medium, syncs=False).open():
        run(life.live())
    return medium


def _check(life: Powered, medium: Medium, cut: Cut, folder: Path) -> None:
    medium.restore(cut, folder)
    again = Powered(folder, life.strategy)
    try:
        with unsynced():
            run(_reopen(again, cut, life.told))
    except BaseException as error:
        error.add_note(f"cut after {cut.after}; promised {cut.promised}")
        raise


async def _reopen(again: Powered, cut: Cut, told: dict[int, str]) -> None:
    promised = cut.promised
    assert isinstance(promised, Promise)
    memory = again.open()
    safe = {seq: told[seq] for seq in range(1, promised.last + 1)}
    assert memory.view.covered >= promised.covered
    check_status(memory)
    found = {each.seq: each.text for each in memory.experiences()}
    assert found.items() >= safe.items()
    lost = set(range(1, memory.last_seq + 1)) - set(found)
    assert all(seq > memory.view.covered for seq in lost), "a summary stands for what is lost"
    if lost:
        # Behind what was promised, a later page came onto the medium before an earlier one.
        assert min(lost) > promised.last
        assert memory.status().health == "ERROR"
        again.add(memory)
        await memory.close()
        return
    check_kept(check_view(memory, again.folder), safe)
    check_files(memory, again.folder)
    for _ in range(4):
        again.add(memory)
    await again.clock.advance(LONG / 10)
    check_kept(check_view(memory, again.folder), again.told)
    await memory.close()


def test_a_new_agent_survives_a_power_cut(scratch: Path) -> None:
    """Not only the archive's files are synced but the names of the folders made for it."""
    root = scratch / "life"
    root.mkdir()
    life = Powered(root, "waterfall")
    medium = Medium(root, life.promise)
    with Tap(root, medium, syncs=False).open():
        run(life.live())
    for number, cut in enumerate(medium.cuts[:: EVERY["waterfall"]]):
        _check(life, medium, cut, scratch / f"{number}")
