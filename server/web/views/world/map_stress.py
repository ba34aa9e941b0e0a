"""Places by distances: rooms as far apart as the ways between them are long.

This minimises stress by majorisation (Gansner, Koren and North, "Graph drawing by stress
majorization", 2004), which has no randomness.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

Point = tuple[float, float]

AT_REST = 0.001
"""When no room is moved further than this, the map is done."""


def find_steps(near: Sequence[Sequence[int]], start: int) -> list[int]:
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


def relax(
    places: list[Point],
    steps: Sequence[Sequence[int]],
    pins: Sequence[Point | None],
    rounds: int,
) -> None:
    """Move each room without a pin to where the others, each at its distance, would have it."""
    if len(places) < 2:
        return
    for _ in range(rounds):
        moved = 0.0
        for at, pin in enumerate(pins):
            if pin is None:
                before, places[at] = places[at], _find_wanted(places, steps[at], at)
                moved = max(moved, math.dist(before, places[at]))
        if moved < AT_REST:
            return


def _find_wanted(places: Sequence[Point], steps: Sequence[int], at: int) -> Point:
    x, y = places[at]
    sum_x = sum_y = weights = 0.0
    for other, (its_x, its_y) in enumerate(places):
        if other == at:
            continue
        apart = math.hypot(x - its_x, y - its_y) or 1e-9
        distance = steps[other]
        weight = 1.0 / (distance * distance)
        pull = distance / apart
        sum_x += weight * (its_x + (x - its_x) * pull)
        sum_y += weight * (its_y + (y - its_y) * pull)
        weights += weight
    return sum_x / weights, sum_y / weights
