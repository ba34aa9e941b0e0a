"""What an agent might say, and the moment in which it would say it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from late.late_dataclass import late_dataclass

#: What was retrieved for just these words fits at least so well.
EXACT = 0.9


class Origin(Enum):
    """Where a line comes from: who decided it."""

    MODEL = "model"
    VOICE = "voice"
    """An answer or remark of the agent's `voice.md`, as it stands."""
    MEMORY = "memory"
    """A remembered fact, with its source."""
    PLAIN = "plain"
    """A plain answer by rule: of the way, the hour, the weather, who is here."""
    PROFILE = "profile"
    """A sentence of the agent's profile."""
    INTENTION = "intention"
    """What the agent is about, or has done."""
    MANNERS = "manners"
    """What is fitting by rule in company: to take in news, to greet, to thank, to pass it on."""
    FALLBACK = "fallback"
    """The fallback policy; no candidate comes from it."""


class Unused(Enum):
    """Why a model that was asked for a turn did not decide it."""

    LATE = "late"
    """It had not answered when the turn would wait no longer."""
    REFUSED = "refused"
    """What it said was not good enough."""
    UNAVAILABLE = "unavailable"
    """It could not be had: it failed, rests after failures, or its limits are used up."""


@late_dataclass(frozen=True, slots=True)
class RuleLine:
    """A line that was found by rule, and where it comes from."""

    line: str
    by: Origin


@late_dataclass(frozen=True, slots=True)
class Candidate:
    """Words that the agent might say."""

    words: str
    origin: Origin
    fit: float = 0.0
    """How well what it was retrieved for fits the moment, 0 to about 1; 0 for a model's words."""
    is_gesture: bool = False
    """Whether `words` say what the agent does, and not what it says."""
    found: str = ""
    """What it was retrieved by, for a watcher; empty for a model's words."""
    near: str = ""
    """The wording of the voice that it answers, where that is near in meaning."""
    wording: str = ""
    """The wording of the voice that it answers, however that was found."""
    chance: float = 1.0
    """How likely it answers, where that was judged by the signs of its wording; else 1."""
    worth: float | None = None
    """What it is worth to who hears it, 0 to 1, where it was read with what it answers."""


def leave_out_gestures(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return those of `candidates` that are said."""
    return [each for each in candidates if not each.is_gesture]


@late_dataclass(frozen=True, slots=True)
class SpeechMoment:
    """What a judgement of candidates needs to know."""

    me: str
    partner: str = ""
    """The one who is answered; empty for words of the agent's own accord."""
    heard: str = ""
    """The words to answer; empty for words of the agent's own accord."""
    names: tuple[str, ...] = ()
    """The names of the others that the agent may know."""
    lore: tuple[str, ...] = ()
    """Texts whose names the agent knows: its whole persona and voice."""
    about: tuple[str, ...] = ()
    """Sentences that the agent may say of itself."""
    known: tuple[str, ...] = ()
    """What else it may rest its words on: facts, the place, what is at hand."""
    examples: tuple[str, ...] = ()
    """The agent's answers in the examples, the nearest to the words heard first."""
    own: tuple[str, ...] = ()
    """What the agent has said lately, oldest first."""
    others: tuple[str, ...] = ()
    """What others have said lately, oldest first."""

    @property
    def grounds(self) -> tuple[str, ...]:
        """Everything that the agent may rest its words on."""
        return (*self.about, *self.known, *self.examples)

    @property
    def example(self) -> str:
        """The answer in the nearest example; empty if there is none."""
        return self.examples[0] if self.examples else ""
