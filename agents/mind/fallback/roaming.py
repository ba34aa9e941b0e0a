"""Where an agent may go of its own accord: after company, home, and not where it just was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.fallback.small_talk import drop_article
from world.boundaries import Situation
from world.nature import Nature

#: Company that left is followed if that is among so many of the latest memories.
LEFT_LATELY = 4

#: A room is so much less inviting for each visit in the last hours beyond the least visited one.
SEEN_BEFORE = 0.35

#: How much an agent wants to follow company, and to go home.
AFTER_COMPANY, HOMEWARD = 1.5, 0.7


@dataclass(frozen=True, slots=True)
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


def stay_near(
    situation: Situation, recent: Sequence[Experience], way_home: Sequence[str] | None
) -> Roaming:
    """Return the roaming of an agent between its errands: after company that left, or home."""
    if situation.occupants:
        return STAYING
    followed = dict.fromkeys(find_company(situation, recent), AFTER_COMPANY)
    home = {way_home[0]: HOMEWARD} if way_home else {}
    return Roaming(followed or home, handles=False)


def find_company(situation: Situation, recent: Sequence[Experience]) -> list[str]:
    """Return the exits by which others have left the room lately."""
    left = [
        each.text
        for each in recent[-LEFT_LATELY:]
        if each.nature is Nature.MOVEMENT and not each.is_own and each.place == situation.place
    ]
    exits = situation.exits.items()
    return [
        name for name, to in exits if any(mentions_name(text, drop_article(to)) for text in left)
    ]
