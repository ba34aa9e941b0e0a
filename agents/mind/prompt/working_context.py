"""The prompt's blocks of what the agent knows of the people, the place and the things at hand."""

from __future__ import annotations

from collections.abc import Iterable

from agents.boundaries import TokenCounter
from agents.memory.core.facts import Fact
from agents.memory.journal.people import is_hearsay, render_known_fact
from agents.memory.journal.relevance import Occasion, choose_relevant
from agents.memory.memory import AgentMemory
from world.boundaries import Situation
from world.vault.texts import Texts

#: The blocks, own knowledge first.
_BLOCKS = ((False, "prompt.known"), (True, "prompt.hearsay"))


class WorkingContext:
    """Chooses what one agent knows that matters now; once for each moment."""

    def __init__(self, memory: AgentMemory, tokens: TokenCounter) -> None:
        self._memory = memory
        self._tokens = tokens
        self._asked: tuple[object, ...] = ()
        self._chosen: list[Fact] = []

    def choose(self, situation: Situation, shown: str, spare: int = 0) -> list[Fact]:
        """Return the facts that matter now and do not stand in `shown`, the weightiest first.

        Their lines have at most the tokens of the setting, less `spare`.
        """
        memory, things = self._memory, (*situation.things, *situation.carrying)
        occasion = Occasion(situation.place, situation.occupants, things)
        budget = memory.settings.working_context_tokens - spare
        asked = memory.knowledge, occasion, shown, budget
        if asked != self._asked:
            self._chosen = choose_relevant(memory.knowledge, occasion, shown, self._cost, budget)
            self._asked = asked
        return self._chosen

    def render_blocks(self, texts: Texts, situation: Situation, shown: str) -> str:
        """Return the blocks for this moment; empty if nothing is known or the budget is 0."""
        frames = sum(self._tokens.count(texts.raw(key)) + 1 for _, key in _BLOCKS)
        chosen = self.choose(situation, shown, frames)
        parts = ((key, [e for e in chosen if is_hearsay(e) is told]) for told, key in _BLOCKS)
        return "".join(
            texts.say(key, facts=_render_lines(facts)) + "\n\n" for key, facts in parts if facts
        )

    def _cost(self, fact: Fact) -> int:
        return self._tokens.count(_render_lines([fact])) + 1


def _render_lines(facts: Iterable[Fact]) -> str:
    return "\n".join(f"- {' '.join(render_known_fact(each).split())}" for each in facts)
