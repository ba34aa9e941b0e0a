"""The nature of commands, events and memories: speech, movement, writing and so on.

A command's row states its nature.  The events it causes have it, and so has whatever an agent
records of either: minds and memories ask for the nature and never for a command's name.
"""

from __future__ import annotations

from enum import StrEnum


class Nature(StrEnum):
    """The kinds of nature. Archives hold the values, so they never change."""

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
    """What every prompt shows or is known anyway: who is here, what is carried, help."""
    REPORT = "report"
    """The state of the character itself or of the server."""
    MOVEMENT = "movement"
    """Going, coming and leaving; the one who goes is shown the new place."""
    TAKING = "taking"
    DROPPING = "dropping"
    GIVING = "giving"
    MAKING = "making"
    """Something is made or described again."""
    THOUGHT = "thought"
    NOTE = "note"
    """Something is added to the character's notes."""
    JOURNAL = "journal"
    """The character writes into its journal."""
    INSCRIPTION = "inscription"
    """Words are written in a thing, where anybody may read them."""
    INTENTION = "intention"
    """The character says to itself what it means to do, or that it is done."""
    REVISION = "revision"
    """The character rewrites its notes."""
    RECOLLECTION = "recollection"
    """Old memories, searched for."""
    DREAM = "dream"
    """Old memories that surface by themselves."""
    REST = "rest"
    """Falling asleep and waking."""
    HAPPENING = "happening"
    """Something that nobody does: the world does it by itself."""
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
        """Whether the words are for the character alone: thoughts, notes, the journal."""
        return self in _WRITING

    @property
    def is_own_words(self) -> bool:
        """Whether the line shows only what its author chose to write in it."""
        return self.is_expression or self in _WRITING or self in _OWN_BESIDES

    @property
    def is_looking(self) -> bool:
        """Whether it shows the surroundings, which others may have written."""
        return self in _LOOKING

    @property
    def is_recollection(self) -> bool:
        """Whether it shows memories once more."""
        return self in _RECOLLECTION

    @property
    def is_repeatable(self) -> bool:
        """Whether the same command shows the same output again."""
        return self in _REPEATABLE


_PRIVATE = frozenset({Nature.PRIVATE_SPEECH, Nature.DISTANT_SPEECH})
_SPEECH = _PRIVATE | {Nature.SPEECH}
_WRITING = frozenset(
    {Nature.THOUGHT, Nature.NOTE, Nature.JOURNAL, Nature.REVISION, Nature.INTENTION}
)
_OWN_BESIDES = frozenset({Nature.INSCRIPTION, Nature.REST})
_LOOKING = frozenset({Nature.SIGHT, Nature.STUDY, Nature.LISTING})
_RECOLLECTION = frozenset({Nature.RECOLLECTION, Nature.DREAM})
_REPEATABLE = _LOOKING | _RECOLLECTION | {Nature.REPORT, Nature.MOVEMENT}
