"""Every turn's record says who decided it, and why a model that was asked did not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agents.boundaries import ModelOverBudget, ModelTimeout, ModelUnavailable
from agents.memory.core.records import Turn
from agents.memory.inspect.line_reader import LineReader
from agents.mind.agent_context import Pace
from agents.mind.turn.read_back import read_back
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from agents.models.profiles import PATIENCE_OF_A_SCENE
from tests.agents.mind.support import Stage
from world.calendar import WorldTime

VOICE = """
## Exchanges

> What are you afraid of?

A night with no answer.

### Otherwise

> …?

I have no figure for that.
"""
PERSONA = "You are Wren, the keeper of the lamp. You count boats."
PACE = Pace(think_interval=1000, jitter=0)
NONSENSE = ["You are Wren in the Bowl."] * 3
BY_RULE = ("intention", "manners", "fallback")
YES_OR_NO = "Does your uncle knit, Wren?"


def start(stage: Stage, prompting: str, pace: Pace = PACE) -> None:
    stage.generation_params = replace(stage.generation_params, prompting=prompting)
    agent = stage.agent("Wren", pace, PERSONA)
    agent.state.voice = VoiceIndex(parse_voice(Path("voice.md"), VOICE).voice, "Wren")
    agent.start(within=0)


async def read_decided(stage: Stage, folder: Path) -> Turn:
    """Close the stage; return the last turn that was decided."""
    await stage.close()
    lines = LineReader(folder / "Wren" / "archive")
    records = [lines.decode_line(place, line) for place, line in lines.forwards()]
    return [each for each in records if isinstance(each, Turn) and not each.is_refused][-1]


@pytest.mark.parametrize(
    ("asked", "replies", "decided"),
    [
        ("What are you afraid of, Wren?", [], ("voice", "")),
        ("What time is it, Wren?", [], ("plain", "")),
        (YES_OR_NO, ["Yes, every day."], ("model", "")),
        (YES_OR_NO, NONSENSE, ("voice", "refused")),
        (YES_OR_NO, [ModelUnavailable("down")], ("voice", "unavailable")),
        (YES_OR_NO, [ModelOverBudget("used up")], ("voice", "unavailable")),
        (YES_OR_NO, [ModelTimeout("120 s")], ("voice", "late")),
        (YES_OR_NO, [], ("voice", "late")),
        (YES_OR_NO, NONSENSE[:1], ("voice", "late")),
    ],
)
async def test_a_scene(
    asked: str, replies: Sequence[str | Exception], decided: tuple[str, str], tmp_path: Path
) -> None:
    """Without a reply the model is silent; one that is too slow for its second words is late."""
    stage = Stage(tmp_path)
    stage.world.time = lambda: WorldTime(0, 18, 5, "dusk", "spring", "fog")
    start(stage, "scene")
    stage.model.will(*replies)
    stage.ada_does(f"say {asked}")
    await stage.clock.advance(3.0 + PATIENCE_OF_A_SCENE)
    turn = await read_decided(stage, tmp_path)
    assert (turn.decided_by, turn.model_unused) == decided


async def test_a_turn_of_its_own_accord_is_decided_by_rule(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    start(stage, "scene")
    await stage.clock.advance(1100)
    turn = await read_decided(stage, tmp_path)
    assert turn.decided_by in BY_RULE
    assert not turn.model_unused


async def test_a_restart_forgets_neither_who_decided_nor_the_last_prompt(tmp_path: Path) -> None:
    """They are read from the log, once, and turns since the start are not counted twice."""
    stage = Stage(tmp_path)
    start(stage, "scene")
    await stage.clock.advance(1100)
    before = next(iter(stage.minds)).state
    await stage.close()
    again = Stage(tmp_path)
    start(again, "scene")
    agent = next(iter(again.minds))
    assert (agent.state.decisions.count().total(), agent.state.prompt_tokens) == (0, None)
    await read_back(agent.state, agent.memory)
    assert agent.state.decisions.count() == before.decisions.count()
    assert agent.state.prompt_tokens == before.prompt_tokens is not None
    await again.clock.advance(1100)
    known = agent.state.decisions.count()
    await read_back(agent.state, agent.memory)
    assert agent.state.decisions.count() == known
    assert known.total() > before.decisions.count().total() > 0
    await again.close()


@pytest.mark.parametrize(
    ("replies", "decided"),
    [
        (["say Hello."], (True, "")),
        (["**Next Action**"] * 2, (False, "refused")),
        ([ModelUnavailable("down")], (False, "unavailable")),
        ([ModelTimeout("60 s")], (False, "late")),
    ],
)
async def test_a_whole_prompt(
    replies: Sequence[str | Exception], decided: tuple[bool, str], tmp_path: Path
) -> None:
    """A reply of no use has a record of its own, which nobody decided."""
    stage = Stage(tmp_path)
    stage.model.will(*replies)
    start(stage, "whole", Pace(think_interval=1000, jitter=0, repeat_limit=1))
    await stage.clock.advance(3.0)
    turn = await read_decided(stage, tmp_path)
    assert turn.decided_by in ("model", *BY_RULE)
    assert (turn.decided_by == "model", turn.model_unused) == decided


async def test_a_watcher_reads_it(tmp_path: Path) -> None:
    """Behind the candidates, before the line."""
    stage = Stage(tmp_path)
    start(stage, "scene")
    stage.ada_does(f"say {YES_OR_NO}")
    await stage.clock.advance(3.0 + PATIENCE_OF_A_SCENE)
    told = stage.watched_kinds("choice")
    assert "decided by its voice; the model was too late" in told
    assert any(each.startswith("[voice 1.7]") for each in told)
    await stage.close()
