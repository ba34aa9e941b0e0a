"""How clear a map is, and a clearer one: names apart, no way through a room, few crossings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from server.web.views.world.map_stress import Point

WIDTH, HEIGHT = 1.0, 0.85
"""What a room takes for itself with its name below and people above it."""

BESIDE = 0.45
"""How far from a room the ways of others should pass."""

CLOSE, THROUGH, CROSSED = 6.0, 2.0, 0.8
"""What two rooms on one place, a way through a room's middle, and two ways that cross cost, where
two neighbours twice as far apart as they should be cost 1."""

STEPS = (0.5, 0.25, 0.12)
DIRECTIONS = tuple((math.cos(n * math.pi / 4), math.sin(n * math.pi / 4)) for n in range(8))

CLEAR = 0.02
"""A room that costs no more for clearness stays where it is."""

Way = tuple[int, int]


class MapClarity:
    """Rates maps of the same rooms; less is better."""

    def __init__(self, near: Sequence[Sequence[int]], steps: Sequence[Sequence[int]]) -> None:
        """`near` are each room's neighbours, `steps` how far each room is from each."""
        self._near, self._steps = near, steps
        self._ways = [
            (at, other) for at, others in enumerate(near) for other in others if at < other
        ]

    def rate(self, places: Sequence[Point]) -> float:
        """Return what a map costs."""
        return sum(
            self._rate_distances(places, at) + self._rate_clearness(places, at)
            for at in range(len(places))
        )

    def improve(self, places: Sequence[Point], may_move: Sequence[bool], work: int) -> list[Point]:
        """Return a map in which rooms that are unclear have moved, for so many looks at most."""
        found = list(places)
        left = work
        moved = True
        while moved and left > 0:
            moved = False
            for at in range(len(found)):
                left -= self._looks(at)
                if not may_move[at] or self._rate_clearness(found, at) < CLEAR:
                    continue
                left -= self._looks(at) * len(STEPS) * len(DIRECTIONS)
                if left < 0:
                    break
                moved = self._move(found, at) or moved
        return found

    def _looks(self, at: int) -> int:
        return (1 + len(self._near[at])) * (len(self._near) + len(self._ways))

    def _move(self, places: list[Point], at: int) -> bool:
        """Move a room to the best place around it; return whether there is a better one."""
        x, y = begin = places[at]
        best, least = begin, self._rate_room(places, at) - 0.001
        for step in STEPS:
            for towards_x, towards_y in DIRECTIONS:
                places[at] = x + step * towards_x, y + step * towards_y
                cost = self._rate_room(places, at)
                if cost < least:
                    best, least = places[at], cost
        places[at] = best
        return best != begin

    def _rate_room(self, places: Sequence[Point], at: int) -> float:
        return self._rate_distances(places, at) + self._rate_clearness(places, at)

    def _rate_distances(self, places: Sequence[Point], at: int) -> float:
        steps, here = self._steps[at], places[at]
        return sum(
            (math.dist(here, there) / steps[other] - 1) ** 2
            for other, there in enumerate(places)
            if other != at
        )

    def _rate_clearness(self, places: Sequence[Point], at: int) -> float:
        return sum(self._list_costs(places, at))

    def _list_costs(self, places: Sequence[Point], at: int) -> Iterator[float]:
        """Yield what is unclear about a room and its ways."""
        here = places[at]
        own = [(at, other) for other in self._near[at]]
        for other, there in enumerate(places):
            if other != at:
                yield CLOSE * _rate_closeness(here, there)
        for one, two in self._ways:
            if at not in (one, two):
                yield THROUGH * rate_passing(here, places[one], places[two])
                yield from (
                    CROSSED
                    for _, end in own
                    if end not in (one, two)
                    and _do_cross(here, places[end], places[one], places[two])
                )
        for _, end in own:
            for other, there in enumerate(places):
                if other not in (at, end):
                    yield THROUGH * rate_passing(there, here, places[end])


def _rate_closeness(one: Point, two: Point) -> float:
    """Return 0 for rooms whose names are clear of each other, up to 1."""
    apart = math.hypot((one[0] - two[0]) / WIDTH, (one[1] - two[1]) / HEIGHT)
    return (1 - apart) ** 2 if apart < 1 else 0.0


def rate_passing(room: Point, begin: Point, end: Point) -> float:
    """Return 0 for a way that passes well beside a room, up to 1."""
    along_x, along_y = end[0] - begin[0], end[1] - begin[1]
    length = along_x * along_x + along_y * along_y or 1e-9
    share = ((room[0] - begin[0]) * along_x + (room[1] - begin[1]) * along_y) / length
    share = min(1.0, max(0.0, share))
    apart = math.hypot(room[0] - begin[0] - share * along_x, room[1] - begin[1] - share * along_y)
    return (1 - apart / BESIDE) ** 2 if apart < BESIDE else 0.0


def _do_cross(one: Point, two: Point, three: Point, four: Point) -> bool:
    def side(a: Point, b: Point, c: Point) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    return side(one, two, three) != side(one, two, four) and side(three, four, one) != side(
        three, four, two
    )
