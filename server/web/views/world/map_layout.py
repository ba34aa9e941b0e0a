"""Lays out the map: a place for every room, so that near rooms lie near each other.

The layout minimises stress by majorisation (Gansner, Koren and North, "Graph drawing by stress
majorization", 2004), which has no randomness: the same rooms and exits give the same map.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]

WORK = 2_000_000
"""Pairs of rooms that are looked at, at most; with many rooms the map is rougher."""

MOST_ROUNDS = 300

_GOLDEN = math.pi * (3 - math.sqrt(5))


@dataclass(frozen=True, slots=True)
class MapRoom:
    """A room as the layout needs it. `pin`: where its note wants it."""

    id: int
    name: str
    exits: tuple[int, ...] = ()
    pin: Point | None = None


def lay_out(rooms: Sequence[MapRoom]) -> Mapping[int, Point]:
    """Return the place of each room by its id; neighbours are about 1 apart, y grows downwards."""
    rooms = sorted(rooms, key=lambda room: (room.name.casefold(), room.id))
    if not rooms:
        return {}
    near = _find_neighbours(rooms)
    pinned = [room.pin for room in rooms]
    places = [pin or _spiral(at) for at, pin in enumerate(pinned)]
    distances = [_measure(near, start) for start in range(len(rooms))] if _fits(rooms) else []
    for _ in range(_count_rounds(len(rooms))):
        _improve(places, distances, pinned)
    if not any(pinned):
        places = _turn_wide(places)
    return {room.id: (round(x, 3), round(y, 3)) for room, (x, y) in zip(rooms, places, strict=True)}


def _fits(rooms: Sequence[MapRoom]) -> bool:
    return len(rooms) ** 2 <= WORK


def _count_rounds(count: int) -> int:
    return min(MOST_ROUNDS, WORK // (count * count))


def _find_neighbours(rooms: Sequence[MapRoom]) -> list[list[int]]:
    index = {room.id: at for at, room in enumerate(rooms)}
    near: list[set[int]] = [set() for _ in rooms]
    for at, room in enumerate(rooms):
        for other in (index[id] for id in room.exits if id in index and id != room.id):
            near[at].add(other)
            near[other].add(at)
    return [sorted(each) for each in near]


def _measure(near: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the steps from a room to each; what cannot be reached is a little further than all."""
    steps = [-1] * len(near)
    steps[start] = 0
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for other in near[here]:
            if steps[other] < 0:
                steps[other] = steps[here] + 1
                waiting.append(other)
    far = max(steps) + 2
    return [each if each >= 0 else far for each in steps]


def _spiral(at: int) -> Point:
    """Return the places to begin with: evenly apart, none on top of another."""
    radius = math.sqrt(at + 0.5)
    return radius * math.cos(at * _GOLDEN), radius * math.sin(at * _GOLDEN)


def _improve(
    places: list[Point], distances: Sequence[Sequence[int]], pinned: Sequence[Point | None]
) -> None:
    """Move each room to where the others, each at its distance, would have it."""
    for at, pin in enumerate(pinned):
        if pin is None and len(places) > 1:
            places[at] = _find_best(places, distances[at], at)


def _find_best(places: Sequence[Point], wanted: Sequence[int], at: int) -> Point:
    x, y = places[at]
    sum_x = sum_y = weights = 0.0
    for other, (its_x, its_y) in enumerate(places):
        if other == at:
            continue
        apart = math.hypot(x - its_x, y - its_y) or 1e-9
        distance = wanted[other]
        weight = 1.0 / (distance * distance)
        pull = distance / apart
        sum_x += weight * (its_x + (x - its_x) * pull)
        sum_y += weight * (its_y + (y - its_y) * pull)
        weights += weight
    return sum_x / weights, sum_y / weights


def _turn_wide(places: Sequence[Point]) -> list[Point]:
    """Turn the map so that it is wider than high, as screens are."""
    count = len(places)
    middle_x = sum(x for x, _ in places) / count
    middle_y = sum(y for _, y in places) / count
    moved = [(x - middle_x, y - middle_y) for x, y in places]
    spread_x = sum(x * x for x, _ in moved)
    spread_y = sum(y * y for _, y in moved)
    mixed = sum(x * y for x, y in moved)
    angle = -0.5 * math.atan2(2 * mixed, spread_x - spread_y)
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in moved]
