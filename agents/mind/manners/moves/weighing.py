"""What weighs on a person, and which of what weighs on them is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.stems import stem_words
from agents.mind.manners.moves.advising import POINTS
from agents.mind.speech.own_words.asked_aspects import drop_few
from agents.mind.speech.told.people import Relative
from agents.mind.speech.told.telling_back import Told, ToldSentence
from agents.mind.speech.told.worries import WorryKind
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: The kind that is met whatever else is said beside it.
DESPAIR = "despair"

#: Kinds that tell less than others of what has happened to somebody.
VAGUE = ("dread", "sleepless", "quarrel")

#: Beside these nothing else counts that was told in the same words: "I lost a man on the ward. I
#: held the cold hand."
GRAVEST = (DESPAIR, "death")


#: Who asks so asks for one of several things to do.
_ASKS_WHICH = late_pattern(
    r"\b(?:what|which|where|who|whom)\b[^?]*\b(?:should|shall|must|could|can|would|ought|do)"
    r" (?:I|we|you|one)\b",
    re.IGNORECASE,
)
#: What is done about any worry.
_OF_ADVICE = frozenset(
    stem_words(
        "advise advice suggest try turn talk speak write help tell say ask believe bear live"
        " cope begin decide choose expect hope fear worry do place shoes"
    )
)


@late_dataclass(frozen=True, slots=True)
class Worry:
    """What weighs on a person, and of whom it is."""

    kind: WorryKind
    who: Relative | None
    told: Sequence[str]
    """All that was said of it, or of them."""
    line: int
    """The number of the line that tells it."""
    before: bool = False
    """Whether it was told before."""

    @property
    def gist(self) -> str:
        """Of whom it is, as said to the person; empty: it is their own."""
        return self.who.to_speaker if self.who else ""


def find_gravest(found: Sequence[Worry]) -> Worry | None:
    """Return the latest worry, or one of a graver kind from the same line; None: there is none."""
    latest = [each for each in found if each.line == found[0].line]
    graver = (each for name in GRAVEST for each in latest if each.kind.name == name)
    return next(graver, latest[0] if latest else None)


def is_same_worry(kind: WorryKind, earlier: WorryKind) -> bool:
    """Return whether a worry about somebody only goes on with an earlier one."""
    vague = kind.name in VAGUE and earlier.name != "death"
    return vague or kind.name == earlier.name


def is_meant(worry: Worry, question: str) -> bool:
    """Return whether a question may be of a worry: it calls nothing else by its name.

    "What should I cook for her?" is about cooking, whatever weighs on her.
    """
    if _ASKS_WHICH.search(question) and _names_else(worry, question):
        return False
    return POINTS.search(question) is not None or shares_words(worry, question)


def _names_else(worry: Worry, question: str) -> bool:
    told = set(stem_words(" ".join((*worry.told, worry.gist))))
    return bool(drop_few(frozenset(stem_words(question)) - told - _OF_ADVICE))


def shares_words(worry: Worry, question: str) -> bool:
    """Return whether a question has a word of what was told."""
    told = " ".join((*worry.told, worry.gist))
    return not set(stem_words(told)).isdisjoint(stem_words(question))


def find_whose(told: Told, sentence: ToldSentence) -> Relative | None:
    """Return of whom a sentence tells something; None: of its speaker, or of a thing."""
    found = [told.circle.found[at] for at in sentence.about if at >= 0]
    return found[0] if found else None
