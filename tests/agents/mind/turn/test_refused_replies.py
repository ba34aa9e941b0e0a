"""A reply that is of no use is in the log, with the prompt that it answers and the reason."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import Turn
from agents.memory.inspect.line_reader import LineReader
from agents.memory.inspect.prompt_replay import PromptReplay
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from tests.agents.mind.support import Stage

PACE = Pace(think_interval=10, jitter=0, repeat_limit=1)


async def live(stage: Stage, *replies: str) -> Agent:
    """Let Moss say hello, and then get `replies` for his next turn."""
    moss = stage.agent(pace=PACE)
    stage.model.will("say Hello.")
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.model.will(*replies)
    await stage.clock.advance(10)
    await stage.close()
    return moss


def read_turns(folder: Path) -> list[Turn]:
    """The turns of the log; each prompt is rendered again and has the digest that was recorded."""
    lines, found = LineReader(folder / "Moss" / "archive"), list[Turn]()
    replay = PromptReplay(lines)
    for place, line in lines.forwards():
        record = lines.decode_line(place, line)
        if isinstance(record, Turn):
            replay.learn(record)
            assert replay.replay_turn(place, record).agrees
            found.append(record)
    return found


async def test_the_first_asking_of_a_repeated_line_is_in_the_log(tmp_path: Path) -> None:
    """Before the turn that it led to."""
    await live(Stage(tmp_path), "say Hello.", "look")
    _, first, second = read_turns(tmp_path)
    assert first.is_refused and first.outcome == "no use: the model repeated 'say Hello.'"
    assert (first.reply, first.command, first.model) == ("say Hello.", "", "test-model")
    assert not second.is_refused and second.command == "look"


async def test_every_asking_is_in_the_log_when_the_fallback_decides(tmp_path: Path) -> None:
    """The last one too, which nothing follows but the fallback."""
    await live(Stage(tmp_path), "say Hello.", "**Next Action**")
    _, first, second, third = read_turns(tmp_path)
    assert [each.is_refused for each in (first, second, third)] == [True, True, False]
    assert (
        second.outcome == "no use: the model's answer held no line"
        and second.reply == "**Next Action**"
    )
    assert third.outcome.startswith("brain: ") and not third.model
