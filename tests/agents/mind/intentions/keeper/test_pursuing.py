"""An agent pursues what it intends, in its time, and is interrupted."""

from __future__ import annotations

import re
from pathlib import Path

from tests.agents.mind.intentions.keeper.briefs import LAMP
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage, lines_of
from tests.examples import choose_count


async def test_an_agent_walks_there_and_does_one_step_a_turn(tmp_path: Path) -> None:
    """Exit by exit, then each line, with the world's hour in it; the end is remembered."""
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP)
    await stage.clock.advance(25)
    assert lines_of(wren)[:3] == ["go garden", "go up", "emote lights the lamp."]
    assert re.fullmatch(r"think Lit at 18:0\d, in the dusk\.", lines_of(wren)[3])
    assert stage.course == [
        "light the lamp: chosen",
        "light the lamp: step 1 of 2 is done",
        "light the lamp: step 2 of 2 is done",
        "light the lamp: done",
    ]
    [end] = [each for each in wren.memory.view.tail if each.event == "intention"]
    assert end.text == "You have done what you meant to: light the lamp."
    assert (end.source, end.place) == ("thought", "The Tower")
    await stage.close()


async def test_on_the_way_turns_come_sooner(tmp_path: Path) -> None:
    """A third of the interval while it walks, and the whole of it otherwise; at least 2 s."""
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=12)
    await stage.clock.advance(4 + 4 + 0.1)
    assert lines_of(wren) == ["go garden", "go up", "emote lights the lamp."]
    await stage.clock.advance(11.8)
    assert len(lines_of(wren)) == 3
    await stage.clock.advance(0.2)
    assert len(lines_of(wren)) == 4
    stage = TimedStage(tmp_path / "quick", start=DUSK)
    quick = stage.wren(LAMP, interval=3)
    await stage.clock.advance(1.9)
    assert lines_of(quick) == ["go garden"]
    await stage.close()


async def test_an_hour_decides_and_a_day_must_pass(tmp_path: Path) -> None:
    """The lamp is lit at each dusk and at no other time, however early or late in it."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(LAMP, interval=40)
    await stage.clock.advance(14 * 60)
    assert stage.course == []
    await stage.clock.advance(3 * 60)
    assert stage.course[-1] == "light the lamp: done"
    days = choose_count(1, 3)
    await stage.clock.advance(days * 3600)
    assert stage.course.count("light the lamp: done") == 1 + days
    assert lines_of(wren)
    await stage.close()


async def test_what_is_urgent_interrupts_and_the_rest_is_taken_up_again(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK - 15)
    wait = (
        "wait:\n  steps:\n    - {at: The Garden, do: emote sits.}\n    - {until: {phase: night}}\n"
    )
    wren = stage.wren(f"{LAMP}{wait}")
    await stage.clock.advance(120)
    assert stage.course == [
        "wait: chosen",
        "wait: step 1 of 2 is done",
        "wait: interrupted",
        "light the lamp: chosen",
        "light the lamp: step 1 of 2 is done",
        "light the lamp: step 2 of 2 is done",
        "light the lamp: done",
        "wait: taken up again",
    ]
    await stage.clock.advance(8 * 60)
    assert stage.course.count("wait: done") == 1
    assert wren.intentions.state.interrupted == ()
    await stage.close()


async def test_what_is_urgent_waits_for_the_last_deed_of_what_is_at_hand(tmp_path: Path) -> None:
    """Who has one thing left to do here does it, and then goes to the lamp."""
    stage = TimedStage(tmp_path, start=DUSK - 5)
    wren = stage.wren(f"{LAMP}sit:\n  steps: [emote sits down., emote gets up.]\n", interval=12)
    await stage.clock.advance(60)
    assert stage.course[:5] == [
        "sit: chosen",
        "sit: step 1 of 2 is done",
        "sit: step 2 of 2 is done",
        "sit: done",
        "light the lamp: chosen",
    ]
    assert lines_of(wren)[:3] == ["emote sits down.", "emote gets up.", "go garden"]
    await stage.close()


async def test_who_speaks_is_answered_before_the_next_step(tmp_path: Path) -> None:
    """The intention is put down for the answer and goes on with the turn after it."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren("sit:\n  steps: [emote sits down., emote gets up., emote sits again.]")
    await stage.clock.advance(1)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(2)
    first, answer = lines_of(wren)
    assert first == "emote sits down."
    assert "Ada" in answer and answer not in ("emote gets up.", "emote sits again.")
    await stage.clock.advance(21)
    assert lines_of(wren)[2:] == ["emote gets up.", "emote sits again."]
    await stage.close()
