"""Before a turn needs what recall finds: searches beside the loop, by meaning, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from agents.clock import run_within
from agents.memory.core.records import Span
from agents.memory.recall.index import RecallIndex
from agents.mind.agent_context import AgentContext
from agents.mind.prompt.composing import PromptComposer
from agents.mind.scene.composing import SceneComposer
from agents.mind.vocabulary import Vocabulary
from late.late_dataclass import late_dataclass
from world.nature import Nature

#: A turn waits at most this long for the vector of what it is about; words do without.
EMBED_SECONDS = 0.25

#: And this long for a search beside the loop; then it searches itself.  A search that waits for its
#: turn costs nobody anything, while one in the loop holds up all, and the first goes on as well.
SEARCH_SECONDS = 10.0

#: So often at most a scene searches, when other words to answer come while it does.
SEARCHES = 3


async def _do_nothing() -> None:
    """Prepare nothing."""


@late_dataclass(frozen=True, slots=True)
class RecallAhead:
    """Prepares the searches of one agent's turns."""

    recall: RecallIndex
    composer: PromptComposer
    scenes: SceneComposer
    context: AgentContext
    listen: Callable[[], Awaitable[None]] = _do_nothing
    """Prepares to know of which kind the words are that are to be answered."""

    async def prepare_prompt(self) -> None:
        """Search for the old memories that a prompt shows, and read what a scene does."""
        await self.scenes.prepare()
        await self.search(*self.composer.find_search())

    async def prepare_scene(self) -> None:
        """Search for what a scene shows, by the words that are to be answered in the end."""
        for _ in range(SEARCHES):
            await self.scenes.prepare()
            await asyncio.sleep(0)
            await self.listen()
            asked = self.scenes.find_search()
            await self.search(*asked)
            if asked == self.scenes.find_search():
                return

    async def prepare_line(self, line: str) -> None:
        """Do the search that `line` asks for, if it does."""
        row = Vocabulary(self.context.commands).find_row(line)
        if row is not None and row.nature is Nature.RECOLLECTION:
            await self.search(line.partition(" ")[2])

    async def search(self, words: str, limit: int = 10, within: Span | None = None) -> None:
        """Have at hand what the same search of `RecallIndex` finds; no `words`: nothing."""
        if words:
            await self._wait(EMBED_SECONDS, self.recall.prepare(words))
            work = self.recall.prepare_search(words, limit=limit, within=within)
            await self._wait(SEARCH_SECONDS, work)

    async def _wait(self, seconds: float, work: Coroutine[Any, Any, None]) -> None:
        with suppress(TimeoutError):
            await run_within(self.context.clock, seconds, work)
