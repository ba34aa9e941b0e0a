"""The prompt's blocks of what the agent knows of the people, the place and the things at hand.

What the summaries tell and is no longer so comes first, because a summary does not know better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.boundaries import TokenCounter
from agents.memory.core.facts import Fact
from agents.memory.core.view import pair_citations
from agents.memory.journal.changing.corrections import find_corrections
from agents.memory.journal.changing.history import render_change, render_told_later
from agents.memory.journal.changing.present import find_told_later
from agents.memory.journal.people import is_hearsay, render_known_fact
from agents.memory.journal.relevance import (
    Knowledge,
    Occasion,
    leave_out_ended,
    pick_within,
    rank_apt,
)
from agents.memory.memory import AgentMemory
from agents.prose import one_line
from world.boundaries import Situation
from world.vault.texts import Texts

#: The part of the working context that what people told later may take.
_LATER_SHARE = 2

#: The blocks, own knowledge first.
_BLOCKS = ((False, "prompt.known"), (True, "prompt.hearsay"))


class WorkingContext:
    """Chooses what one agent knows that matters now; once for each moment."""

    def __init__(self, memory: AgentMemory, tokens: TokenCounter) -> None:
        self._memory = memory
        self._tokens = tokens
        self._asked: tuple[object, ...] = ()
        self._chosen: list[Fact] = []
        self._occasion: tuple[object, ...] = ()
        self._ranked: Sequence[Fact] = ()
        self._compared: tuple[object, ...] = ()
        self._corrections: list[Fact] = []
        self._looked_for: tuple[object, ...] = ()
        self._later: list[Fact] = []

    def choose(self, situation: Situation, shown: str, spare: int = 0) -> list[Fact]:
        """Return the facts that matter now and do not stand in `shown`, the weightiest first.

        Their lines have at most the tokens of the setting, less `spare`.
        """
        memory, things = self._memory, (*situation.things, *situation.carrying)
        occasion = Occasion(situation.place, situation.occupants, things)
        budget = memory.settings.working_context_tokens - spare
        asked = memory.knowledge, occasion, shown, budget
        if asked != self._asked:
            ranked = self._rank(memory.knowledge, occasion)
            self._chosen = pick_within(ranked, shown, self._cost, budget) if budget > 0 else []
            self._asked = asked
        return self._chosen

    def _rank(self, known: Knowledge, occasion: Occasion) -> Sequence[Fact]:
        """Return what has to do with `occasion`, ranked once for it: a life has many facts."""
        asked = known, occasion
        if asked != self._occasion:
            self._ranked, self._occasion = rank_apt(leave_out_ended(known), occasion), asked
        return self._ranked

    def render_blocks(self, texts: Texts, situation: Situation, shown: str) -> str:
        """Return the blocks for this moment; empty if nothing is known or the budget is 0."""
        if not self._memory.settings.working_context_tokens:
            return ""
        later = self._render_later(texts, shown)
        meanwhile = self._render_corrections(texts, self._tokens.count(later)) + later
        frames = sum(self._tokens.count(texts.raw(key)) + 1 for _, key in _BLOCKS)
        spare = frames + (self._tokens.count(meanwhile) if meanwhile else 0)
        chosen = self.choose(situation, shown + meanwhile, spare)
        parts = ((key, [e for e in chosen if is_hearsay(e) is told]) for told, key in _BLOCKS)
        return meanwhile + "".join(
            texts.say(key, facts=_render_lines(facts)) + "\n\n" for key, facts in parts if facts
        )

    def _render_corrections(self, texts: Texts, spare: int) -> str:
        """Return the block of what has changed since the summaries were written; or nothing."""
        budget = self._memory.settings.working_context_tokens - spare
        budget -= self._tokens.count(texts.raw("prompt.meanwhile")) + 1
        lines: list[str] = []
        for fact in self._find_corrections():
            line = f"- {render_change(fact)}"
            budget -= self._tokens.count(line) + 1
            if budget < 0:
                break
            lines.append(line)
        return texts.say("prompt.meanwhile", facts="\n".join(lines)) + "\n\n" if lines else ""

    def _render_later(self, texts: Texts, shown: str) -> str:
        """Return the block of what people told later of what a summary tells; or nothing."""
        budget = self._memory.settings.working_context_tokens // _LATER_SHARE
        budget -= self._tokens.count(texts.raw("prompt.later")) + 1
        lines: list[str] = []
        for fact in self._find_later(shown):
            line = f"- {render_told_later(fact)}"
            cost = self._tokens.count(line) + 1
            if cost <= budget:
                budget -= cost
                lines.append(line)
        return texts.say("prompt.later", facts="\n".join(lines)) + "\n\n" if lines else ""

    def _find_later(self, shown: str) -> Sequence[Fact]:
        memory = self._memory
        compared = memory.knowledge, memory.view.summaries, shown
        if compared != self._looked_for:
            told = one_line(shown)
            cited = [
                numbers
                for each in memory.view.summaries
                for sentence, numbers in pair_citations(each)
                if one_line(sentence) in told
            ]
            self._later = find_told_later([e.fact for e in compared[0]], cited, shown)
            self._looked_for = compared
        return self._later

    def _find_corrections(self) -> list[Fact]:
        compared = self._memory.knowledge, self._memory.summary_texts()
        if compared != self._compared:
            known, texts = compared
            self._corrections = find_corrections([e.fact for e in known], "\n".join(texts))
            self._compared = compared
        return self._corrections

    def _cost(self, fact: Fact) -> int:
        return self._tokens.count(_render_lines([fact])) + 1


def _render_lines(facts: Iterable[Fact]) -> str:
    return "\n".join(f"- {' '.join(render_known_fact(each).split())}" for each in facts)
