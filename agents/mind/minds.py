"""The agents of a running world, by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from late.late_dataclass import late_dataclass

if TYPE_CHECKING:
    from agents.mind.agent import Agent


@late_dataclass(slots=True)
class Minds:
    """Finds agents by name, in any case, or by a unique prefix."""

    _by_key: dict[str, Agent] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Agent]:
        """Iterate over the agents in the order of their names."""
        return iter(sorted(self._by_key.values(), key=lambda agent: agent.name))

    def __len__(self) -> int:
        return len(self._by_key)

    def add(self, agent: Agent) -> None:
        """Add `agent`; it replaces an agent of the same name."""
        self._by_key[agent.name.casefold()] = agent

    def discard(self, agent: Agent) -> None:
        """Remove `agent`."""
        self._by_key.pop(agent.name.casefold(), None)

    def find(self, name: str) -> Agent | None:
        """Return the agent of that name, or the only one whose name begins with it."""
        key = name.strip().casefold()
        if key in self._by_key:
            return self._by_key[key]
        begun = [agent for known, agent in self._by_key.items() if key and known.startswith(key)]
        return begun[0] if len(begun) == 1 else None

    def find_exactly(self, name: str) -> Agent | None:
        """Return the agent of exactly that name."""
        return self._by_key.get(name.casefold())

    def of_character(self, character: int) -> Agent | None:
        """Return the agent of the character with this id."""
        return next((agent for agent in self if agent.character == character), None)

    def overhears(self, character: int) -> bool:
        """Return whether the agent of this character hears channels, as its profile says."""
        agent = self.of_character(character)
        return agent is not None and agent.profile.channels

    def has_leave(self, character: int, command: str) -> bool:
        """Return whether the profile of the character allows a command that needs leave."""
        agent = self.of_character(character)
        return agent is not None and agent.profile.allows(command)

    def names(self) -> tuple[str, ...]:
        """Return every agent's name in order."""
        return tuple(agent.name for agent in self)
