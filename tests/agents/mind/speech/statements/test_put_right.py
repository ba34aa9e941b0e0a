"""What was put right is told together with what it corrects, also aloud to the one who did it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.questions import asks_back
from tests.agents.mind.manners.test_manners import stage_with
from tests.agents.mind.manners.test_retelling import begin, go, speech_of, tell
from tests.agents.mind.support import TEXTS, Stage


async def hear(stage: Stage, words: str) -> str:
    """Let Ada say `words` to Wren; return what she perceives next."""
    before = len(stage.person.seen)
    await tell(stage, f"say Wren, {words}")
    return "\n".join(stage.person.texts[before + 1 :])


async def test_a_correction_comes_back_with_what_was_told(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await hear(stage, "I left my horse at Thornby.")
    assert "Ada" in await hear(stage, "that was a lie.")
    told = await hear(stage, "what did I tell you about my horse?")
    assert "left your horse at Thornby" in told
    assert "Then you put it right: 'that was a lie.'" in told
    await stage.close()


async def test_what_is_not_put_right_is_told_as_it_was(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await hear(stage, "I left my horse at Thornby.")
    await hear(stage, "the rain is over.")
    told = await hear(stage, "what did I tell you about my horse?")
    assert "left your horse at Thornby" in told and "put it right" not in told
    await stage.close()


async def test_what_an_agent_is_to_say_to_somebody_it_says_when_they_meet(tmp_path: Path) -> None:
    """Also what it was asked in private; to that one alone, once, with the one who sends it."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    cobb, wren = agents
    stage.world.move(cobb.character, stage.garden.id)
    begin(stage, agents)
    await tell(stage, "whisper Wren = Please tell Cobb that I shall need the ferry.")
    go(stage, "garden")
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(900)
    told = [line for line in speech_of(wren) if "I shall need the ferry." in line]
    assert len(told) == 1
    assert told[0].startswith("say Cobb, ") and "Ada told me" in told[0]
    await stage.close()


async def test_what_stands_beside_a_question_is_no_answer_to_it(tmp_path: Path) -> None:
    """What was said of her before is; "her" in a statement makes no question one of her."""
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    for line in (
        "I must look for Cobb before the day is gone. Where would he be after the day?",
        "May I have that packet of beans? My niece has a bare bed for beans under her window.",
    ):
        assert "You told me" not in await hear(stage, line)
    await hear(stage, "My niece has a long name, Ermengarde.")
    assert "Ermengarde, you said" in await hear(stage, "what is her name?")
    await stage.close()


async def test_what_an_agent_keeps_for_somebody_it_gives_back(tmp_path: Path) -> None:
    """By its name, or as "it"; to the one who gave it, and nothing else."""
    stage, (wren,) = stage_with(tmp_path, "Wren")
    begin(stage, [wren])
    with stage.world.changes() as tx:
        for name in ("tuning fork", "oat loaf"):
            tx.create("thing", name, stage.ada)
    held = [each.name for each in stage.world.character(wren.character).contents]
    for name in ("tuning fork", "oat loaf"):
        await tell(stage, f"give {name} to Wren")
    assert "gives you" not in await hear(stage, "do you like the fork?")
    back = await hear(stage, "may I have my fork back?")
    assert "Wren gives you the tuning fork." in back
    await stage.clock.advance(5)
    words = [line.strip() for line in TEXTS.say("manners.given-back", name="Ada").split("\n")]
    assert any(f'Wren says, "{line}"' in stage.person.texts[-4:] for line in words if line)
    assert "Wren gives you the oat loaf." in await hear(stage, "please give it back.")
    assert [each.name for each in stage.world.character(wren.character).contents] == held
    assert "gives you" not in await hear(stage, "please give it back.")
    await stage.close()


@pytest.mark.parametrize(
    ("heard", "asks"),
    [
        ("May I have it back?", True),
        ("Could I please have my fork back now?", True),
        ("I would like my fork back.", True),
        ("I have come for my fork.", True),
        ("Give me my fork.", True),
        ("Have you seen it come back?", False),
        ("I have walked all the way back, and it was far.", False),
        ("I need to get back before it rains.", False),
    ],
)
def test_what_asks_for_a_thing_back(heard: str, asks: bool) -> None:
    assert asks_back(heard) is asks
