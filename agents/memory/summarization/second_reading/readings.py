"""What is read again, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from agents.memory.checking.aligning.quoting import quotes_a_memory
from agents.memory.checking.verdict import Verdict
from agents.memory.language.evidence import Source
from agents.memory.language.normalize import strip_update
from agents.prose import cut_text, one_line
from late.late_dataclass import late_dataclass

Answer: TypeAlias = Literal["yes", "no", "open"]
"""Whether memories bear a sentence out."""

#: Characters of a line that a model is shown.
_LINE = 400

#: Why a sentence does not stay that its model refuted itself.
READ_AGAIN = "read again, its memories tell otherwise"


@late_dataclass(frozen=True, slots=True)
class GroundedSentence:
    """A sentence, and what it rests on, in the order in which it happened."""

    sentence: str
    grounds: tuple[Source, ...]


@late_dataclass(frozen=True, slots=True)
class SecondReading:
    """What a model found in its own text; of a sentence that is in neither set it said nothing."""

    borne_out: frozenset[str] = frozenset()
    refuted: frozenset[str] = frozenset()

    def join(self, more: SecondReading) -> SecondReading:
        """Return both together."""
        return SecondReading(self.borne_out | more.borne_out, self.refuted | more.refuted)

    def complete(self, more: SecondReading) -> SecondReading:
        """Return this with what `more` says of the sentences of which it says nothing."""
        known = self.borne_out | self.refuted
        return self.join(SecondReading(more.borne_out - known, more.refuted - known))

    def find_verdict(self, sentence: str) -> Verdict | None:
        """Return what was found of a sentence, which goes before rules; None: rules judge it."""
        plain = strip_update(sentence)
        if plain in self.refuted:
            return Verdict("contradicts", READ_AGAIN)
        return Verdict("supports") if plain in self.borne_out else None


NOT_READ = SecondReading()


def make_grounded(sentence: str, sources: Sequence[Source]) -> GroundedSentence | None:
    """Return what is to be read of a sentence; None if it rests on nothing or quotes a memory."""
    plain = strip_update(sentence)
    if not sources or quotes_a_memory(plain, sources):
        return None
    return GroundedSentence(plain, tuple(sources))


def show_line(text: str) -> str:
    """Return a memory or a sentence as the model is shown it."""
    return cut_text(one_line(text), _LINE)
