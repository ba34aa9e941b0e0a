"""An agent that intends something leaves a talk with a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.intentions.leaving import LETS_ALL_SPEAK, LETS_SPEAK
from tests.agents.mind.intentions.keeper.briefs import BEANS, LAMP
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage, lines_of
from tests.examples import choose_count


async def test_nobody_is_left_in_the_middle_of_a_talk(tmp_path: Path) -> None:
    """The agent stays a while for what a person may say next, and says once that it goes."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(60)
    assert not any(line.startswith("go ") for line in lines_of(wren))
    await stage.clock.advance(60)
    went = lines_of(wren).index("go garden")
    leave = lines_of(wren)[went - 1]
    assert leave.startswith("say ") and leave.endswith(", Ada. Somebody has to.")
    assert sum("Somebody has to." in line for line in lines_of(wren)) == 1
    await stage.close()


async def test_a_visitor_of_many_lines_is_not_left_before_the_talk_rests(tmp_path: Path) -> None:
    """A line every forty seconds keeps the agent; it is gone some time after the last."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    for number in range(choose_count(15, 40)):
        stage.ada_does(f"say I carry {number} slates.")
        await stage.clock.advance(40)
        assert (
            stage.world.character(wren.character).room is stage.world.character(stage.ada.id).room
        )
    await stage.clock.advance(120)
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_an_urgent_errand_waits_for_a_talk_unless_it_compels(tmp_path: Path) -> None:
    """Supper waits until a visitor has said what they had to say."""
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP.replace("weight: 150", "weight: 100"), interval=6)
    stage.visit(wren)
    for _ in range(3):
        stage.ada_does("say I carry slates.")
        await stage.clock.advance(40)
    assert "go garden" not in lines_of(wren)
    await stage.clock.advance(90)
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_words_to_somebody_else_here_keep_nobody(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.world.move(stage.agent("Moss").character, stage.world.character(wren.character).room.id)
    stage.ada_does("say Moss, what grows here?")
    await stage.clock.advance(30)
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_one_who_has_said_that_it_goes_goes_after_the_farewell(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    for _ in range(300):
        if any("Somebody has to." in line for line in lines_of(wren)):
            break
        await stage.clock.advance(1)
    else:
        pytest.fail("it never says that it goes")
    stage.ada_does("say Goodbye, Wren.")
    await stage.clock.advance(25)
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_what_compels_waits_for_the_talk_to_rest_and_goes_with_a_word(
    tmp_path: Path,
) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=6)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(20)
    assert "go garden" not in lines_of(wren)
    await stage.clock.advance(55)
    said = [line for line in lines_of(wren) if "It is lit at dusk" in line]
    errand = "I should be lighting the lamp. It is lit at dusk, every night. "
    assert len(said) == 1 and errand in said[0] and ("Come" in said[0] or "Walk" in said[0])
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_who_is_on_the_way_is_shown_to_be_until_it_is_there(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=6)
    shown = []
    for _ in range(20):
        await stage.clock.advance(0.5)
        there = stage.world.character(wren.character).room is stage.tower
        shown.append((there, wren.intentions.describe_doing()))
    assert (False, "on the way to the Tower") in shown
    assert (False, "lighting the lamp") not in shown
    assert (True, "on the way to the Tower") not in shown
    await stage.close()


async def test_what_a_person_has_asked_for_is_gone_to_whatever_they_say_then(
    tmp_path: Path,
) -> None:
    """Else who asks for the way, and says that they are ready, would never be led."""
    stage = TimedStage(tmp_path, start=NOON)
    asked = "when: {asked: count the beans}\n  weight: 100\n  because:"
    wren = stage.wren(BEANS.replace("because:", asked))
    stage.visit(wren)
    stage.ada_does("say Wren, count the beans!")
    for _ in range(12):
        stage.ada_does("say I am ready.")
        await stage.clock.advance(5)
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_who_goes_to_meet_a_newcomer_takes_leave(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(5)
    line = wren.intentions.leave.leave_for_newcomer()
    assert line.startswith("say ") and "Ada" in line
    assert wren.intentions.leave.leave_for_newcomer() == ""
    await stage.close()


async def test_who_comes_in_is_stayed_with_for_a_while(tmp_path: Path) -> None:
    """They read before they say anything; an errand waits so long, and not for ever."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS, interval=5)
    stage.world.move(stage.ada.id, stage.garden.id)
    stage.world.move(wren.character, stage.tower.id)
    stage.ada_does("go up")
    await stage.clock.advance(LETS_SPEAK - 1)
    assert not any(line.startswith("go ") for line in lines_of(wren))
    await stage.clock.advance(60)
    assert "go down" in lines_of(wren)
    await stage.close()


async def test_those_who_come_and_go_keep_nobody_for_ever(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS, interval=5)
    stage.world.move(stage.ada.id, stage.garden.id)
    stage.world.move(wren.character, stage.tower.id)
    for _ in range(int(LETS_ALL_SPEAK // 10) + 2):
        stage.ada_does("go up")
        await stage.clock.advance(9)
        stage.world.move(stage.ada.id, stage.garden.id)
        await stage.clock.advance(1)
    assert "go down" in lines_of(wren)
    await stage.close()
