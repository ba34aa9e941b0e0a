"""Agents are paused, step, think and resume, by command."""

from __future__ import annotations

from pathlib import Path

from tests.agents.mind.test_verbs import QUIET, Theatre


async def test_pause_and_resume_name_one_or_all(tmp_path: Path) -> None:
    """Without a name every agent is meant; what is said first is how many, and how they go on."""
    stage = Theatre(tmp_path)
    moss, wren = stage.agent(), stage.agent("Wren")
    assert stage.ada_does("@pause moss").startswith("Moss is paused")
    assert (moss.paused, wren.paused) == (True, False)
    told = stage.ada_does("@pause")
    assert told.startswith("No name was given, so all 2 agents are paused. @resume lets all")
    assert "Moss is paused already." in told
    assert (moss.paused, wren.paused) == (True, True)
    stage.ada_does("@resume")
    assert (moss.paused, wren.paused) == (False, False)
    await stage.close()


async def test_a_paused_agent_takes_one_turn_at_each_step(tmp_path: Path) -> None:
    """It is paused if it was not, and stays so; a turn under way is not doubled."""
    stage = Theatre(tmp_path)
    moss = stage.agent()
    stage.model.will("say One.")
    assert "Moss takes one turn and is paused from now on" in stage.ada_does("@step moss")
    assert "Moss is in the middle of a turn" in stage.ada_does("@step moss")
    await stage.clock.settle()
    assert 'Moss says, "One."' in stage.person.texts
    await stage.clock.advance(3600)
    assert (moss.paused, len(stage.model.requests)) == (True, 1)
    stage.model.will("say Two.")
    assert "Moss takes one turn and stays paused." in stage.ada_does("@step moss")
    await stage.clock.settle()
    assert 'Moss says, "Two."' in stage.person.texts
    moss.sleeper.fall_asleep()
    assert "Moss is asleep and takes no turns" in stage.ada_does("@step moss")
    await stage.close()


async def test_an_agent_thinks_at_once_and_then_goes_on(tmp_path: Path) -> None:
    """Even one that only perceives; one that is paused is not woken by it."""
    stage = Theatre(tmp_path)
    moss = stage.agent(pace=QUIET)
    stage.model.will("say Now.")
    assert "Moss takes its turn now." in stage.ada_does("@think moss")
    await stage.clock.settle()
    assert 'Moss says, "Now."' in stage.person.texts
    assert not moss.paused
    stage.ada_does("@pause moss")
    assert "@step Moss lets it take one turn" in stage.ada_does("@think moss")
    assert len(stage.model.requests) == 1
    assert "Only administrators" in stage.bob_does("@think Moss")
    await stage.close()
