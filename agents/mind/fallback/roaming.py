"""Where an agent may go of its own accord: home, and not where it just was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from late.late_dataclass import late_dataclass
from world.boundaries import Situation

#: A room is so much less inviting for each visit in the last hours beyond the least visited one.
SEEN_BEFORE = 0.35

#: How much an agent wants to go home.
HOMEWARD = 0.7


@late_dataclass(frozen=True, slots=True)
class Roaming:
    """Says how an agent moves while nothing asks for it."""

    ways: Mapping[str, float] | None = None
    """Exit → how inviting it is, about 1; others are not taken. None: all are alike."""
    handles: bool = True
    """Whether it takes and drops things for no reason."""
    held: bool = False
    """Whether it stays even where it has taken leave of somebody."""


FREE = Roaming()
STAYING = Roaming({}, handles=False)
HELD = Roaming({}, handles=False, held=True)


def avoid_laps(situation: Situation, count_visits: Callable[[str], int]) -> Roaming:
    """Return the roaming of an agent without a purpose: it seeks rooms that it has seen least."""
    visits = {name: count_visits(to) for name, to in situation.exits.items()}
    least = min(visits.values(), default=0)
    return Roaming({name: SEEN_BEFORE ** (count - least) for name, count in visits.items()})


def stay_near(situation: Situation, way_home: Sequence[str] | None) -> Roaming:
    """Return the roaming of an agent between its errands: home, and after nobody.

    Who leaves has something to do, and may want to be alone with it.
    """
    if situation.occupants:
        return STAYING
    return Roaming({way_home[0]: HOMEWARD} if way_home else {}, handles=False)
