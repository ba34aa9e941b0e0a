"""What one asks of another is brought; news gives something to do; a story is heard out."""

from __future__ import annotations

from pathlib import Path

from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from tests.agents.mind.intentions.support import NOON, TimedStage, lines_of
from world.boundaries import Perception
from world.nature import Nature

MINT = """
bring mint:
  when: {heard: leaves of mint}
  every: 1 day
  because: Three leaves. I shall bring them up.
  steps:
    - {at: The Garden, do: emote cuts three leaves of mint.}
    - {with: [Moss], do: "say Your mint, {with}, as you asked."}
"""
SWEEP = """
sweep:
  every: 1 day
  steps: [{at: The Tower, do: emote sweeps the tower.}]
"""


def hear(agent: Agent, words: str, speaker: str = "Moss") -> None:
    """Let an agent hear another one's words."""
    agent.perceive(
        Perception(
            "say", f'{speaker} says, "{words}"', "The Hall", (speaker,), speaker, "agent",
            addressed=True, nature=Nature.SPEECH,
        )
    )  # fmt: skip


def add_moss(stage: TimedStage) -> Agent:
    """Moss, who only listens."""
    return stage.agent("Moss", Pace(think_interval=0))


async def test_what_an_agent_asks_for_is_promised_and_brought(tmp_path: Path) -> None:
    """With what the profile says for an answer, to the one who asked for it."""
    stage = TimedStage(tmp_path, start=NOON)
    add_moss(stage)
    wren = stage.wren(MINT)
    await stage.clock.advance(2)
    assert stage.course == []
    hear(wren, "Wren, could you spare me three leaves of mint?")
    await stage.clock.advance(90)
    assert stage.course[0] == "bring mint: Moss spoke of it"
    assert stage.course[-1] == "bring mint: done"
    said = [line for line in lines_of(wren) if line.startswith(("say", "emote cuts"))]
    assert said[-3:] == [
        "say Three leaves. I shall bring them up.",
        "emote cuts three leaves of mint.",
        "say Your mint, Moss, as you asked.",
    ]
    await stage.close()


async def test_what_is_asked_for_waits_for_what_is_at_hand(tmp_path: Path) -> None:
    """And other words, or the same again on the same day, are a reason for nothing."""
    stage = TimedStage(tmp_path, start=NOON)
    add_moss(stage)
    wren = stage.wren(MINT + SWEEP)
    await stage.clock.advance(2)
    assert stage.course == ["sweep: chosen"]
    hear(wren, "Wren, I have no mint.")
    hear(wren, "Wren, could you spare me three leaves of mint?")
    assert stage.course == ["sweep: chosen", "bring mint: Moss spoke of it; later"]
    await stage.clock.advance(200)
    done = [each for each in stage.course if each.endswith("done") and "step" not in each]
    assert done == ["sweep: done", "bring mint: done"]
    hear(wren, "Wren, could you spare me three leaves of mint?")
    assert stage.course[-1] == "bring mint: done"
    await stage.close()


async def test_who_is_about_something_secret_is_not_sought(tmp_path: Path) -> None:
    """The one who wants to be alone is nowhere to be found, until it is done with that."""
    stage = TimedStage(tmp_path, start=NOON)
    moss = add_moss(stage)
    stage.world.move(moss.character, stage.tower.id)
    stage.seclusion.mark("Moss", hidden=True)
    wren = stage.wren("ask:\n  every: 1 day\n  steps: [{with: [Moss], do: 'say Moss?'}]")
    await stage.clock.advance(60)
    assert stage.course[-1].startswith("ask: dropped")
    assert not any(line.startswith("go ") for line in lines_of(wren))
    await stage.close()


TALE = """
tell a story:
  every: 1 day
  together: true
  steps:
    - {at: The Hall, do: [say An eel sang., say A widow rowed., say A minister slept.]}
    - {do: [say The eel was flat., say The widow was wet., say The minister was dry.]}
"""


async def test_the_lines_of_a_story_belong_together(tmp_path: Path) -> None:
    """Every step has the line of the same story, and the days take turns."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(TALE, interval=60)
    await stage.clock.advance(3 * 3600)
    told = [each.line for each in wren.memory.experiences() if each.line.startswith("say ")]
    words = [line.split()[2] for line in told]
    pairs = list(zip(words[::2], words[1::2], strict=True))
    assert set(pairs) == {("eel", "eel"), ("widow", "widow"), ("minister", "minister")}
    await stage.close()


async def test_nobody_speaks_unasked_where_a_story_is_told(tmp_path: Path) -> None:
    """From its beginning to its last words."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(TALE)

    def listening() -> bool:
        return stage.seclusion.is_listening("Moss", "The Hall")

    assert not listening()
    while not any(line.startswith("say ") for line in lines_of(wren)):
        await stage.clock.advance(1)
    assert listening() and not stage.seclusion.is_listening("Wren", "The Hall")
    await stage.clock.advance(120)
    assert stage.course[-1] == "tell a story: done" and not listening()
    await stage.close()
