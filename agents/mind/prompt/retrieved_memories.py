"""Old memories that the present moment brings to mind, shown in the prompt within a budget.

They are marked as recalled, and are no new experience: nothing of them is recorded as one.
"""

from __future__ import annotations

from agents.boundaries import TokenCounter
from agents.memory.memory import AgentMemory
from agents.memory.recall.index import RecallIndex
from world.boundaries import Situation
from world.vault.texts import Texts

#: Memories at most, whatever the budget: more are no reminder but another transcript.
MOST = 12


class RetrievedMemories:
    """One agent's reminders. Asked again for the same moment, it does not search again."""

    def __init__(self, memory: AgentMemory, recall: RecallIndex, tokens: TokenCounter) -> None:
        self._memory = memory
        self._recall = recall
        self._tokens = tokens
        self._asked: tuple[str, int, int] = ("", 0, 0)
        self._lines: list[str] = []

    def block(self, texts: Texts, situation: Situation, heard: str) -> str:
        """What is to stand in the prompt; empty if nothing comes to mind or nothing may."""
        budget = self._memory.settings.related_memories_tokens
        budget -= self._tokens.count(texts.raw("prompt.recalled"))
        if budget <= 0:
            return ""
        lines = self._remembered(self._cue(situation, heard), budget)
        return texts.say("prompt.recalled", memories="\n".join(lines)) + "\n\n" if lines else ""

    def _cue(self, situation: Situation, heard: str) -> str:
        """What calls memories up: the words to answer, else what was last, and who is here."""
        tail = self._memory.view.tail
        last = heard or (tail[-1].text if tail else situation.place)
        return " ".join((last, *situation.occupants))

    def _remembered(self, cue: str, budget: int) -> list[str]:
        asked = cue, self._memory.view.covered, budget
        if asked != self._asked:
            # Only what the prompt does not show word for word: nothing stands there twice.
            found = self._recall.find_related(
                cue, token_budget=budget, tokens=self._tokens, before=asked[1], limit=MOST
            )
            self._asked, self._lines = asked, [hit.render_line() for hit in found]
        return self._lines
