"""The prompt's block of old memories that match the present moment, within a token budget.

The block marks them as recalled; they are not recorded as new memories.
"""

from __future__ import annotations

from agents.boundaries import TokenCounter
from agents.memory.memory import AgentMemory
from agents.memory.recall.index import RecallIndex
from world.boundaries import Situation
from world.vault.texts import Texts

#: The block shows at most this many memories, whatever the budget.
MOST = 12

#: A memory is shown if its score is at least this part of the best one's.
LEAST_SHARE = 1 / 3


class RetrievedMemories:
    """Finds one agent's old memories; it does not search twice for the same moment."""

    def __init__(self, memory: AgentMemory, recall: RecallIndex, tokens: TokenCounter) -> None:
        self._memory = memory
        self._recall = recall
        self._tokens = tokens
        self._asked: tuple[str, int, int] = ("", 0, 0)
        self._lines: list[str] = []

    def render_block(self, texts: Texts, situation: Situation, heard: str) -> str:
        """Return the block; empty if no memory matches or the budget is too small."""
        budget = self._memory.settings.related_memories_tokens
        budget -= self._tokens.count(texts.raw("prompt.recalled"))
        if budget <= 0:
            return ""
        lines = self._find_memories(self._make_cue(situation, heard), budget)
        return texts.say("prompt.recalled", memories="\n".join(lines)) + "\n\n" if lines else ""

    async def prepare(self, situation: Situation, heard: str) -> None:
        """Have at hand what a search by meaning needs for the block, as `RecallIndex.prepare`."""
        if self._memory.settings.related_memories_tokens:
            await self._recall.prepare(self._make_cue(situation, heard))

    def _make_cue(self, situation: Situation, heard: str) -> str:
        """Return the words to search: those to answer, or the last memory; and people here."""
        tail = self._memory.view.tail
        last = heard or (tail[-1].text if tail else situation.place)
        return " ".join((last, *situation.occupants))

    def _find_memories(self, cue: str, budget: int) -> list[str]:
        # Later memories are in the prompt already.
        asked = cue, self._memory.shown_after, budget
        if not asked[1]:
            return []
        if asked != self._asked:
            found = self._recall.find_related(
                cue, token_budget=budget, tokens=self._tokens, before=asked[1], limit=MOST
            )
            least = LEAST_SHARE * found[0].score if found else 0.0
            lines = [hit.render_line() for hit in found if hit.score >= least]
            self._asked, self._lines = asked, lines
        return self._lines
