"""A large model is shown its intentions and chooses among them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.agents.mind.intentions.keeper.briefs import BEANS, LAMP
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage, intention_rows


async def test_a_large_model_sees_chooses_and_ends_its_intentions(tmp_path: Path) -> None:
    """The fitting ones are listed; a step counts as done by whatever line did it."""
    stage = TimedStage(tmp_path, start=NOON, rows=())
    stage.world.table = type(stage.world.table)([*stage.world.table.rows, *intention_rows(stage)])
    stage.generation_params = replace(stage.generation_params, by_rule=False)
    stage.wren(BEANS)
    stage.model.will("intend count the beans", "go garden", "emote counts the beans twice.")
    await stage.clock.advance(2)
    assert "You could decide on something (intend <words>): count the beans" in (
        stage.model.requests[0].prompt
    )
    await stage.clock.advance(30)
    assert stage.course == [
        "count the beans: intended",
        "count the beans: step 1 of 2 is done",
    ]
    prompts = [each.prompt for each in stage.model.requests]
    assert "You mean to: count the beans. Somebody has to." in prompts[1]
    assert "Next for that: go garden (on the way to The Garden)" in prompts[1]
    assert "Next for that: emote counts beans." in prompts[2]
    grammars = [str(each.grammar) for each in stage.model.requests]
    assert '"intend count the beans"' in grammars[0] and '"done"' not in grammars[0]
    assert '"done"' in grammars[1] and '"intend count the beans"' not in grammars[1]
    stage.model.will("done", "intend find out who answers the lamp")
    await stage.clock.advance(30)
    assert stage.course[-2:] == [
        "count the beans: done",
        "find out who answers the lamp: intended",
    ]
    stage.model.will("intend nothing")
    await stage.clock.advance(30)
    later = [each.prompt for each in stage.model.requests[len(prompts) :]]
    assert any("You mean to: find out who answers the lamp." in each for each in later)
    assert stage.course[-1] == "find out who answers the lamp: dropped, You put it down."
    await stage.close()


async def test_a_large_model_is_not_asked_whether_the_urgent_waits(tmp_path: Path) -> None:
    """From weight 100 on a rule takes it up; without an answer of the model a rule does it."""
    stage = TimedStage(tmp_path, start=DUSK)
    stage.generation_params = replace(stage.generation_params, by_rule=False)
    wren = stage.wren(LAMP)
    stage.model.will("look", RuntimeError("no model"))
    await stage.clock.advance(2)
    assert stage.course == ["light the lamp: chosen"]
    assert "You mean to: light the lamp." in stage.model.requests[0].prompt
    assert wren.intentions.plan.exit == "garden"
    await stage.close()


async def test_people_have_no_intentions_to_say(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path)
    stage.world.table = type(stage.world.table)([*stage.world.table.rows, *intention_rows(stage)])
    assert stage.ada_does("intend rest") == (
        "Only agents use intend: they say to themselves what they mean to do."
    )
    assert "intend" not in stage.ada_does("help")
    await stage.close()
