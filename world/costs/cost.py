"""What a command costs others: what they hear, what is kept, and what is new in the world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from world.model import Character
from world.presence import View
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


def count_costs(actor: Character, tx: Transaction, views: Iterable[View]) -> Mapping[CostKind, int]:
    """Return what a command of `actor` costs whose changes and views are these; no zeros."""
    heard = [view for view in views if view[0] is not actor]
    growth = tx.measure_growth()
    if not heard and growth is NO_GROWTH:
        return {}
    counted = {
        CostKind.HEARD: len(heard),
        CostKind.RECORDED: sum(_measure_memory(view) for view in heard if view[1].kind == "agent"),
        CostKind.KEPT: growth.bytes,
        CostKind.THINGS: growth.things,
        CostKind.ROOMS: growth.rooms,
        CostKind.EXITS: growth.exits,
    }
    return {cost: amount for cost, amount in counted.items() if amount}


def _measure_memory(view: View) -> int:
    text = view[2].signed or view[2].text
    return MEMORY_OVERHEAD + len(text.encode("utf-8", "replace"))
