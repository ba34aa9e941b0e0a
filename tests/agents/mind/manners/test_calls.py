"""A visitor who has been alone for a while is looked in on: by one, not always, not again soon."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from agents.clock import VirtualClock
from agents.mind.agent_context import Pace
from agents.mind.manners.calls import (
    AGAIN,
    ALONE_FROM,
    ALONE_TO,
    LATER_BY,
    LOOK,
    Calls,
    VisitorPlace,
)
from agents.mind.manners.welcome import REVIEW, Welcome, WelcomingAgent
from tests.agents.mind.manners.test_manners import list_lines, list_said, stage_with


@dataclass
class Visit:
    """A visitor whom agents may call on, and who was sent."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    welcome: Welcome = field(default_factory=Welcome)
    calls: Calls = field(default_factory=Calls)
    where: VisitorPlace | None = field(
        default_factory=lambda: VisitorPlace("The Mill", alone=False)
    )
    sent: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.welcome.join("Moss", WelcomingAgent(lambda _: 8.0, lambda: self.sent.append("Moss")))
        self.welcome.join("Wren", WelcomingAgent(lambda _: 4.0, lambda: self.sent.append("Wren")))
        self.calls.attend("Ada", self.clock, self.welcome, lambda: self.where)

    async def is_alone(self, seconds: float, place: str = "The Mill") -> list[str]:
        """Leave her alone for so long; return who was sent to her, and let them meet."""
        self.where = VisitorPlace(place, alone=True)
        before = len(self.sent)
        await self.clock.advance(seconds)
        sent = self.sent[before:]
        if sent:
            self.welcome.hear(sent[0], "say There you are.", ["Ada"], ["Ada"])
        self.where = VisitorPlace(place, alone=False)
        await self.clock.advance(LOOK)
        return sent


async def test_one_agent_looks_in_within_a_minute() -> None:
    """Not on somebody who has only just been left."""
    visit = Visit()
    assert await visit.is_alone(ALONE_FROM - LOOK) == []
    assert await visit.is_alone(ALONE_TO + LOOK) == ["Wren"]


async def test_nobody_is_called_on_all_the_time() -> None:
    """Sometimes it takes longer, and nobody is called on twice within some minutes."""
    visit, times = Visit(), 40
    assert await visit.is_alone(ALONE_TO + LOOK) == ["Wren"]
    assert await visit.is_alone(AGAIN - ALONE_TO - 3 * LOOK, "The Hall") == []
    called = 0
    for number in range(times):
        await visit.clock.advance(AGAIN)
        called += len(await visit.is_alone(ALONE_TO + 2 * LOOK, f"Room {number}"))
    assert times / 2 < called < times


async def test_who_neither_moves_nor_speaks_is_called_on_once() -> None:
    visit = Visit()
    assert await visit.is_alone(ALONE_TO + LOOK) == ["Wren"]
    for _ in range(6):
        assert await visit.is_alone(AGAIN) == []
    visit.calls.hear("Ada")
    sent = [each for _ in range(6) for each in await visit.is_alone(AGAIN)]
    assert sent and set(sent) == {"Wren"}


async def test_whoever_walks_on_alone_is_called_on_again_later() -> None:
    """Not within some minutes of the last time, and not never."""
    visit = Visit()
    assert await visit.is_alone(ALONE_TO + LOOK) == ["Wren"]
    assert await visit.is_alone(AGAIN + LATER_BY * ALONE_TO, "The Hall") == ["Wren"]


async def test_nobody_looks_for_one_who_has_gone() -> None:
    visit = Visit()
    visit.where = None
    await visit.clock.advance(ALONE_TO + 2 * LOOK)
    assert not visit.sent and not visit.calls._visitors


async def test_an_agent_comes_greets_and_says_why(tmp_path: Path) -> None:
    """One that sleeps, or does nothing at all, stays where it is."""
    stage, (cobb, wren) = stage_with(tmp_path, "Cobb", "Wren")
    for agent in (cobb, wren):
        agent.configure(agent.profile, Pace(think_interval=30, jitter=0))
        agent.start(within=20)
        stage.world.move(agent.character, stage.garden.id)
    cobb.pause()
    stage.welcome.call_on("Ada", stage.clock, lambda: True)
    await stage.clock.advance(3 * REVIEW + 10)
    lines = {line.partition(" ")[2] for line in list_lines("manners.call", "Ada")}
    assert [words in lines for name, words in list_said(stage)] == [True]
    assert stage.world.find_place("Wren") == "The Hall"
    stage.world.move(wren.character, stage.garden.id)
    assert wren._welcoming.find_cost("Ada", awake=False) is not None  # nobody is called on now
    stage.welcome.call_on("Ada", stage.clock, lambda: True)
    assert wren._welcoming.find_cost("Ada", awake=False) is None
    await stage.close()
