"""What is read again, what was found, and how a reader is tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from agents.memory.checking.aligning.quoting import quotes_a_memory
from agents.memory.checking.verdict import Verdict
from agents.memory.language.evidence import Source
from agents.memory.language.normalize import strip_update
from agents.prose import cut_text, one_line
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

Answer: TypeAlias = Literal["yes", "no", "open"]
"""Whether memories bear a sentence out."""

#: Characters of a line that a model is shown.
_LINE = 400

#: Why a sentence does not stay that its model refuted itself.
READ_AGAIN = "read again, its memories tell otherwise"

_FIGURE = late_pattern(r"(?<![\d.:#])\d{1,6}(?![\d.:])")


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

    def find_verdict(self, sentence: str) -> Verdict | None:
        """Return what was found of a sentence, which goes before rules; None: rules judge it."""
        plain = strip_update(sentence)
        if plain in self.refuted:
            return Verdict("contradicts", READ_AGAIN)
        return Verdict("supports") if plain in self.borne_out else None


NOT_READ = SecondReading()


@late_dataclass(frozen=True, slots=True)
class Trial:
    """A sentence of which the answer is known: it shows whether a model reads at all."""

    reading: GroundedSentence
    right: Answer


def make_grounded(sentence: str, sources: Sequence[Source]) -> GroundedSentence | None:
    """Return what is to be read of a sentence; None if it rests on nothing or quotes a memory."""
    plain = strip_update(sentence)
    if not sources or quotes_a_memory(plain, sources):
        return None
    return GroundedSentence(plain, tuple(sources))


def make_trials(readings: Iterable[GroundedSentence]) -> list[Trial]:
    """Return a sentence that its ground bears out, and one that it does not, if one can be made.

    The first is the ground itself.  The second is a ground with another number, or the words of one
    speaker told as another's.
    """
    grounds = list(dict.fromkeys(each for one in readings for each in one.grounds))
    if not grounds:
        return []
    trials = [Trial(GroundedSentence(show_line(grounds[0].text), (grounds[0],)), "yes")]
    spoilt = next(filter(None, (_spoil_figure(each) for each in grounds)), None)
    spoilt = spoilt or next(filter(None, (_spoil_speaker(each, grounds) for each in grounds)), None)
    return [*trials, Trial(spoilt, "no")] if spoilt else trials


def show_line(text: str) -> str:
    """Return a memory or a sentence as the model is shown it."""
    return cut_text(one_line(text), _LINE)


def _spoil_figure(ground: Source) -> GroundedSentence | None:
    text = show_line(ground.text)
    found = _FIGURE.search(text)
    if found is None:
        return None
    other = int(found[0]) * 3 + 4
    return GroundedSentence(f"{text[: found.start()]}{other}{text[found.end() :]}", (ground,))


def _spoil_speaker(ground: Source, grounds: Iterable[Source]) -> GroundedSentence | None:
    """Return the words of a ground as another's who speaks in `grounds`, but not in them."""
    text, speaker = show_line(ground.text), ground.speaker
    if not speaker or not text.startswith(f"{speaker} "):
        return None
    others = (each.speaker for each in grounds if each.speaker and each.speaker != speaker)
    other = next((each for each in others if not _names(text, each)), None)
    return GroundedSentence(f"{other}{text[len(speaker) :]}", (ground,)) if other else None


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None
