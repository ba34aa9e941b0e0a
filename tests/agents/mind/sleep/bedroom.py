"""A stage on which agents sleep."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from agents.memory.settings import MemorySettings
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.commands.sleep import SleepVerbs
from agents.mind.sleep.sleeping import RestPhase
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import Scripted, reconfigure
from tests.agents.mind.support import Person, Stage

#: An agent that takes a turn only when it is spoken to.
STILL = Pace(think_interval=100_000, jitter=0)


class Bedroom(Stage):
    """A stage with the commands of sleep; Ada is no administrator, Bob looks on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        rows = SleepVerbs(self.minds).rows()
        self.world.table = type(self.world.table)([*self.world.table.rows, *rows])
        self.bob = self.world.add_character("Bob", self.hall.id)
        self.onlooker = Person()
        self.world.attach(self.bob.id, self.onlooker)

    def sleeper(
        self, name: str = "Moss", pace: Pace | None = None, **changed: object
    ) -> tuple[Agent, Scripted]:
        """An agent that remembers by `sleep`, and the model that summarises for it."""
        agent, model = self.agent(name, pace or STILL), Scripted()
        reconfigure(agent.memory, settings=settings(**changed), summarizer=model)
        return agent, model

    def does(self, agent: Agent, line: str) -> str:
        return self.world.perform(agent.character, line).text

    def bob_does(self, line: str) -> str:
        return self.world.perform(self.bob.id, line).text

    def crown_ada(self) -> None:
        self.world.set_property(self.ada.id, "role", "administrator")


def settings(**changed: Any) -> MemorySettings:
    return memory_settings(**({"strategy": "sleep", "citations": "off"} | changed))


def consolidate_by(agent: Agent, tidy: Callable[[], Awaitable[int]]) -> None:
    """Have `tidy` in the place of the journal's consolidation."""
    agent.memory.consolidate = tidy  # type: ignore[method-assign, assignment]


def state_of(agent: Agent) -> RestPhase:
    return agent.sleeper.state
