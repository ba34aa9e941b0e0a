"""Sleep and waking by command: by the agent itself, by others, from afar."""

from __future__ import annotations

from pathlib import Path

from agents.mind.agent_context import Pace
from agents.mind.sleep.sleeping import RestPhase
from tests.agents.mind.sleep.bedroom import Bedroom, state_of


async def test_an_agent_goes_to_sleep_by_its_own_command(tmp_path: Path) -> None:
    """Under any strategy; it remembers that it did, and the room sees it."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0), strategy="waterfall")
    stage.model.will("sleep soundly", "say Good morning.")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert state_of(moss) is RestPhase.ASLEEP
    assert moss.memory.view.tail[0].text == "~Moss> sleep soundly\nYou fall asleep."
    assert stage.person.texts == ["Moss pauses, deep in thought…", "Moss falls asleep."]
    await stage.clock.advance(599)
    assert len(stage.model.requests) == 1
    await stage.clock.advance(12)
    assert 'Moss says, "Good morning."' in stage.person.texts
    await stage.close()


async def test_who_may_send_whom_to_sleep(tmp_path: Path) -> None:
    """Administrators agents, agents themselves, people nobody, not even themselves."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.sleeper("Wren")
    assert "people rest when they leave" in stage.ada_does("sleep")
    assert stage.ada_does("sleep Moss") == "Only administrators send others to sleep."
    assert "Only administrators" in stage.does(moss, "sleep Wren")
    assert moss.sleeper.awake
    stage.crown_ada()
    assert "people rest when they leave" in stage.ada_does("sleep")
    assert 'no agent "Nobody"' in stage.ada_does("sleep Nobody")
    assert stage.ada_does("sleep Moss") == "You send Moss to sleep."
    assert stage.ada_does("sleep Moss") == "Moss is asleep already."
    assert stage.onlooker.texts == ["Moss falls asleep."]
    await stage.close()


async def test_waking_is_seen_from_every_side(tmp_path: Path) -> None:
    """By who wakes, who is woken, who looks on; and the agent answers once it is awake."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.does(moss, "sleep")
    await stage.clock.advance(5)
    stage.model.will("say I dreamt of bells.")
    assert stage.bob_does("wake up Moss") == "You wake Moss."
    assert stage.person.texts == ["Moss falls asleep.", "Bob wakes Moss.", "Moss wakes up."]
    assert moss.memory.view.tail[-1].text == "Bob wakes you."
    await stage.clock.advance(2)
    assert 'Moss says, "I dreamt of bells."' in stage.onlooker.texts
    assert stage.bob_does("wake Moss") == "Moss is awake already."
    assert stage.bob_does("wake Ada") == "Ada is awake already."
    assert stage.bob_does("wake").startswith("Which agent?")
    await stage.close()


async def test_a_sleeper_is_seen_to_sleep_and_not_what_it_did_before(tmp_path: Path) -> None:
    """By `who` and by who looks; awake again, it is as it was."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    moss.intentions.intend(None, "mend the net")
    assert stage.ada_does("who").splitlines()[-1].endswith(", mend the net")
    stage.does(moss, "sleep")
    assert stage.ada_does("who").splitlines()[-1].endswith(", asleep")
    assert "Moss (asleep)" in stage.ada_does("look")
    await stage.clock.advance(5)
    assert state_of(moss) is RestPhase.ASLEEP
    moss.intentions.settle(choose=False)
    assert moss.intentions.describe_doing() == "asleep"
    stage.bob_does("wake Moss")
    assert "(asleep)" not in stage.ada_does("look")
    assert stage.ada_does("who").splitlines()[-1].endswith(", mend the net")
    await stage.close()


async def test_only_administrators_wake_from_afar(tmp_path: Path) -> None:
    """In the sleeper's room nobody sees who it was; an agent that is asleep cannot wake itself."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    wren, _ = stage.sleeper("Wren")
    stage.does(moss, "sleep")
    stage.does(wren, "sleep")
    await stage.clock.advance(0)
    assert "Nobody wakes themselves" in stage.does(moss, "wake Moss")
    stage.ada_does("go garden")
    assert "wake" not in stage.ada_does("wake Moss")
    assert state_of(moss) is RestPhase.ASLEEP
    stage.crown_ada()
    assert stage.ada_does("wake Moss") == "You wake Moss."
    assert moss.sleeper.awake
    assert moss.memory.view.tail[-1].text == "Ada wakes you."
    assert "Moss wakes up." in stage.onlooker.texts
    assert not any("Ada wakes" in text for text in stage.onlooker.texts)
    assert stage.does(moss, "wake Wren") == "You wake Wren."
    assert wren.sleeper.awake
    await stage.close()


async def test_neither_command_is_reached_by_a_slip(tmp_path: Path) -> None:
    """A model that writes "speak" or "make" has not gone to sleep or woken anybody."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    for line in ("slep", "speak", "sleeps", "sl"):
        assert "asleep" not in stage.does(moss, line)
    assert moss.sleeper.awake
    await stage.close()
