"""The time of day goes backwards: order is by number, and no file takes another's name."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Compaction, Experience
from tests.agents.memory.proof.checks import check_kept, check_view, reader
from tests.agents.memory.proof.living import Life
from tests.agents.memory.proof.syscalls import unsynced
from tests.agents.memory.settings import STRATEGIES


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_order_is_by_number_and_never_by_time(scratch: Path, strategy: str) -> None:
    """An hour back after every few memories: restarted, everything is where it was."""
    with unsynced():
        life = Life(scratch, strategy)
        for number in range(12):
            for kind in ("act", "speech", "look"):
                life._add(kind)
                life.clock.set_by -= timedelta(minutes=20)
            await life.step("turn", number, -1)
            if number % 4 == 3:
                await life.restart(0)
        records = list(reader(life.folder).iterate())
        memories = [each for each in records if isinstance(each, Experience)]
        assert [each.seq for each in memories] == list(range(1, 37))
        assert [each.at for each in memories] == sorted((e.at for e in memories), reverse=True)
        transcript = [each.seq for each in life.memory.view.tail]
        assert transcript == sorted(transcript)
        await life.end()


async def test_a_second_that_comes_again_overwrites_no_copy(scratch: Path) -> None:
    """Each compaction's copy stays, whatever the clock says."""
    with unsynced():
        life = Life(scratch, "waterfall")
        now = life.clock.now()
        for _ in range(30):
            life._add("act")
            await life.clock.settle()
            life.clock.set_by += now - life.clock.now()
        made = [each for each in reader(life.folder).iterate() if isinstance(each, Compaction)]
        texts = {each.summaries[-1].text for each in made}
        assert len(made) > 6
        copies = [path.read_text("utf-8") for path in life.folder.glob("summaries/recent-*.md")]
        assert {text for text in texts if any(text in copy for copy in copies)} == texts
        check_kept(check_view(life.memory, life.folder), life.told)
        await life.end()


async def test_a_second_that_comes_again_overwrites_no_edit(scratch: Path) -> None:
    """What people wrote while compactions ran is kept, each text in a file of its own."""
    with unsynced():
        life = Life(scratch, "waterfall")
        now, path = life.clock.now(), life.folder / "summaries" / "recent.md"
        for _ in range(8):
            life._add("act")
            await life.clock.settle()
        life.model.summaries = "slow-drip"
        written = []
        for number in range(3):
            for _ in range(3):
                life._add("act")
            await life.clock.settle()
            assert life.memory.status().running
            written.append(f"I found the {number}th key by myself.")
            path.write_text(written[-1], encoding="utf-8")
            await life.clock.advance(400)
            assert not life.memory.status().running
            life.clock.set_by += now - life.clock.now()
        kept = "\n".join(each.read_text("utf-8") for each in path.parent.glob("*.md"))
        assert [each for each in written if each not in kept] == []
        await life.end()
