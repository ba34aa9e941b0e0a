"""Who lies asleep takes no part in what others say to each other."""

from __future__ import annotations

from agents.memory.language.normalize import mentions_name
from agents.mind.intentions.keeper import IntentionKeeper
from world.boundaries import Perception


def lies_asleep(about: IntentionKeeper) -> bool:
    """Return whether an agent with these intentions lies asleep."""
    present = about.find_present()
    return bool(present and present.is_sleep and about.is_still and not about.is_roused)


def overhears(question: Perception, me: str, about: IntentionKeeper) -> bool:
    """Return whether another agent's words reach `me` asleep, and do not call it."""
    return lies_asleep(about) and not mentions_name(question.text, me)
