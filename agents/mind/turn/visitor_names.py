"""Calling visitors as they wish to be called: a guest has a number until they give a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.memory.language.normalize import mentions_name
from agents.mind.manners.floor import Floor
from agents.mind.manners.social_lines import SocialLines
from agents.mind.speech.told.given_names import call_by_given_names, find_given_name
from agents.mind.turn.thinking import Decision
from late.late_dataclass import late_dataclass
from world.nature import Nature


@late_dataclass(frozen=True, slots=True)
class VisitorNames:
    """Knows for one agent what visitors told it, and from the floor what they told another."""

    lines: SocialLines
    floor: Floor

    def call(self, decision: Decision | None, occupants: Sequence[str]) -> Decision | None:
        """Return a decision whose words, or whose gesture, call each visitor by the given name.

        If they ask a person something, the floor is told, for when they are said.
        """
        nature = self.lines.vocabulary.find_nature(decision.line) if decision else None
        if decision is None or nature is None:
            return decision
        if not (nature.is_speech or nature is Nature.GESTURE):
            return decision
        *verb, words = decision.line.split(" ", 2 if nature.is_private else 1)
        present = (*occupants, *verb[1:])
        self._learn(present)
        given = {each: self.floor.given[each] for each in present if each in self.floor.given}
        called = call_by_given_names(words, given) if given else words
        if nature.is_speech:
            self._offer_question(words, called, present)
        if called == words:
            return decision
        if mould := self.lines.moulds.find(words):
            self.lines.moulds.offer(called, mould)  # an answer to it is known by these words
        return replace(decision, line=" ".join((*verb, called)))

    def _learn(self, present: Sequence[str]) -> None:
        """Tell the floor which names those who are here have given."""
        taken = (*self.floor.agents, *present)
        for each in present:
            told = (line.words for line in self.lines.company.list_told(each))
            if name := find_given_name(told, each, taken):
                self.floor.given[each] = name

    def _offer_question(self, words: str, said: str, present: Sequence[str]) -> None:
        """Tell the floor whom `words` ask, which will be `said` so."""
        named = [each for each in dict.fromkeys(present) if mentions_name(words, each)]
        if words.endswith("?") and len(named) == 1 and not self.floor.is_agent(named[0]):
            self.floor.offer_question(said, named[0])
