"""A map of many rooms: as by `relax`, but each room looks at those around it and a few landmarks.

The beginning is pivot MDS (Brandes and Pich, "Eigensolver methods for progressive multidimensional
scaling", 2006), what follows a sparse stress model (Ortmann, Klimenta and Brandes, "A sparse stress
model", 2016). Nothing is left to chance. The work grows with the rooms, not with their pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from operator import mul

from server.web.views.world.map_clarity import HEIGHT, WIDTH
from server.web.views.world.map_stress import Point, find_steps

LANDMARKS = 24
AROUND = 2
"""So many steps around it a room looks at every other."""

MOST_AROUND = 40
ROUNDS = 40
POWER_ROUNDS = 50
SPREAD_ROUNDS = 12
APART = 1e-3
"""Times a spiral, which keeps rooms apart that all landmarks see at the same distance."""

Pull = tuple[int, float, float]
"""Another room, how far from it a room should be, and how much that counts."""


def lay_out_many(
    near: Sequence[Sequence[int]], pins: Sequence[Point | None], begin: Sequence[Point], work: int
) -> list[Point]:
    """Return the places of rooms by their neighbours, for about so many looks at most.

    `begin` keeps apart what nothing else does.
    """
    near = _join_islands(near)
    seen = _choose_landmarks(near)
    shifted = (
        (x + APART * off_x, y + APART * off_y)
        for (x, y), (off_x, off_y) in zip(_scale(near, list(seen.values())), begin, strict=True)
    )
    places = [pin or place for pin, place in zip(pins, shifted, strict=True)]
    pulls = [_list_pulls(near, seen, at) for at in range(len(near))]
    looks = sum(map(len, pulls))
    for _ in range(min(ROUNDS, work // max(1, looks))):
        for at, pin in enumerate(pins):
            if pin is None and pulls[at]:
                places[at] = _find_pulled(places, places[at], pulls[at])
    for _ in range(SPREAD_ROUNDS):
        if not _spread(places, pins):
            break
    return places


def _choose_landmarks(near: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """Return rooms far from each other, with the steps from each to all."""
    seen: dict[int, list[int]] = {}
    nearest = [len(near) + 2] * len(near)
    while len(seen) < min(LANDMARKS, len(near)):
        landmark = max(range(len(near)), key=nearest.__getitem__)
        if landmark in seen:
            break
        seen[landmark] = find_steps(near, landmark)
        nearest = list(map(min, nearest, seen[landmark]))
    return seen


def _join_islands(near: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """Return the neighbours with a way from each island to a room at the rim of the largest."""
    islands: list[list[int]] = []
    found: set[int] = set()
    for at in range(len(near)):
        if at not in found:
            islands.append([at, *_find_around(near, at, len(near), len(near))])
            found.update(islands[-1])
    main, *others = sorted(islands, key=len, reverse=True)
    joined = [list(each) for each in near]
    for number, island in enumerate(others):
        # What was found last lies farthest from where the search began.
        rim = main[-1 - number % len(main)]
        joined[rim].append(island[0])
        joined[island[0]].append(rim)
    return joined


def _scale(near: Sequence[Sequence[int]], seen: Sequence[Sequence[int]]) -> list[Point]:
    """Return places whose distances to the landmarks are about the steps."""
    rows = _centre([[step * step for step in steps] for steps in seen])
    products = [[sum(map(mul, one, other)) for other in rows] for one in rows]
    first = _find_axis(products, [])
    second = _find_axis(products, [first])
    columns = list(zip(*rows, strict=True))
    xs, ys = ([sum(map(mul, axis, column)) for column in columns] for axis in (first, second))
    wide, high = (math.sqrt(math.hypot(*axis)) or 1.0 for axis in (xs, ys))
    places = [(x / wide, y / high) for x, y in zip(xs, ys, strict=True)]
    ways = [math.dist(places[at], places[to]) for at, ends in enumerate(near) for to in ends]
    scale = len(ways) / (sum(ways) or 1.0)
    return [(x * scale, y * scale) for x, y in places]


def _centre(squares: Sequence[Sequence[int]]) -> list[list[float]]:
    columns = [sum(column) / len(squares) for column in zip(*squares, strict=True)]
    mean = sum(columns) / len(columns)
    return [
        [
            -0.5 * (each - sum(row) / len(row) - column + mean)
            for each, column in zip(row, columns, strict=True)
        ]
        for row in squares
    ]


def _find_axis(
    products: Sequence[Sequence[float]], others: Sequence[Sequence[float]]
) -> list[float]:
    """Return the direction in which landmarks lie widest, across the others, by power iteration."""
    axis = [1.0 + 0.1 * at for at in range(len(products))]
    for _ in range(POWER_ROUNDS):
        for other in others:
            along = sum(map(mul, axis, other))
            axis = [each - along * its for each, its in zip(axis, other, strict=True)]
        axis = [sum(map(mul, row, axis)) for row in products]
        length = math.hypot(*axis)
        if not length:
            break
        axis = [each / length for each in axis]
    return axis


def _list_pulls(near: Sequence[Sequence[int]], seen: dict[int, list[int]], at: int) -> list[Pull]:
    """Return what a room looks at: all around it, and the landmarks, each for those behind it."""
    around = _find_around(near, at, AROUND, MOST_AROUND)
    pulls = [(other, float(steps), 1.0 / (steps * steps)) for other, steps in around.items()]
    for landmark, steps in seen.items():
        if landmark != at and landmark not in around:
            pulls.append((landmark, float(steps[at]), _SHARE * len(near) / steps[at] ** 2))
    return pulls


_SHARE = 0.5 / LANDMARKS
"""For so many of all rooms a landmark stands."""


def _find_around(
    near: Sequence[Sequence[int]], at: int, farthest: int, most: int
) -> dict[int, int]:
    """Return the steps to the rooms around one, the nearest first: so far and so many at most."""
    found = {at: 0}
    edge = [at]
    for steps in range(1, farthest + 1):
        reached = dict.fromkeys(other for here in edge for other in near[here])
        edge = [other for other in reached if other not in found][: most - len(found) + 1]
        found.update(dict.fromkeys(edge, steps))
        if not edge:
            break
    del found[at]
    return found


def _find_pulled(places: Sequence[Point], here: Point, pulls: Sequence[Pull]) -> Point:
    x, y = here
    sum_x = sum_y = weights = 0.0
    for other, distance, weight in pulls:
        its_x, its_y = places[other]
        pull = distance / (math.hypot(x - its_x, y - its_y) or 1e-9)
        sum_x += weight * (its_x + (x - its_x) * pull)
        sum_y += weight * (its_y + (y - its_y) * pull)
        weights += weight
    return sum_x / weights, sum_y / weights


def _spread(places: list[Point], pins: Sequence[Point | None]) -> bool:
    """Move rooms apart that lie on each other's names; return whether there were any."""
    squares: dict[tuple[int, int], list[int]] = {}
    for at, (x, y) in enumerate(places):
        squares.setdefault((math.floor(x / WIDTH), math.floor(y / HEIGHT)), []).append(at)
    moved = False
    for at, other in _list_pairs(squares):
        moved = _part(places, pins, at, other) or moved
    return moved


def _list_pairs(squares: dict[tuple[int, int], list[int]]) -> Iterator[tuple[int, int]]:
    for (column, row), rooms in squares.items():
        for right, down in ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            for at in rooms:
                for other in squares.get((column + right, row + down), ()):
                    if (right, down) != (0, 0) or at < other:
                        yield at, other


def _part(places: list[Point], pins: Sequence[Point | None], at: int, other: int) -> bool:
    wide = (places[other][0] - places[at][0]) / WIDTH
    high = (places[other][1] - places[at][1]) / HEIGHT
    apart = math.hypot(wide, high)
    if apart >= 1:
        return False
    share = 0.5 * (1 - apart) / (apart or 1e-9)
    for each, way in ((at, -share), (other, share)):
        if pins[each] is None:
            x, y = places[each]
            places[each] = x + way * wide * WIDTH, y + way * high * HEIGHT
    return True
