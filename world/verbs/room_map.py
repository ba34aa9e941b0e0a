"""Draws the rooms around one: on a grid where exits are directions, else as a tree of ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from world.model import Room
from world.names import key_of

_STEPS = {
    "north": (0, -1),
    "south": (0, 1),
    "east": (1, 0),
    "west": (-1, 0),
    "northeast": (1, -1),
    "northwest": (-1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
}
_LINES = {(1, 0): "-", (-1, 0): "-", (0, 1): "|", (0, -1): "|", (1, 1): "\\", (-1, -1): "\\"}
_CROSSWISE, _BOTH = "/", "X"
_WIDTH = 6
"""Columns from one room of the grid to the next; a row is followed by one of lines."""

Point = tuple[int, int]


def list_rooms_around(start: Room, far: int) -> list[Room]:
    """Return `start` and the rooms that at most `far` exits lead to, the nearest first."""
    away = {start.id: 0}
    found, waiting = [start], deque([start])
    while waiting:
        room = waiting.popleft()
        for way in room.exits.values():
            if way.destination.id not in away and away[room.id] < far:
                away[way.destination.id] = away[room.id] + 1
                found.append(way.destination)
                waiting.append(way.destination)
    return found


def draw_map(start: Room, far: int, here: str) -> str:
    """Return the map around `start`, which is marked with the words `here`."""
    placed = _place(start, far)
    if len(placed) < 2:
        return "\n".join([f"{start.name} {here}", *_tree(start, far, "", {start.id})])
    numbers = {room.id: number for number, room in enumerate(placed, 1)}
    legend = [f"{numbers[room.id]}. {room.name}" for room in placed]
    legend[0] += f" {here}"
    asides = _list_asides(placed)
    return "\n".join([*_grid(placed, numbers), "", *legend, *asides])


# --- a tree -----------------------------------------------------------------------------


def _tree(room: Room, far: int, indent: str, shown: set[int]) -> Iterator[str]:
    """Yield a line for each way from `room` to a room that is not `shown` yet."""
    ways = [way for way in room.exits.values() if way.destination.id not in shown]
    shown.update(way.destination.id for way in ways)
    for way in ways:
        yield f"{indent}+-- {way.name}: {way.destination.name}"
        if far > 1:
            deeper = indent + ("    " if way is ways[-1] else "|   ")
            yield from _tree(way.destination, far - 1, deeper, shown)


# --- a grid -----------------------------------------------------------------------------


def _place(start: Room, far: int) -> Mapping[Room, Point]:
    """Return a point for each room that directions lead to; two rooms never share one."""
    points: dict[Room, Point] = {start: (0, 0)}
    waiting = deque([(start, 0)])
    while waiting:
        room, away = waiting.popleft()
        for way in room.exits.values():
            step = _STEPS.get(key_of(way.name))
            if step is None or way.destination in points or away >= far:
                continue
            point = points[room][0] + step[0], points[room][1] + step[1]
            if point not in points.values():
                points[way.destination] = point
                waiting.append((way.destination, away + 1))
    return points


def _grid(points: Mapping[Room, Point], numbers: Mapping[int, int]) -> list[str]:
    left, top = (min(point[at] for point in points.values()) for at in (0, 1))
    cells: dict[Point, str] = {}
    for room, (across, down) in points.items():
        column, row = (across - left) * _WIDTH, (down - top) * 2
        for way in room.exits.values():
            step = _STEPS.get(key_of(way.name))
            if step and points.get(way.destination) == (across + step[0], down + step[1]):
                for cell, mark in _draw_line(column, row, step).items():
                    cells[cell] = mark if cells.get(cell, mark) == mark else _BOTH
        label = f"[{numbers[room.id]}]"
        cells.update({(column + at, row): char for at, char in enumerate(label)})
    return _render(cells)


def _draw_line(column: int, row: int, step: Point) -> dict[Point, str]:
    """Return the characters between two neighbours."""
    mark = _LINES.get(step, _CROSSWISE)
    middle = column + 1 + step[0] * _WIDTH // 2
    if step[1] == 0:
        return {(middle + at, row): mark for at in (-1, 0, 1)}
    return {(middle, row + step[1]): mark}


def _render(cells: Mapping[Point, str]) -> list[str]:
    rows = range(min(row for _, row in cells), max(row for _, row in cells) + 1)
    left = min(column for column, _ in cells)
    right = max(column for column, _ in cells)
    return [
        "".join(cells.get((column, row), " ") for column in range(left, right + 1)).rstrip()
        for row in rows
    ]


def _list_asides(points: Mapping[Room, Point]) -> list[str]:
    """Return the ways that the grid cannot show, a line each."""
    lines = []
    for room, (across, down) in points.items():
        for way in room.exits.values():
            step = _STEPS.get(key_of(way.name), (0, 0))
            if points.get(way.destination) != (across + step[0], down + step[1]) or step == (0, 0):
                lines.append(f"{room.name}, {way.name}: {way.destination.name}")
    return lines
