"""Every agent of a running world, by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from agents.mind.agent import Agent


@dataclass(slots=True)
class Minds:
    """The agents that live here. Names are found whatever their case, or by a unique prefix."""

    _by_key: dict[str, Agent] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Agent]:
        """Each agent, by name."""
        return iter(sorted(self._by_key.values(), key=lambda agent: agent.name))

    def __len__(self) -> int:
        return len(self._by_key)

    def add(self, agent: Agent) -> None:
        """Let `agent` be found; a second one of its name takes its place."""
        self._by_key[agent.name.casefold()] = agent

    def discard(self, agent: Agent) -> None:
        """Let `agent` be found no more."""
        self._by_key.pop(agent.name.casefold(), None)

    def find(self, name: str) -> Agent | None:
        """The agent of that name, or the only one whose name begins so."""
        key = name.strip().casefold()
        if key in self._by_key:
            return self._by_key[key]
        begun = [agent for known, agent in self._by_key.items() if key and known.startswith(key)]
        return begun[0] if len(begun) == 1 else None

    def find_exactly(self, name: str) -> Agent | None:
        """The agent of just that name."""
        return self._by_key.get(name.casefold())

    def of_character(self, character: int) -> Agent | None:
        """The agent that animates the character with this id."""
        return next((agent for agent in self if agent.character == character), None)

    def names(self) -> tuple[str, ...]:
        """Every agent's name, in order."""
        return tuple(agent.name for agent in self)
