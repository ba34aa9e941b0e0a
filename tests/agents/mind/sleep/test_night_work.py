"""The work of a night: the journal, then the dream, then compaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.event_line import EventLine
from agents.memory.core.records import NewMemory
from agents.mind.agent_context import Pace
from agents.mind.sleep.sleeping import JOURNAL_SECONDS, WAKING_SECONDS, RestPhase
from tests.agents.memory.support import fill, spans
from tests.agents.mind.sleep.bedroom import Bedroom, consolidate_by, state_of
from world.nature import Nature


async def test_first_the_journal_then_the_dream_then_compaction(tmp_path: Path) -> None:
    """In this order: what is extracted is safe before anything is summarised."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    fill(moss.memory, 75)
    seen: list[tuple[int, int]] = []

    async def tidy() -> int:
        await asyncio.sleep(0)
        seen.append((moss.memory.last_seq, len(model.asked)))
        return 0

    consolidate_by(moss, tidy)
    moss.sleeper.fall_asleep()
    await stage.clock.advance(0)
    assert seen == [(75, 0)]
    assert (moss.memory.last_seq, len(model.asked)) == (76, 1)
    await stage.close()


async def test_a_journal_that_fails_or_hangs_costs_only_itself(tmp_path: Path) -> None:
    """Dream and compaction come all the same, and the log says what went wrong."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(context_tokens=1000, sleep_seconds=0.0)
    wren, _ = stage.sleeper("Wren", context_tokens=1000, sleep_seconds=0.0)

    async def fail() -> int:
        raise OSError("no space left")

    async def hang() -> int:
        await asyncio.Event().wait()
        return 0

    for agent, tidy in ((moss, fail), (wren, hang)):
        fill(agent.memory, 75)
        consolidate_by(agent, tidy)
        agent.sleeper.fall_asleep()
    await stage.clock.advance(0)
    assert (state_of(moss), state_of(wren)) == (RestPhase.ASLEEP, RestPhase.FALLING)
    await stage.clock.advance(JOURNAL_SECONDS)
    assert state_of(wren) is RestPhase.ASLEEP
    assert spans(moss.memory) == [(1, 57)]
    assert spans(wren.memory)[0][0] == 1
    failed = [line for line in stage.log if "failed in its sleep" in line]
    assert "Moss: consolidation failed in its sleep: OSError: no space left" in failed[0]
    assert "Wren: consolidation failed in its sleep: TimeoutError" in failed[1]
    told = failed[0]
    assert isinstance(told, EventLine) and (told.event, told.level) == ("mind.sleep", "warning")
    why = "OSError: no space left"
    assert told.fields == {"agent": "Moss", "step": "consolidation", "error": why}
    await stage.close()


async def test_woken_while_the_journal_hangs_it_neither_dreams_nor_compacts(
    tmp_path: Path,
) -> None:
    """Awake again, nothing of the night goes on but a compaction that has begun."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(pace=Pace(think_interval=0), context_tokens=1000)
    fill(moss.memory, 75)
    release = asyncio.Event()

    async def hang() -> int:
        await release.wait()
        return 0

    consolidate_by(moss, hang)
    stage.does(moss, "sleep")
    await stage.clock.advance(1)
    stage.ada_does("wake Moss")
    await stage.clock.advance(WAKING_SECONDS)
    assert moss.sleeper.awake
    release.set()
    await stage.clock.advance(100)
    assert "dream" not in [each.event for each in moss.memory.view.tail]
    assert not model.asked
    await stage.close()


async def test_dreams_are_not_found_and_do_not_contain_dreams(tmp_path: Path) -> None:
    """A dream is no new experience: recall does not know it, the next dream leaves it out."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.ada_does("say The ice is thin.")
    for _ in range(4):
        moss.sleeper.fall_asleep()
        await stage.clock.advance(1)
        moss.sleeper.wake()
        moss.memory.record(
            NewMemory(
                "~Moss> think So.\nYou think.",
                source="thought",
                command="think",
                nature=Nature.THOUGHT,
            )
        )
    dreams = [each.text for each in moss.memory.view.tail if each.event == "dream"]
    assert len(dreams) == 4
    assert not any("You drift" in text[5:] for text in dreams)
    assert [hit.render_line() for hit in moss.search("drift old memories surface", 400)] == []
    await stage.close()
