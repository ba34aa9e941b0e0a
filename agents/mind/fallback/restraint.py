"""What good manners keep an agent from when no model decides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field

from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Restraint:
    """What good manners keep an agent from at a moment."""

    may_speak: bool = True
    """Whether it may say something unasked."""
    may_ask: bool = True
    """Whether its remarks may be questions: those are for people."""
    answers: bool = True
    """Whether it may answer words that nobody has answered."""
    leaves: bool = False
    """Whether it has taken leave, and goes if there is a way."""
    greets: bool = True
    spared: Collection[str] = ()
    """Those with whom it makes no conversation."""
    used: Mapping[str, int] = field(default_factory=dict)
    """How often it has used which words in the last hours, in small letters; it prefers others."""
    quiet: float = 0.0
    """The weight of doing nothing; the remarks of a voice weigh `REMARKS_WEIGHT` together."""


NO_RESTRAINT = Restraint()
