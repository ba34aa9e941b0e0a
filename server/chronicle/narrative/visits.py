"""Visits: what of people's coming, staying and going is worth telling.

Links break and people look in for a moment: told each time, that is most of a story.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field

from late.late_dataclass import late_dataclass
from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.walks import ARRIVE, LEAVE

LOST, BACK = "lost", "back"


@late_dataclass(slots=True)
class _Visit:
    """What is known so far of somebody's visit."""

    came: set[int] = field(default_factory=set)
    """The place of the entry by which they came in; empty: that is not in the list."""
    has_deed: bool = False
    was_lost: bool = False
    """Whether it is told that their link broke."""
    is_lost: bool = False


def find_untold(entries: Sequence[ChronicleEntry], steps: Collection[int]) -> set[int]:
    """Return the places of what is left out of `entries`, which are in order.

    That is a visit in which somebody did nothing, and of a visit's lost links all but the first
    after a deed, and each return from one. `steps` are the places of steps from room to room.
    """
    untold: set[int] = set()
    visits: dict[str, _Visit] = {}
    for number, entry in enumerate(entries):
        if not entry.actor or entry.actor_kind == "agent":
            continue
        visit = visits.setdefault(entry.actor, _Visit())
        if number in steps or entry.event not in (ARRIVE, LEAVE, LOST, BACK):
            visit.has_deed = True
        elif entry.event in (ARRIVE, LEAVE):
            if visit.came and not visit.has_deed:
                untold |= visit.came | ({number} if entry.event == LEAVE else set())
            visits[entry.actor] = _Visit({number} if entry.event == ARRIVE else set())
        elif _is_left_out(visit, entry.event):
            untold.add(number)
    return untold


def _is_left_out(visit: _Visit, event: str) -> bool:
    """Return whether a lost link or a return is left out; note it in `visit`."""
    if event == LOST:
        left_out = visit.was_lost or not visit.has_deed
        visit.is_lost, visit.was_lost = True, visit.was_lost or not left_out
        return left_out
    left_out, visit.is_lost = visit.is_lost, False
    return left_out
