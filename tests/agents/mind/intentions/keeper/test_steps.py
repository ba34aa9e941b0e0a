"""What a step may say: where, with somebody, until when, and which line."""

from __future__ import annotations

import itertools
from pathlib import Path

from agents.mind.agent_context import Pace
from tests.agents.mind.intentions.keeper.briefs import BEANS
from tests.agents.mind.intentions.support import NOON, TimedStage, lines_of
from tests.examples import choose_count


async def test_a_step_waits_until_or_for_a_while(tmp_path: Path) -> None:
    """``until`` ends with what happens, ``for`` with the time; both pass on to the next step."""
    stage = TimedStage(tmp_path, start=NOON)
    wait = "wait:\n  every: 1 day\n  steps: [{until: {seen: copper light}}, emote writes it down.]"
    wren = stage.wren(wait)
    await stage.clock.advance(60)
    assert "emote writes it down." not in lines_of(wren)
    assert not any(line.startswith("go ") for line in lines_of(wren))
    stage.visit(wren)
    stage.ada_does("say I saw a copper light!")
    await stage.clock.advance(30)
    assert "emote writes it down." not in lines_of(wren)
    stage.world.announce(stage.ada.id, "light", "A light opens over there, the colour of copper.")
    await stage.clock.advance(12)
    assert "emote writes it down." in lines_of(wren)[-2:]
    await stage.close()
    stage = TimedStage(tmp_path / "for", start=NOON)
    brief = "wait:\n  every: 1 day\n  steps: [{until: {phase: dawn}, for: 1 hour}, emote yawns.]"
    wren = stage.wren(brief)
    await stage.clock.advance(140)
    assert "emote yawns." not in lines_of(wren)
    await stage.clock.advance(30)
    assert "emote yawns." in lines_of(wren)
    await stage.close()


