"""The lives that can be looked at: each agent's memory, and the index of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeVar

from agents.memory.core.records import Experience, Span
from agents.mind.agent import Agent
from server.web.boundaries import NotAnswered
from server.web.sources import PageSources
from server.web.views.memory.life.database import read_index
from server.web.views.memory.life.keeper import LifeKeeper

T = TypeVar("T")


class ObservedLife:
    """One agent's life: its memory, its archive and the index of that."""

    def __init__(self, agent: Agent, keeper: LifeKeeper, archive: Path) -> None:
        self.agent, self.keeper, self.archive = agent, keeper, archive

    async def look(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what `work` makes of the index, in a thread. Raises `NotAnswered`."""
        try:
            return await asyncio.to_thread(self._look, work)
        except (OSError, sqlite3.Error) as error:
            why = self.keeper.trouble or f"The index of this life cannot be read: {error}"
            raise NotAnswered(503, why) from error

    def _look(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with read_index(self.keeper.index) as index:
            return work(index)

    async def read(self, span: Span, most: int) -> list[Experience]:
        """Return at most so many memories of a span, from the archive, in a thread."""
        memories = self.agent.memory.experiences(span[0] - 1)
        wanted = takewhile(lambda memory: memory.seq <= span[1], memories)
        return await asyncio.to_thread(lambda: list(islice(wanted, most)))


class Lives:
    """Finds lives by the names of their agents; an index is made when a life is asked for."""

    def __init__(self, sources: PageSources) -> None:
        self._sources = sources
        self._population = sources.reloader.population
        self._keepers: dict[str, LifeKeeper] = {}

    def list_agents(self) -> list[Agent]:
        """Return every agent, by name."""
        return list(self._population.minds)

    async def find(self, name: str) -> ObservedLife:
        """Return a life with its index brought up to date, or as far as it is read by now.

        Raises `NotAnswered`.
        """
        agent = self._population.minds.find_exactly(name)
        if agent is None:
            raise NotAnswered(404, f"There is no resident called {name[:60]!r}.")
        archive = self._population.path_of(agent).parent / "archive"
        keeper = self._keepers.get(agent.name)
        if keeper is None:
            keeper = self._keepers[agent.name] = LifeKeeper(
                archive,
                self._sources.vault / ".tarn" / "lives" / f"{agent.name}.sqlite",
                self._population.around.workers,
                self._sources.desk.spawn,
            )
        await keeper.follow()
        return ObservedLife(agent, keeper, archive)
