"""A stage with a time of its own, and agents with intentions on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.clock import VirtualClock
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.commands.intentions import IntentionVerbs
from agents.mind.intentions.state import StateKeeper
from agents.mind.profile import parse_profile
from tests.agents.mind.support import Stage
from world.calendar import Calendar
from world.commands.command import Command
from world.model import Room

#: A day of the world takes an hour, so it is dusk from minute 45 on.
CALENDAR = Calendar(day_length=60)
MIDNIGHT = datetime(2026, 5, 12, 8, tzinfo=UTC)
NOON, DUSK = 30 * 60, 45 * 60
"""Real seconds after midnight."""


class TimedStage(Stage):
    """Hall, Garden and Tower in a row, a world day of an hour, agents that act by rule."""

    def __init__(self, folder: Path, *, start: float = 0, rows: Sequence[Command] = ()) -> None:
        super().__init__(folder, rows)
        self.generation_params = replace(self.generation_params, by_rule=True)
        self.world.time = lambda: CALENDAR.at(self.clock.now().timestamp())
        self.tower = self.world.create_room("The Tower", "High and round.")
        self.join(self.garden, "up", self.tower, "down")
        self.porch = self.world.create_room("The Porch", "Where Ada waits, out of the way.")
        self.world.move(self.ada.id, self.porch.id)
        self.clock = VirtualClock(MIDNIGHT + timedelta(seconds=start))

    def join(self, here: Room, out: str, there: Room, back: str) -> None:
        with self.world.changes() as tx:
            tx.add_exit(here, out, there)
            tx.add_exit(there, back, here)

    def wren(
        self,
        intentions: str,
        *,
        interval: float = 10,
        kept: StateKeeper | None = None,
        more: str = "",
    ) -> Agent:
        """Wren with the intentions in `intentions`, YAML."""
        indented = "".join(f"  {line}\n" for line in intentions.strip("\n").split("\n"))
        note = f"---\nintentions:\n{indented}{more}---\nYou are Wren, who keeps the tower.\n"
        profile = parse_profile(self.folder / "Wren" / "profile.md", note)
        assert profile.wrong_intentions == ()
        agent = self.agent("Wren", Pace(think_interval=interval, jitter=0), kept=kept)
        agent.configure(replace(profile, name="Wren"), agent.pace)
        agent.intentions.intentions = profile.intentions
        agent.start(within=0)
        return agent

    def visit(self, agent: Agent) -> None:
        """Take Ada to where an agent is."""
        self.world.move(self.ada.id, self.world.character(agent.character).room.id)

    async def ask(self, agent: Agent, words: str) -> str:
        """Let Ada say `words` beside an agent; return what she perceives then."""
        self.visit(agent)
        before = len(self.person.seen)
        self.ada_does(f"say {words}")
        await self.clock.advance(3)
        return "\n".join(self.person.texts[before + 1 :])

    @property
    def course(self) -> list[str]:
        """What watchers were told of intentions."""
        return self.watched_kinds("intention")


def lines_of(agent: Agent) -> list[str]:
    """The lines that an agent has submitted, oldest first."""
    return [each.line for each in agent.memory.view.tail if each.line]


def intention_rows(stage: Stage) -> Sequence[Command]:
    return IntentionVerbs(stage.minds).rows()