async def test_a_step_that_does_not_apply_is_passed_over(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(
        "go about:\n  every: 1 day\n  steps:\n    - {phase: night, do: emote sleeps.}\n"
        "    - {has: lamp oil, do: drop lamp oil}\n    - {seen: not copper, do: emote shrugs.}"
    )
    await stage.clock.advance(2)
    assert lines_of(wren) == ["emote shrugs."]
    assert stage.course[-1] == "go about: done"
    await stage.close()


async def test_a_step_is_done_where_the_one_before_was(tmp_path: Path) -> None:
    """Whoever was led away comes back for it; what lies at a place is looked for there."""
    stage = TimedStage(tmp_path, start=NOON)
    go = "go about:\n  every: 1 day\n  steps:\n    - {at: The Tower, do: emote arrives.}\n"
    wren = stage.wren(f"{go}    - {{here: tin cup, do: get tin cup}}\n    - emote is content.")
    with stage.world.changes() as tx:
        tx.create("thing", "tin cup", stage.tower)
    await stage.clock.advance(8)
    stage.world.move(wren.character, stage.hall.id)
    await stage.clock.advance(40)
    assert lines_of(wren)[:7] == [
        "go garden", "go up", "emote arrives.", "go garden", "go up", "get tin cup",
        "emote is content.",
    ]  # fmt: skip
    await stage.close()


async def test_who_is_still_does_nothing_until_it_is_spoken_to(tmp_path: Path) -> None:
    """As one who sleeps: no look, no gesture, no remark; but an answer."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren("rest:\n  steps: [emote lies down., {until: {hour: 20-6}, still: true}]")
    await stage.clock.advance(240)
    assert lines_of(wren) == ["emote lies down."]
    stage.visit(wren)
    assert "Also here: Wren (rest)." in stage.ada_does("look")
    assert stage.ada_does("look Wren").startswith("Wren (rest)\n")
    assert "Wren" in await stage.ask(wren, "Are you asleep, Wren?")
    assert len(lines_of(wren)) == 2
    await stage.close()


async def test_who_is_still_wakes_to_remind_somebody(tmp_path: Path) -> None:
    """Whoever was promised it may talk to one who sleeps: nights are long."""
    stage = TimedStage(tmp_path, start=NOON)
    steps = "[emote lies down., {until: {hour: 20-6}, still: true}]"
    wren = stage.wren(f"rest:\n  limit: 2 days\n  doing: asleep by the fire\n  steps: {steps}")
    await stage.clock.advance(240)
    stage.visit(wren)
    await stage.ask(wren, "Wren, remind me in two minutes to feed the cat.")
    before = len(lines_of(wren))
    for _ in range(12):
        assert wren.intentions.is_still
        await stage.clock.advance(20)
    said = [each for each in lines_of(wren)[before:] if "feed the cat" in each]
    assert len(said) == 1
    await stage.close()


async def test_one_who_is_woken_says_so_once(tmp_path: Path) -> None:
    """While it talks, everybody sees that it is awake; afterwards it sleeps on."""
    stage = TimedStage(tmp_path, start=NOON)
    steps = "[emote lies down., {until: {hour: 20-6}, still: true}]"
    rest = f"rest:\n  doing: asleep by the fire\n  steps: {steps}"
    wren = stage.wren(rest)
    await stage.clock.advance(240)
    stage.visit(wren)
    assert "Also here: Wren (asleep by the fire)." in stage.ada_does("look")
    woken = await stage.ask(wren, "Where are you, Wren?")
    assert "I was asleep by the fire." in woken and "it is you" not in woken  # she never met them
    assert "Wren wakes up." in woken
    again = await stage.ask(wren, "Where are you, Wren?")
    assert "asleep by the fire" not in again and "wakes up" not in again
    assert "Wren (agent) - The Hall, awake after all, for the moment" in stage.ada_does("who")
    assert "asleep" not in stage.ada_does("look") + stage.ada_does("who")
    await stage.clock.advance(500)
    assert wren.intentions.is_still
    assert "Also here: Wren (asleep by the fire)." in stage.ada_does("look")
    again = await stage.ask(wren, "What are you doing, Wren?")
    assert again.count("asleep by the fire") == 1
    await stage.close()


async def test_a_step_goes_after_the_first_who_can_be_reached(tmp_path: Path) -> None:
    """Somebody who moves on is followed; the line has the name of whom it found."""
    stage = TimedStage(tmp_path, start=NOON)
    moss = stage.agent("Moss", Pace(think_interval=0))
    stage.world.move(moss.character, stage.garden.id)
    wren = stage.wren("tell:\n  steps: [{with: [Hester, Moss], do: 'say It came, {with}.'}]")
    await stage.clock.advance(1)
    assert lines_of(wren) == ["go garden"]
    stage.world.move(moss.character, stage.tower.id)
    await stage.clock.advance(20)
    assert lines_of(wren)[:2] == ["go garden", "go up"]
    assert "say It came, Moss." in lines_of(wren)
    await stage.close()


async def test_of_several_lines_the_last_used_is_not_said_again(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    await stage.clock.advance(choose_count(1200, 3600))
    said = [line for line in lines_of(wren) if line.startswith("think Forty")]
    assert len(said) > choose_count(3, 5)
    assert all(one != other for one, other in itertools.pairwise(said))
    await stage.close()


async def test_who_lies_asleep_does_not_answer_what_others_say_to_each_other(
    tmp_path: Path,
) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    steps = "[emote lies down., {until: {hour: 20-6}, still: true}]"
    wren = stage.wren(f"rest:\n  doing: asleep by the fire\n  steps: {steps}")
    await stage.clock.advance(240)
    moss = stage.agent("Moss")
    before = len(lines_of(wren))
    stage.world.perform(moss.character, "say The leek was finished, I believe.")
    await stage.clock.advance(30)
    assert not [each for each in lines_of(wren)[before:] if each.startswith("say")]
    stage.world.perform(moss.character, "say Wren, are you well?")
    await stage.clock.advance(30)
    assert [each for each in lines_of(wren)[before:] if each.startswith("say")]
    await stage.close()
