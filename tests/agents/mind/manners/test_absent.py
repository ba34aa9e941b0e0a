"""Words for somebody who has left are nobody else's to answer."""

from __future__ import annotations

from pathlib import Path

from tests.agents.mind.manners.test_manners import list_said, shut_hall, stage_with


async def test_a_question_to_one_who_has_left_is_not_answered_by_who_is_there(
    tmp_path: Path,
) -> None:
    """Even alone with the speaker; whoever the words name as well may answer, and a name behind
    many words is said in passing."""
    stage, (moss, wren) = stage_with(tmp_path, "Moss", "Wren")
    shut_hall(stage)
    stage.world.move(wren.character, stage.garden.id)
    for agent in (moss, wren):
        agent.start(within=900)
    answered = []
    for line in (
        "say Wren, are you well?",
        "say Moss, are you well?",
        "say Wren, did Moss find the boat?",
        "say Well, are you tired?",
        "say Are you tired, I wonder, of the rain that falls on this hall all day long, Wren?",
    ):
        before = len(list_said(stage))
        stage.ada_does(line)
        await stage.clock.advance(8)
        answered.append("Moss" in [who for who, _ in list_said(stage)[before:]])
    assert answered == [False, True, True, True, True]
    await stage.close()
