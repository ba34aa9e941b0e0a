"""Choose who said what a statement tells, among those whose words carry it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agents.memory.language.attribution import SOMEBODY
from agents.memory.language.carrying.units import Unit
from late.late_dataclass import late_dataclass

#: What was heard in a memory that the statement names may carry so much less than another.
_NEAR = 0.25

#: Parts that differ by less are alike.
_ALIKE = 0.02

#: A claim that says the contrary, only asks or supposes, goes behind one that carries so much less.
_CONTRARY, _UNCERTAIN = 0.2, 0.3


@late_dataclass(frozen=True, slots=True)
class Claim:
    """Somebody's words that carry a statement."""

    speaker: str
    unit: Unit
    share: float
    """The part of the statement's words that they have, 0 to 1."""
    contrary: bool = False
    """Whether only one of the two denies something."""

    @property
    def rank(self) -> float:
        """How well they carry it."""
        return self.share - _CONTRARY * self.contrary - _UNCERTAIN * self.unit.is_uncertain


def choose_speaker(claims: Sequence[Claim], cited: Collection[int] = ()) -> str:
    """Return whose claim it is: of those who said it in a memory that is `cited`, else of all.

    Of several who carry it alike nobody is chosen: it is `SOMEBODY`, as it is where all only ask or
    suppose.
    """
    best = max(each.rank for each in claims)
    near = [each for each in claims if each.rank >= best - _NEAR]
    named = [each for each in near if not set(cited).isdisjoint(each.unit.numbers)]
    found = named or near
    top = max(each.rank for each in found)
    first = [each for each in found if each.rank > top - _ALIKE]
    speakers = {each.speaker for each in first if not each.unit.is_uncertain}
    return speakers.pop() if len(speakers) == 1 else SOMEBODY
