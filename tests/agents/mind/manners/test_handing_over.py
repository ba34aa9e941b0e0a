"""Who stands there is turned to, and answers; nobody is sent to them, and it is done once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.mind.manners.test_manners import stage_with
from tests.agents.mind.manners.test_messages import hear
from tests.agents.mind.manners.test_retelling import begin
from tests.agents.mind.support import TEXTS

WREN = """
## Knowledge

### ferry

- of: Ask Cobb, in the Boathouse. Divide what he says by two.
"""
COBB = """
## Knowledge

### ferry

- of: Larch, friend, and a good deal of tar.
"""
ROUND = COBB.replace("Larch, friend, and a good deal of tar.", "Ask Wren. She counts.")
ASKED = "Wren, what is the ferry made of?"


def list_turns(to: str) -> list[str]:
    return [each.strip() for each in TEXTS.say("speech.turn-to", to=to).split("\n")]


@pytest.mark.parametrize("sends", ["Ask Cobb, in the Boathouse.", "Cobb would know. He made it."])
async def test_one_who_is_here_is_turned_to_and_answers(tmp_path: Path, sends: str) -> None:
    wren = WREN.replace("Ask Cobb, in the Boathouse.", sends)
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Cobb=COBB, Wren=wren)
    begin(stage, agents)
    said = await hear(stage, ASKED)
    assert any(each in said for each in list_turns("Cobb"))
    assert 'Cobb says, "Larch, friend, and a good deal of tar."' in said
    assert sends not in said
    await stage.close()


async def test_one_who_is_elsewhere_is_named(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Cobb=COBB, Wren=WREN)
    stage.world.move(agents[0].character, stage.garden.id)
    begin(stage, agents)
    assert "Ask Cobb, in the Boathouse." in await hear(stage, ASKED)
    await stage.close()


async def test_a_question_is_not_handed_back(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Cobb=ROUND, Wren=WREN)
    begin(stage, agents)
    said = await hear(stage, ASKED)
    assert any(each in said for each in list_turns("Cobb"))
    assert not any(each in said for each in list_turns("Wren")) and "Ask Wren" not in said
    await stage.close()
