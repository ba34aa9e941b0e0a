"""Tales of somebody who is dead, missing or ill: nobody is asked for news of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.mind.manners.tales import Tale
from agents.mind.speech.told.worries import find_worry


def leave_out_worried(tales: Sequence[Tale]) -> Iterator[Tale]:
    """Yield `tales` without those of somebody who is dead, missing or ill."""
    worried = {
        (each.teller, stem) for each in tales if find_worry(each.words) for stem in each.named
    }
    yield from (
        each
        for each in leave_out_mourned(tales)
        if each.kind != "kin" or not any((each.teller, stem) in worried for stem in each.named)
    )


def leave_out_mourned(tales: Sequence[Tale]) -> Iterator[Tale]:
    """Yield `tales` without those of somebody of whom the same teller told something sad."""
    mourned = {(each.teller, stem) for each in tales if each.kind == "woe" for stem in each.named}
    yield from (
        each
        for each in tales
        if each.kind != "kin" or not any((each.teller, stem) in mourned for stem in each.named)
    )
