"""Lays out the map: a place for every room, so that near rooms lie near each other.

The same rooms and exits give the same map: nothing here is left to chance.  Where what is asked
of a map disagrees, decision 71 says what wins.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from late.late_dataclass import late_dataclass
from server.web.views.world.map_clarity import MapClarity
from server.web.views.world.map_sparse import lay_out_many
from server.web.views.world.map_stress import Point, find_steps, relax

WORK = 2_000_000
"""Pairs of rooms that are looked at, at most; with many rooms the map is rougher."""

MANY = 150
"""From so many rooms on, a room looks at those around it alone, and at some landmarks."""

MOST_ROUNDS = 100
MOST_STARTS = 12

CLEAR_WORK = 300_000
"""Pairs of rooms and ways that are looked at to make the map clearer."""

_GOLDEN = math.pi * (3 - math.sqrt(5))


@late_dataclass(frozen=True, slots=True)
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
    pins = [room.pin for room in rooms]
    if len(rooms) < MANY:
        places = _find_best(near, pins)
    else:
        places = lay_out_many(near, pins, _begin(pins, 0), WORK)
        places = places if any(pins) else _turn_wide(places)
    return {room.id: (round(x, 3), round(y, 3)) for room, (x, y) in zip(rooms, places, strict=True)}


def _find_neighbours(rooms: Sequence[MapRoom]) -> list[list[int]]:
    index = {room.id: at for at, room in enumerate(rooms)}
    near: list[set[int]] = [set() for _ in rooms]
    for at, room in enumerate(rooms):
        for other in (index[id] for id in room.exits if id in index and id != room.id):
            near[at].add(other)
            near[other].add(at)
    return [sorted(each) for each in near]


def _find_best(near: Sequence[Sequence[int]], pins: Sequence[Point | None]) -> list[Point]:
    """Lay the rooms out from several beginnings; return the clearest, made clearer still."""
    count = len(near)
    steps = [find_steps(near, start) for start in range(count)]
    rounds = min(MOST_ROUNDS, WORK // (count * count))
    starts = max(1, min(MOST_STARTS, count, WORK // (count * count * max(1, rounds))))
    clarity = MapClarity(near, steps)
    tried = []
    for start in range(starts):
        places = _begin(pins, start * count // starts)
        relax(places, steps, pins, rounds)
        tried.append(places if any(pins) else _turn_wide(places))
    best = min(tried, key=clarity.rate) if len(tried) > 1 else tried[0]
    return clarity.improve(best, [pin is None for pin in pins], CLEAR_WORK)


def _begin(pins: Sequence[Point | None], turn: int) -> list[Point]:
    """Return places to begin with: evenly apart, none on top of another; `turn` shifts them."""
    count = len(pins)
    return [pin or _spiral((at + turn) % count) for at, pin in enumerate(pins)]


def _spiral(at: int) -> Point:
    radius = math.sqrt(at + 0.5)
    return radius * math.cos(at * _GOLDEN), radius * math.sin(at * _GOLDEN)


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
