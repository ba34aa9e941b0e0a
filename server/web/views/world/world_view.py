"""The world as pages and programs are shown it: rooms with their places on the map, and people."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from server.happening.world_clock import WorldClock
from server.web.views.world.map_ground import Ground, find_ground
from server.web.views.world.map_layout import MapRoom, lay_out
from server.web.views.world.map_stress import Point
from world.model import Character, Room
from world.vault.map_pins import read_pin
from world.vault.note_sync import DIGEST
from world.world import World

Data = dict[str, Any]

HOURS = 24
"""Of a day of the world."""


class WorldView:
    """The map and what is on it; `refresh` lays the map out again if rooms have changed."""

    def __init__(self, world: World, world_clock: WorldClock) -> None:
        self._world, self._world_clock = world, world_clock
        self._laid_out: Sequence[MapRoom] | None = None
        self._grounds: Sequence[Ground] = ()
        self.rooms: Sequence[Data] = ()
        """Every room with its place on the map, by name."""

    async def refresh(self) -> bool:
        """Bring the map up to date; return whether it has changed."""
        rooms = [_make_map_room(room) for room in self._world.rooms()]
        grounds = [find_ground(room) for room in self._world.rooms()]
        if rooms == self._laid_out and grounds == self._grounds:
            return False
        self._laid_out, self._grounds = rooms, grounds
        places = await asyncio.to_thread(lay_out, rooms)
        self.rooms = [
            _describe_room(room, places[room.id])
            for room in sorted(self._world.rooms(), key=lambda room: room.key)
            if room.id in places
        ]
        return True

    def describe_time(self) -> Data | None:
        """Return the world's time; None: it keeps none."""
        time = self._world.time()
        if time is None:
            return None
        return {
            "day": time.day,
            "clock": time.clock,
            "phase": time.phase,
            "season": time.season,
            "weather": time.weather,
            "hour_minutes": self._world_clock.calendar.day_length / HOURS,
        }

    def describe_room(self, id: int) -> Data | None:
        """Return what one sees in a room; None: there is no such room."""
        room = self._world.thing(id)
        if not isinstance(room, Room):
            return None
        here = self._world.gathering(room)
        return {
            "id": room.id,
            "name": room.name,
            "description": room.description,
            "exits": [{"name": e.name, "to": e.destination.id} for e in room.exits.values()],
            "things": sorted(each.name for each in room.contents if each.kind == "thing"),
            "people": [each.name for each in here.by_name],
            "note": f"world/{room.name}.md" if DIGEST in room.properties else "",
        }

    def describe_person(self, id: int) -> Data | None:
        """Return what one sees of somebody who is awake; None: there is nobody."""
        body = self._world.thing(id)
        if not isinstance(body, Character) or self._world.kind_of(id) is None:
            return None
        return {
            "id": body.id,
            "name": body.name,
            "kind": self._world.kind_of(id),
            "room": body.room.id,
            "mark": self._world.presence.mark_of(id),
            "description": body.description,
            "doing": self._world.find_doing(body),
        }


def _make_map_room(room: Room) -> MapRoom:
    exits = tuple(each.destination.id for each in room.exits.values())
    return MapRoom(room.id, room.name, exits, read_pin(room))


def _describe_room(room: Room, place: Point) -> Data:
    ground = find_ground(room)
    return {
        "id": room.id,
        "name": room.name,
        "x": place[0],
        "y": place[1],
        "ground": ground.kind,
        "indoors": ground.indoors,
        "exits": [{"name": e.name, "to": e.destination.id} for e in room.exits.values()],
    }
