"""Before a turn searches by meaning: has what the search needs at hand, within a moment."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from agents.clock import run_within
from agents.memory.recall.index import RecallIndex
from agents.mind.agent_context import AgentContext
from agents.mind.prompt.composing import PromptComposer
from agents.mind.vocabulary import Vocabulary
from world.nature import Nature

#: A turn waits at most this long for the vector of what it is about; words do without.
EMBED_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class RecallAhead:
    """Prepares the searches of one agent's turns."""

    recall: RecallIndex
    composer: PromptComposer
    context: AgentContext

    async def prepare_prompt(self) -> None:
        """Prepare the search for old memories that a prompt shows."""
        await self._wait_shortly(self.composer.prepare_recall())

    async def prepare_line(self, line: str) -> None:
        """Prepare the search that `line` asks for, if it does."""
        row = Vocabulary(self.context.commands).find_row(line)
        if row is not None and row.nature is Nature.RECOLLECTION:
            await self._wait_shortly(self.recall.prepare(line.partition(" ")[2]))

    async def _wait_shortly(self, work: Coroutine[Any, Any, None]) -> None:
        with suppress(TimeoutError):
            await run_within(self.context.clock, EMBED_SECONDS, work)
