"""A message is promised, said to whom it is for, and afterwards told truly of."""

from __future__ import annotations

from pathlib import Path

from tests.agents.mind.manners.test_manners import list_lines, stage_with
from tests.agents.mind.manners.test_retelling import begin, speech_of, tell
from tests.agents.mind.support import TEXTS, Stage

WORD = "the ice has gone from the ford"


async def hear(stage: Stage, words: str) -> str:
    """Let Ada say `words`; return what she perceives next."""
    before = len(stage.person.seen)
    await tell(stage, f"say {words}")
    return "\n".join(stage.person.texts[before + 1 :])


async def test_a_message_is_told_of_as_it_was(tmp_path: Path) -> None:
    """Before it is said, after it, and by the one whom it was for."""
    stage, (cobb, wren) = stage_with(tmp_path, "Cobb", "Wren")
    stage.world.move(wren.character, stage.garden.id)
    begin(stage, [cobb, wren])
    assert "I did not carry it" in await hear(stage, "Did my word get to Wren?")
    promised = await hear(stage, f"Cobb, tell Wren from me that {WORD}.")
    granted = {each.removeprefix("say ") for each in list_lines("manners.favour.message", "Ada")}
    assert any(each in promised for each in granted)
    assert "Not yet, Ada." in await hear(stage, "Did my word get to Wren?")
    stage.world.move(stage.ada.id, stage.garden.id)
    told = await hear(stage, "Did Cobb tell you something from me?")
    assert "No word of yours has come to me." in told
    stage.world.move(stage.ada.id, stage.hall.id)
    stage.world.move(wren.character, stage.hall.id)
    await stage.clock.advance(600)
    assert len([each for each in speech_of(cobb) if WORD in each.casefold()]) == 1
    assert "I told Wren" in await hear(stage, "Cobb, did you tell Wren?")
    assert "Cobb told me" in await hear(stage, "Wren, did Cobb give you my word?")
    await stage.close()


async def test_a_message_to_the_hearer_or_to_one_who_is_here_has_arrived(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    begin(stage, agents)
    for to, key in (("Wren", "self"), ("Cobb", "here")):
        answer = await hear(stage, f"Wren, please tell {to} from me that {WORD}.")
        said = TEXTS.say(f"manners.message.{key}", name="Ada", to=to).split("\n")
        assert any(line in answer for line in said if line)
    await stage.close()


async def test_who_has_told_something_is_said(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    asked = "Did anybody tell you that the ford is closed?"
    assert "Nobody has told me that" in await hear(stage, asked)
    await tell(stage, "say The ford is closed.")
    assert "Nobody but you" in await hear(stage, asked)
    await stage.close()


async def test_who_was_given_a_message_is_told_by_one_who_heard_it(tmp_path: Path) -> None:
    """The messenger has gone; whoever stood there knows who took it along."""
    stage, (cobb, moss) = stage_with(tmp_path, "Cobb", "Moss")
    begin(stage, [cobb, moss])
    await tell(stage, f"say Cobb, tell Wren from me that {WORD}.")
    stage.world.move(cobb.character, stage.garden.id)
    assert "You gave it to Cobb, Ada." in await hear(stage, "Moss, did my word get to Wren?")
    assert "I did not carry it" in await hear(stage, "Moss, did my word get to Hester?")
    await stage.close()


async def test_whether_somebody_was_announced_is_told(tmp_path: Path) -> None:
    stage, (wren,) = stage_with(tmp_path, "Wren")
    begin(stage, [wren])
    asked = "Good evening, Wren. Did Cobb say to you that I come?"
    assert "No word of yours has come to me." in await hear(stage, asked)
    await stage.close()
