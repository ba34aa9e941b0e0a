"""The prompt's block of old memories that match the present moment, within a token budget.

The block marks them as recalled; they are not recorded as new memories.  It has what room the rest
of the prompt leaves, and nothing that the rest shows.  What was told of a thing stands beside the
newest that was.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import TokenCounter
from agents.memory.core.records import Span
from agents.memory.journal.changing.present import add_present, leave_out_lonely
from agents.memory.memory import AgentMemory
from agents.memory.recall.hits import Hit, fit_budget
from agents.memory.recall.index import RecallIndex
from agents.mind.prompt.present import PresentMemories
from agents.prose import find_quoted, one_line
from world.boundaries import Situation
from world.vault.texts import Texts

#: The block shows at most this many memories, whatever the budget.
MOST = 12

#: A memory is shown if its score is at least this part of the best one's.
LEAST_SHARE = 1 / 3


#: A memory is in the prompt already if so many characters of what it tells are.
OPENING = 60

#: Hits are read for so many times the budget, because the prompt may show the best already.
AHEAD = 3


class RetrievedMemories:
    """Finds one agent's old memories; it does not search twice for the same moment."""

    def __init__(self, memory: AgentMemory, recall: RecallIndex, tokens: TokenCounter) -> None:
        self._memory = memory
        self._recall = recall
        self._tokens = tokens
        self._present = PresentMemories(memory)
        self._asked: tuple[str, int, int] = ("", 0, 0)
        self._found: list[Hit] = []

    def find_hits(self, situation: Situation, heard: str, shown: str) -> list[Hit]:
        """Return the memories that match the moment, the best first, but what is `shown`."""
        asked = self._make_cue(situation, heard), self._memory.shown_after, self._budget
        if not (asked[1] and asked[2]):
            return []
        if asked != self._asked:
            self._asked, self._found = asked, self._search(*asked)
        text = one_line(shown)
        found = add_present(self._found, self._present.find_same(), self._recall.get, asked[1])
        return [hit for hit in found if find_opening(hit.text) not in text]

    def render_block(self, texts: Texts, hits: Sequence[Hit], room: int) -> str:
        """Return the block of the best `hits` within the budget and `room` tokens; may be empty."""
        budget = min(self._budget, room) - self._tokens.count(texts.raw("prompt.recalled"))
        kept = fit_budget(hits, budget, self._tokens)
        told = leave_out_lonely(kept, self._present.find_same(), self._memory.shown_after)
        lines = [hit.render_line() for hit in told]
        return texts.say("prompt.recalled", memories="\n".join(lines)) + "\n\n" if lines else ""

    def find_search(self, situation: Situation, heard: str) -> tuple[str, int, Span]:
        """Return the search that `find_hits` will do: words, limit, span; or no words."""
        cue, last = self._make_cue(situation, heard), self._memory.shown_after
        due = last and self._budget and (cue, last, self._budget) != self._asked
        return (cue if due else ""), MOST, (1, last)

    @property
    def _budget(self) -> int:
        return self._memory.settings.related_memories_tokens

    def _make_cue(self, situation: Situation, heard: str) -> str:
        """Return the words to search: those to answer, or the last memory; and people here."""
        tail = self._memory.view.tail
        last = heard or (tail[-1].text if tail else situation.place)
        return " ".join((last, *situation.occupants))

    def _search(self, cue: str, last: int, budget: int) -> list[Hit]:
        # Later memories than `last` are in the prompt already.
        found = self._recall.search(
            cue, token_budget=AHEAD * budget, tokens=self._tokens, within=(1, last), limit=MOST
        )
        least = LEAST_SHARE * found[0].score if found else 0.0
        return [hit for hit in found if hit.score >= least]


def find_opening(text: str) -> str:
    """Return how the words begin that a memory quotes, or else the memory itself."""
    quoted = max(find_quoted(text), key=len, default="")
    return one_line(quoted or text)[:OPENING]
