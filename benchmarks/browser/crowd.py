"""A world of any size, as the stream tells a page of it: rooms on the map, people, what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from server.web.views.world.map_layout import MapRoom, lay_out

Message = dict[str, Any]
KINDS = ("Mill", "Jetty", "Garden", "Lane", "Cellar", "Hill Farm", "Boat House", "Long Gallery")
GROUNDS = ("", "", "", "water", "green", "height")
WORDS = "The water is at mark {} this morning, and the boat has not come in yet."
OLD_LINES = 800
"""Lines of before that the page begins with: as many as it keeps."""
SEED = 12


class Crowd:
    """So many rooms, each beside the next ones, and people who walk and talk in them."""

    def __init__(self, rooms: int, people: int) -> None:
        self._random = random.Random(SEED)
        wide = round(rooms**0.5)
        ways = {
            id: tuple(
                to
                for to in (id - 1, id + 1, id - wide, id + wide)
                if 0 < to <= rooms and (abs(to - id) > 1 or (to - 1) // wide == (id - 1) // wide)
            )
            for id in range(1, rooms + 1)
        }
        names = {id: f"The {KINDS[id % len(KINDS)]} {id}" for id in ways}
        places = lay_out([MapRoom(id, names[id], ways[id], None) for id in ways])
        self.rooms = [
            {
                "id": id,
                "name": names[id],
                "x": places[id][0],
                "y": places[id][1],
                "ground": GROUNDS[id % len(GROUNDS)],
                "indoors": id % 3 == 0,
                "exits": [{"name": names[to].lower(), "to": to} for to in ways[id]],
            }
            for id in ways
        ]
        self._ways, self._names = ways, names
        self.people = {id: self._make_person(id) for id in range(rooms + 1, rooms + people + 1)}
        self._seq = 0

    def _make_person(self, id: int) -> Message:
        kind = "agent" if id % 4 else "person"
        room = self._random.choice(list(self._ways))
        return {"id": id, "name": f"Inhabitant {id}", "kind": kind, "room": room, "mark": ""}

    def describe_all(self) -> Message:
        """Return the picture that a page begins with."""
        people = list(self.people.values())
        return {
            "type": "world",
            "seq": 0,
            "you": {"name": "Ada", "role": "administrator"},
            "time": None,
            "rooms": self.rooms,
            "people": people,
            "events": [
                {**self._tell(people[n % len(people)], "speech", f"says, {n}"), "seq": 0}
                for n in range(OLD_LINES)
            ],
        }

    def happen(self, times: int) -> Iterator[Sequence[Message]]:
        """Yield what a page is sent of each event: somebody says something, or goes elsewhere."""
        for number in range(times):
            person = self._random.choice(list(self.people.values()))
            if number % 2:
                yield self.walk(person["id"])
            else:
                yield [self.say(person["id"], WORDS.format(number))]

    def say(self, id: int, words: str) -> Message:
        """Return what is told of somebody who says something."""
        return self._tell(self.people[id], "speech", f'says, "{words}"')

    def walk(self, id: int) -> Sequence[Message]:
        """Return what is told of somebody who goes to a room beside theirs."""
        before = self.people[id]
        after = {**before, "room": self._ways[before["room"]][0]}
        self.people[id] = after
        leaves = self._tell(before, "movement", "leaves.")
        arrives = self._tell(after, "movement", "arrives.")
        return [leaves, arrives, {"type": "presence", "people": [after], "gone": []}]

    def _tell(self, person: Mapping[str, Any], kind: str, words: str) -> Message:
        self._seq += 1
        return {
            "type": "event",
            "seq": self._seq,
            "at": "2026-11-22T08:00:00Z",
            "now": True,
            "room": self._names[person["room"]],
            "place": person["room"],
            "actor": person["name"],
            "who": person["id"],
            "by": person["kind"],
            "kind": kind,
            "event": "say" if kind == "speech" else "go",
            "text": f"{person['name']} {words}",
            "private": False,
        }
