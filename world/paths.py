"""Finds the way from one room to another."""

from __future__ import annotations

from collections import deque

from world.model import Exit, Room


def shortest_path(start: Room, goal: Room) -> list[Exit] | None:
    """Return the exits of the shortest way from `start` to `goal`, None if there is no way.

    The result is empty if both are the same.  Of several equally short ways the order of the
    exits decides, so it is always the same one.
    """
    came: dict[int, tuple[Room, Exit] | None] = {start.id: None}
    waiting = deque([start])
    while waiting:
        room = waiting.popleft()
        if room is goal:
            return _way_back(came, goal)
        for exit in room.exits.values():
            if exit.destination.id not in came:
                came[exit.destination.id] = (room, exit)
                waiting.append(exit.destination)
    return None


def _way_back(came: dict[int, tuple[Room, Exit] | None], goal: Room) -> list[Exit]:
    steps: list[Exit] = []
    step = came[goal.id]
    while step is not None:
        room, exit = step
        steps.append(exit)
        step = came[room.id]
    return steps[::-1]
