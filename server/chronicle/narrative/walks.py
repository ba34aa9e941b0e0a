"""Walks: somebody's way through several rooms, told once instead of room by room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from late.late_dataclass import late_dataclass
from server.chronicle.entry import ChronicleEntry

LEAVE, ARRIVE = "leave", "arrive"

#: Who stays no longer than this in a room, and does nothing there, only passes through.
PASSING = timedelta(seconds=45)

#: The arrival follows its leaving within this time.
STEP = timedelta(seconds=2)


@late_dataclass(frozen=True, slots=True)
class Walk:
    """A way from one room to another. `begins` and `ends` are places in the list of entries."""

    actor: str
    rooms: tuple[str, ...]
    begins: int
    ends: int
    steps: frozenset[int]
    """The places of all its entries."""

    @property
    def via(self) -> tuple[str, ...]:
        """The rooms between the first and the last."""
        return self.rooms[1:-1]


def find_walks(entries: Sequence[ChronicleEntry]) -> list[Walk]:
    """Return the walks among `entries`, which are in order."""
    walks: list[Walk] = []
    last: dict[str, int] = {}
    for step in _find_steps(entries):
        at = last.get(step.actor)
        if at is not None and _goes_on(walks[at], step, entries):
            walks[at] = _join(walks[at], step)
        else:
            last[step.actor] = len(walks)
            walks.append(step)
    return walks


def _find_steps(entries: Sequence[ChronicleEntry]) -> Iterator[Walk]:
    """Yield each step from one room into the next."""
    left: dict[str, int] = {}
    for number, entry in enumerate(entries):
        if entry.event == LEAVE and entry.actor:
            left[entry.actor] = number
        elif entry.event == ARRIVE and entry.actor in left:
            before = left.pop(entry.actor)
            if entry.at - entries[before].at <= STEP and entries[before].room != entry.room:
                rooms, steps = (entries[before].room, entry.room), frozenset((before, number))
                yield Walk(entry.actor, rooms, before, number, steps)


def _goes_on(walk: Walk, step: Walk, entries: Sequence[ChronicleEntry]) -> bool:
    """Return whether `step` follows upon `walk` without anything between."""
    came, went = entries[walk.ends], entries[step.begins]
    if came.room != went.room or went.at - came.at > PASSING:
        return False
    between = entries[walk.ends + 1 : step.begins]
    return not any(
        each.actor == walk.actor or (each.room == came.room and walk.actor in each.text)
        for each in between
    )


def _join(walk: Walk, step: Walk) -> Walk:
    # Who comes back to the beginning and goes on has made a turn, which the way leaves out.
    so_far = walk.rooms[:1] if walk.rooms[0] == walk.rooms[-1] else walk.rooms
    rooms = _cut_loops((*so_far, step.rooms[-1]))
    return Walk(walk.actor, rooms, walk.begins, step.ends, walk.steps | step.steps)


def _cut_loops(rooms: tuple[str, ...]) -> tuple[str, ...]:
    """Return a way without the turns that lead back to it; a way out and back keeps its turn."""
    if rooms[0] == rooms[-1]:
        return rooms
    at = rooms.index(rooms[-1])
    return rooms[: at + 1]
