"""What an agent answers from all that the asker has told it, and what it then leaves unsaid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.speech.candidates import EXACT, Candidate, Origin
from agents.mind.speech.knowledge.either import OwedAnswers
from agents.mind.speech.remembered import Asked
from agents.mind.speech.told.asked_for import UNTOLD, ToldAnswers
from agents.mind.speech.told.discretion import is_confided
from agents.mind.speech.told.given_names import find_given_name
from agents.mind.speech.told.telling_back import ToldLine, list_told_lines, read_told
from agents.mind.speech.told.values import find_value_kind, read_values
from late.late_dataclass import late_dataclass
from world.vault.texts import Texts

#: Whom somebody looks for they have told in so many of their latest lines.
SOUGHT_OF = 4

#: Where lines come from that are of the agent and its world.
_OWN = (Origin.VOICE, Origin.PROFILE)


@late_dataclass(frozen=True, slots=True)
class ToldMoment:
    """Words to answer, and what the agent has to answer them from what it was told."""

    asked: Asked
    memories: Sequence[Experience]
    lore: Sequence[str]
    """Texts whose names the agent knows: its persona and its voice."""
    present: Sequence[str]
    texts: Texts
    list_told: Callable[[str], Sequence[ToldLine]] = lambda _: ()
    """Returns what somebody said aloud before these memories, or among them."""

    def complete(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Return `found` with the answer from what the asker told.

        Of somebody whom only the asker knows the voice has nothing to say, unless it is for just
        these words; and what else memory has goes before the answer only where that is none.
        """
        asked = self.asked
        first = self.memories[0].seq if self.memories else 0
        lines = [
            *(each for each in self.list_told(asked.partner) if each.seq < first),
            *list_told_lines(self.memories, asked.partner, overheard=asked.overheard),
        ]
        if asked.overheard:
            lines = [each for each in lines if not is_confided(each.words)]
        told = read_told(lines, (asked.partner, asked.me, *self.present))
        if lines and lines[-1].words == asked.line:  # what they say now they have not told before
            told.sentences = [e for e in told.sentences if e.seq != lines[-1].seq]
        own_name = find_given_name((each.words for each in lines), asked.partner)
        answers = ToldAnswers(
            told, self.texts, asked.partner, lambda name: name == own_name or self.knows(name)
        )
        owed = OwedAnswers(self.texts, asked.partner, self.knows)
        before = " ".join(each.words for each in lines[-SOUGHT_OF:])
        found = [*found, *owed.answer(asked.heard, len(told.sentences), before)]
        said = answers.answer(asked.heard)
        if asked.overheard and self._was_confided:
            said = [each for each in said if each.fit != UNTOLD]
        if not said and not answers.is_of_theirs(asked.heard):
            return list(found)
        kept = [e for e in found if e.origin not in _OWN or e.fit >= EXACT]
        recalled = [each for each in kept if each.origin is Origin.MEMORY]
        if said and said[0].fit == UNTOLD and any(self._tells(each) for each in recalled):
            return kept
        return [*said, *(each for each in kept if each not in recalled)] if said else kept

    @property
    def _was_confided(self) -> bool:
        """Whether the asker told the agent something in private, of which others know nothing."""
        return any(each.speaker == self.asked.partner and each.nature.is_private
                   for each in self.memories)  # fmt: skip

    def _tells(self, recalled: Candidate) -> bool:
        """Return whether what memory has holds a value that is asked for, if one is."""
        kind = find_value_kind(self.asked.heard)
        return (
            kind is None
            or kind.name == "name"
            or any(read_values(kind, recalled.words, self.asked.heard))
        )

    def knows(self, name: str) -> bool:
        """Return whether a name is one of this world, or of somebody who has spoken aloud."""
        if name in self.present or any(mentions_name(each, name) for each in self.lore):
            return True
        return bool(self.list_told(name))
