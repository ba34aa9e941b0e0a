"""What an agent's ``voice.md`` holds: exchanges and remarks, as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Literal, get_args

from late.late_dataclass import late_dataclass

ConditionKind = Literal["at", "hour", "with", "when", "weather", "about"]

Company = Literal["alone", "in company"]
COMPANY: tuple[str, ...] = get_args(Company)


@late_dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for a line to fit: a place, an hour, a person, company or a subject."""

    kind: ConditionKind
    value: str
    """A room's name, one of `PHASES`, a character's name, one of `COMPANY`, weathers, or words."""


@late_dataclass(frozen=True, slots=True)
class VoiceLine:
    """A finished line: words to say or, as a gesture, words that say what the agent does."""

    text: str
    is_gesture: bool = False


@late_dataclass(frozen=True, slots=True)
class VoiceExchange:
    """Something said to the agent, in one or more wordings, and its answers."""

    heard: tuple[str, ...]
    answers: tuple[VoiceLine, ...]
    topic: str = ""
    """The heading that it stands under."""
    conditions: tuple[Condition, ...] = ()
    line_number: int = 0
    leads_to: tuple[VoiceExchange, ...] = ()
    """What one asks back behind these answers, and what the agent says to that."""

    @property
    def wordings(self) -> tuple[str, ...]:
        """What is `heard` in just these words, and does not stand for anything."""
        return tuple(each for each in self.heard if each not in (ANYTHING, ANY_QUESTION))

    @property
    def spoken(self) -> str:
        """The first answer that is said; empty if the agent only makes a gesture."""
        return next((each.text for each in self.answers if not each.is_gesture), "")


@late_dataclass(frozen=True, slots=True)
class Remark:
    """A line that the agent may say unasked where all its conditions hold."""

    line: VoiceLine
    conditions: tuple[Condition, ...] = ()
    line_number: int = 0


@late_dataclass(frozen=True, slots=True)
class KnownLine:
    """Something that the agent knows of a subject, and what it is an answer to."""

    aspects: tuple[str, ...]
    """Of `question_kinds.ASPECTS`."""
    text: str


@late_dataclass(frozen=True, slots=True)
class Subject:
    """A thing, a person or a matter that the agent knows something of."""

    names: tuple[str, ...]
    """What it is called; empty: whatever is no subject of its own."""
    known: tuple[KnownLine, ...]
    line_number: int = 0

    def find(self, aspect: str) -> tuple[str, ...]:
        """Return what is known under an aspect."""
        return tuple(each.text for each in self.known if aspect in each.aspects)


@late_dataclass(frozen=True, slots=True)
class Voice:
    """Everything in one ``voice.md``, in its order."""

    exchanges: tuple[VoiceExchange, ...] = ()
    otherwise: tuple[VoiceExchange, ...] = ()
    """Exchanges for whatever has no exchange of its own; `heard` is ``…`` or ``…?``."""
    remarks: tuple[Remark, ...] = ()
    subjects: tuple[Subject, ...] = ()
    """What the agent knows, in the order of its file."""
    unasked: tuple[VoiceExchange, ...] = ()
    """What is asked back behind what the agent says unasked: nothing is `heard` before it."""
    depths: tuple[Subject, ...] = ()
    """What it goes on with when somebody asks on about a subject that it has spoken of."""

    def join(self, more: Voice) -> Voice:
        """Return this voice with what stands in another behind it."""
        if more == NO_VOICE:
            return self
        parts = (each.name for each in fields(self))
        return Voice(*(getattr(self, each) + getattr(more, each) for each in parts))

    def list_answers(self) -> Iterable[str]:
        """Return the text of every answer to something that is provided for, and all it knows."""
        led = [one for each in self.exchanges for one in (each, *each.leads_to)]
        led += (one for each in self.unasked for one in each.leads_to)
        said = [answer.text for each in led for answer in each.answers]
        known = (*self.subjects, *self.depths)
        return [*said, *(line.text for each in known for line in each.known)]

    def list_for(self, aspect: str) -> Iterable[str]:
        """Return the lines for an aspect of whatever is no subject of its own."""
        return [line for each in self.subjects if not each.names for line in each.find(aspect)]

    def find_otherwise(self, question: bool) -> Iterable[VoiceLine]:
        """Return the answers to a question, or to another line, that is not provided for."""
        wanted = ANY_QUESTION if question else ANYTHING
        return [each for one in self.otherwise if wanted in one.heard for each in one.answers]


ANYTHING, ANY_QUESTION = "…", "…?"
"""What stands for any line, and for any question, that no exchange provides for."""

NO_VOICE = Voice()
