"""What a command costs others: what they hear, what is kept, and what is new in the world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from world.boundaries import Perception
from world.model import Character
from world.presence import Audience, Shown
from world.transaction import NO_GROWTH, Transaction

#: Bytes of an agent's memory besides its text: the other fields of its line and its index.
MEMORY_OVERHEAD = 400


class CostKind(StrEnum):
    """What a mind may use up, each in its own unit."""

    TIME = "cpu"
    """Seconds of the processor."""
    HEARD = "heard"
    """Perceptions of others: a line that thirty hear counts thirty."""
    RECORDED = "recorded"
    """Bytes that agents record of it."""
    ANSWERS = "answers"
    """Turns of agents that words are addressed to."""
    KEPT = "kept"
    """Bytes by which what is kept grows: descriptions, inscriptions, notes."""
    THINGS = "new-things"
    ROOMS = "new-rooms"
    EXITS = "new-exits"


def count_costs(
    actor: Character, tx: Transaction, views: Iterable[Shown]
) -> Mapping[CostKind, int]:
    """Return what a command of `actor` costs whose changes and views are these; no zeros."""
    heard = recorded = 0
    for view in views:
        if isinstance(view, Audience):  # the actor is never one of it, and no agent is
            heard += len(view.minds)
        elif view[0] is not actor:
            heard += 1
            if view[1].kind == "agent":
                recorded += _measure_memory(view[2])
    growth = tx.measure_growth()
    if growth is NO_GROWTH and not recorded:  # as of most lines
        return {CostKind.HEARD: heard} if heard else {}
    counted = {
        CostKind.HEARD: heard,
        CostKind.RECORDED: recorded,
        CostKind.KEPT: growth.bytes,
        CostKind.THINGS: growth.things,
        CostKind.ROOMS: growth.rooms,
        CostKind.EXITS: growth.exits,
    }
    return {cost: amount for cost, amount in counted.items() if amount}


def _measure_memory(perception: Perception) -> int:
    text = perception.signed or perception.text
    return MEMORY_OVERHEAD + len(text.encode("utf-8", "replace"))
