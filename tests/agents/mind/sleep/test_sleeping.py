"""An agent falls asleep by itself when nothing happens, and wakes again."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.sleep.sleeping import REST_TRANSITIONS, RestPhase
from agents.mind.turn.phases import Phase
from agents.state_machine import InvalidTransition
from tests.agents.memory.support import assert_whole, fill, spans
from tests.agents.mind.sleep.bedroom import Bedroom, state_of


def test_every_state_leads_back_to_being_awake() -> None:
    """From wherever sleep stands there is a way to the morning."""
    for state in RestPhase:
        reached, steps = {state}, 0
        while RestPhase.AWAKE not in reached and steps < len(RestPhase):
            reached, steps = {to for each in reached for to in REST_TRANSITIONS[each]}, steps + 1
        assert RestPhase.AWAKE in reached


async def test_nobody_falls_asleep_twice(tmp_path: Path) -> None:
    """The table has no such arrow; waking somebody who is awake is harmless."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    moss.sleeper.wake()
    moss.sleeper.fall_asleep()
    with pytest.raises(InvalidTransition, match="from falling asleep to falling asleep"):
        moss.sleeper.fall_asleep()
    await stage.close()


async def test_a_whole_night(tmp_path: Path) -> None:
    """Quiet for 300 s it falls asleep, dreams, compacts, wakes after 600 s, and lives on."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    fill(moss.memory, 75)
    moss.start(within=100_000)
    await stage.clock.advance(299)
    assert state_of(moss) is RestPhase.AWAKE
    await stage.clock.advance(1)
    assert state_of(moss) is RestPhase.ASLEEP
    assert stage.person.texts == ["Moss falls asleep."]
    dream = moss.memory.view.tail[-1]
    assert (dream.source, dream.event, dream.command) == ("thought", "dream", "dream")
    assert dream.text.startswith("You drift, and old memories surface:\n2026-01-01: Fern hums")
    assert len(dream.text.splitlines()) == 6
    assert spans(moss.memory) == [(1, 56)]
    assert len(model.asked) == 1
    compacted = moss.memory.view.compacted
    assert compacted is not None
    assert compacted.trigger == "sleep"
    await stage.clock.advance(599)
    assert state_of(moss) is RestPhase.ASLEEP
    await stage.clock.advance(1)
    assert state_of(moss) is RestPhase.AWAKE
    assert stage.person.texts == ["Moss falls asleep.", "Moss wakes up."]
    states = [text for text in stage.watched_kinds("state") if "chain" not in text]
    assert states == [
        "falls asleep",
        "dreams of 5 old memories",
        "is asleep",
        "is waking",
        "wakes up",
    ]
    assert_whole(moss.memory)
    await stage.close()


async def test_its_own_idle_turns_do_not_keep_it_awake(tmp_path: Path) -> None:
    """It sleeps though it thinks every ten seconds, and takes no turn until it wakes."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0))
    stage.model.will(*[f"think Bean row {number}." for number in range(200)])
    moss.start(within=1)
    await stage.clock.advance(301)
    assert not moss.sleeper.awake
    asked = len(stage.model.requests)
    assert asked >= 29
    await stage.clock.advance(590)
    assert len(stage.model.requests) == asked
    await stage.clock.advance(30)
    assert moss.sleeper.awake
    assert len(stage.model.requests) > asked
    await stage.close()


async def test_what_others_do_keeps_it_awake_but_their_sleep_does_not(tmp_path: Path) -> None:
    """A gesture every few minutes is enough; that somebody falls asleep is none."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    wren, _ = stage.sleeper("Wren", sleep_after=200.0)
    for agent in (moss, wren):
        agent.start(within=100_000)
    for _ in range(5):
        stage.ada_does(":hums.")
        await stage.clock.advance(150)
        assert moss.sleeper.awake
    await stage.clock.advance(60)
    assert "Wren falls asleep." in [each.text for each in moss.memory.view.tail]
    assert (moss.sleeper.awake, wren.sleeper.awake) == (True, False)
    await stage.clock.advance(91)
    assert not moss.sleeper.awake
    await stage.close()


async def test_who_remembers_otherwise_or_never_sleeps_stays_awake(tmp_path: Path) -> None:
    """Only the strategy `sleep` makes agents sleep by themselves, and 0 is never."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(strategy="waterfall")
    wren, _ = stage.sleeper("Wren", sleep_after=0.0)
    for agent in (moss, wren):
        agent.start(within=100_000)
    await stage.clock.advance(50_000)
    assert (moss.sleeper.awake, wren.sleeper.awake) == (True, True)
    await stage.close()


async def test_a_sleep_of_0_seconds_lasts_until_it_is_woken(tmp_path: Path) -> None:
    """Days, if need be."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(sleep_seconds=0.0)
    moss.start(within=100_000)
    await stage.clock.advance(90_000)
    assert state_of(moss) is RestPhase.ASLEEP
    assert stage.ada_does("wake Moss") == "You wake Moss."
    await stage.clock.advance(0)
    assert moss.sleeper.awake
    await stage.close()


async def test_it_does_not_fall_asleep_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    """While a slow model thinks it stays awake; it sleeps when that turn has ended."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=290, jitter=0))
    moss.start(within=290)
    await stage.clock.advance(400)
    assert (moss.phase, state_of(moss)) == (Phase.THINKING, RestPhase.AWAKE)
    stage.model.will("think So it goes.")
    await stage.clock.advance(0)
    assert (moss.phase, moss.sleeper.awake) == (Phase.IDLE, False)
    assert moss.memory.view.tail[0].line == "think So it goes."
    await stage.close()


async def test_a_night_behind_which_nothing_lies_has_no_dream(tmp_path: Path) -> None:
    """Nobody who only sleeps fills an archive with dreams."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=0))
    stage.ada_does("say The ice is thin.")
    moss.start(within=1)
    await stage.clock.advance(86_400)
    assert [each.event for each in moss.memory.view.tail] == ["say", "dream"]
    await stage.close()
