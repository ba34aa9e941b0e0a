"""What kind of thing a command does, an event is and a memory holds.

A command's row states its nature.  The events it causes have it, and so has whatever an agent
records of either: minds and memories ask for the nature and never for a command's name.
"""

from __future__ import annotations

from enum import StrEnum


class Nature(StrEnum):
    """The value is what an archive has of it; it never changes."""

    SPEECH = "speech"
    """Words for everyone who is there."""
    PRIVATE_SPEECH = "private speech"
    """Words for one who is there."""
    DISTANT_SPEECH = "distant speech"
    """Words for one, wherever they are."""
    GESTURE = "gesture"
    """Something acted out, in the actor's own words."""
    SIGHT = "sight"
    """A look around, or at something."""
    STUDY = "study"
    """A close look at one thing."""
    LISTING = "listing"
    """What stands in every prompt or is known anyway: who is here, what one carries, help."""
    REPORT = "report"
    """How things stand with oneself or with the server."""
    MOVEMENT = "movement"
    """Going, coming and leaving; whoever goes is shown the new place."""
    TAKING = "taking"
    DROPPING = "dropping"
    GIVING = "giving"
    MAKING = "making"
    """Something new is there, or is described anew."""
    THOUGHT = "thought"
    NOTE = "note"
    """Something is added to what one has written down."""
    REVISION = "revision"
    """Something written down is written anew."""
    RECOLLECTION = "recollection"
    """Old memories, searched for."""
    DREAM = "dream"
    """Old memories that surface by themselves."""
    REST = "rest"
    """Falling asleep and waking."""
    DEED = "deed"
    """Anything else that is done or happens."""

    @property
    def is_speech(self) -> bool:
        """Whether somebody says something."""
        return self in _SPEECH

    @property
    def is_private(self) -> bool:
        """Whether the words are for one hearer alone."""
        return self in _PRIVATE

    @property
    def is_expression(self) -> bool:
        """Whether the words are the actor's own: speech and gestures. They need a speaker."""
        return self in _SPEECH or self is Nature.GESTURE

    @property
    def is_writing(self) -> bool:
        """Whether words are put down for oneself: thoughts and notes."""
        return self in _WRITING

    @property
    def is_own_words(self) -> bool:
        """Whether the line shows only what its author chose to write in it."""
        return self.is_expression or self in _WRITING or self is Nature.REST

    @property
    def is_looking(self) -> bool:
        """Whether it shows what is there; others may have written that."""
        return self in _LOOKING

    @property
    def is_recollection(self) -> bool:
        """Whether it shows memories once more."""
        return self in _RECOLLECTION

    @property
    def is_repeatable(self) -> bool:
        """Whether the same output can be had again by asking again."""
        return self in _REPEATABLE


_PRIVATE = frozenset({Nature.PRIVATE_SPEECH, Nature.DISTANT_SPEECH})
_SPEECH = _PRIVATE | {Nature.SPEECH}
_WRITING = frozenset({Nature.THOUGHT, Nature.NOTE, Nature.REVISION})
_LOOKING = frozenset({Nature.SIGHT, Nature.STUDY, Nature.LISTING})
_RECOLLECTION = frozenset({Nature.RECOLLECTION, Nature.DREAM})
_REPEATABLE = _LOOKING | _RECOLLECTION | {Nature.REPORT, Nature.MOVEMENT}
