"""What an agent remembers of others is bounded, and it knows what it missed."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.records import NewMemory
from agents.mind.agent_context import Pace
from agents.mind.intake import MEGABYTE, Intake
from tests.agents.mind.support import Stage
from tests.texts import shipped_texts
from world.costs.cost import MEMORY_OVERHEAD

TEXTS = shipped_texts()
TENTH = NewMemory("x" * (MEGABYTE // 10 - MEMORY_OVERHEAD), "observation")
LOST = "So much happens at once that you lose track of it."


def missed(count: int) -> str:
    return f"You can follow what happens again. Meanwhile this many things passed you by: {count}."


async def test_beyond_the_limit_things_pass_by_until_some_of_it_has_come_back() -> None:
    """The beginning and the end are remembered, once each, with the number of what passed by."""
    clock, gaps = VirtualClock(), list[NewMemory]()
    intake = Intake(clock, TEXTS, gaps.append)
    intake.configure(1)
    assert [intake.admit(TENTH) for _ in range(13)] == [True] * 10 + [False] * 3
    assert [each.text for each in gaps] == [LOST]
    await clock.advance(359)
    assert not intake.admit(NewMemory("A leaf falls.", "observation"))
    await clock.advance(1)
    assert intake.admit(NewMemory("A leaf falls.", "observation"))
    assert [each.text for each in gaps] == [LOST, missed(4)]


async def test_zero_means_no_limit() -> None:
    clock, gaps = VirtualClock(), list[NewMemory]()
    intake = Intake(clock, TEXTS, gaps.append)
    assert all(intake.admit(TENTH) for _ in range(1000))
    assert gaps == []


async def test_an_agent_that_lost_track_remembers_its_own_deeds(tmp_path: Path) -> None:
    """It perceives nothing of others; its archive says when, and how much that was."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=0, memory_megabytes_per_hour=0.001))
    for line in ("say Moss!", "say Are you there?", "say Moss!", "say Moss!"):
        stage.ada_does(line)
    stage.world.perform(moss.character, "drop nothing")
    texts = [each.text.split("\n")[0] for each in moss.memory.experiences()]
    assert texts == ['Ada says, "Moss!"', 'Ada says, "Are you there?"', LOST, "~Moss> drop nothing"]
    assert stage.watched_kinds("state") == [LOST]
    assert f"[Mind] Moss: {LOST}" in stage.log
    await stage.clock.advance(3600)
    stage.ada_does("say Hello.")
    texts = [each.text for each in moss.memory.experiences()]
    assert texts[-2:] == [missed(2), 'Ada says, "Hello."']
    await stage.close()
