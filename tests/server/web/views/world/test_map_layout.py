"""The map: the same rooms give the same map, neighbours lie near each other, pins hold."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from server.web.views.world.map_clarity import HEIGHT, WIDTH, rate_passing
from server.web.views.world.map_layout import MapRoom, lay_out
from tests.examples import choose_count
from tests.paths import VAULT
from world.vault.markdown import read_note


def make_line(count: int) -> list[MapRoom]:
    return [
        MapRoom(at, f"Room {at:02}", (at + 1,) if at < count - 1 else ()) for at in range(count)
    ]


def test_neighbours_are_near_and_all_others_further() -> None:
    places = lay_out(make_line(6))
    apart = {pair: math.dist(places[pair[0]], places[pair[1]]) for pair in combinations(places, 2)}
    near = [distance for (a, b), distance in apart.items() if b - a == 1]
    far = [distance for (a, b), distance in apart.items() if b - a > 1]
    assert max(near) < 1.3 and min(near) > 0.7 and min(far) > max(near)


def test_the_order_of_the_rooms_changes_nothing() -> None:
    rooms = make_line(9)
    assert lay_out(rooms) == lay_out(rooms[::-1])


def test_a_pinned_room_lies_where_its_note_says() -> None:
    first, *others = make_line(5)
    pinned = MapRoom(first.id, first.name, first.exits, (3.5, -2.0))
    places = lay_out([pinned, *others])
    assert places[0] == (3.5, -2.0)
    assert math.dist(places[0], places[1]) < 1.5


def test_a_large_world_is_laid_out_within_its_work() -> None:
    """Thousands of rooms have places of their own, without a look at every pair."""
    count = choose_count(1000, 3000)
    places = lay_out(make_line(count))
    assert len(set(places.values())) == count


def make_grid(wide: int) -> list[MapRoom]:
    """Rooms in a square, each with ways to the right and down."""
    return [
        MapRoom(at, f"Room {at:04}", ((at + 1,) if (at + 1) % wide else ()) + (at + wide,))
        for at in range(wide * wide)
    ]


def test_a_large_world_is_no_knot() -> None:
    """Of 1,000 rooms, too, neighbours are near, and each has room for its name."""
    places = lay_out(make_grid(32))
    ways = [
        math.dist(places[at], places[to])
        for at in places
        for to in ((at + 1) * bool((at + 1) % 32), at + 32)
        if to in places and to
    ]
    assert max(ways) < 3 and 0.8 < sum(ways) / len(ways) < 1.5
    assert math.dist(places[0], places[1023]) > 25
    for (x, y), (its_x, its_y) in combinations(places.values(), 2):
        assert math.hypot((x - its_x) / WIDTH, (y - its_y) / HEIGHT) > 0.5


def test_a_large_world_has_its_islands_and_pins() -> None:
    """Rooms without a way lie apart at the rim; a pinned one lies where its note says."""
    rooms = make_grid(16)
    alone = [MapRoom(1000 + at, f"Island {at}") for at in range(20)]
    pinned = MapRoom(0, rooms[0].name, rooms[0].exits, (-9.5, 4.0))
    places = lay_out([pinned, *rooms[1:], *alone])
    assert places[0] == (-9.5, 4.0)
    assert len(set(places.values())) == len(places)
    assert all(math.hypot(*place) < 60 for place in places.values())


@given(st.lists(st.lists(st.integers(0, 12), max_size=4), max_size=10))
def test_any_world_has_a_map(exits: list[list[int]]) -> None:
    """Islands, rooms that lead to themselves and exits to nowhere: finite, each room apart."""
    rooms = [MapRoom(at, f"Room {at}", tuple(out)) for at, out in enumerate(exits)]
    places = lay_out(rooms)
    assert set(places) == {room.id for room in rooms}
    assert all(math.isfinite(x) and math.isfinite(y) for x, y in places.values())
    assert len(set(places.values())) == len(rooms)


def test_no_two_rooms_of_the_starter_world_share_a_place() -> None:
    """Names and people have room: The Sill and The Hall once lay on each other's names."""
    rooms = read_starter_rooms()
    places = lay_out(rooms)
    for one, two in combinations(rooms, 2):
        (x, y), (its_x, its_y) = places[one.id], places[two.id]
        assert math.hypot((x - its_x) / WIDTH, (y - its_y) / HEIGHT) > 0.9, (one.name, two.name)


def test_a_way_passes_beside_a_room() -> None:
    """Three rooms in a row, the ends of which are joined: the way goes around the one between."""
    rooms = [MapRoom(0, "A", (1, 2)), MapRoom(1, "B", (2,)), MapRoom(2, "C"), MapRoom(3, "D", (0,))]
    places = lay_out(rooms)
    for room, begin, end in [(1, 0, 2), (3, 0, 1), (3, 0, 2)]:
        assert rate_passing(places[room], places[begin], places[end]) < 0.2


def read_starter_rooms() -> list[MapRoom]:
    exits: dict[str, dict[str, str]] = {}
    for path in (VAULT / "world").glob("*.md"):
        front: Any = read_note(path).metadata
        exits[path.stem] = front.get("exits", {})
    ids = {name: id for id, name in enumerate(sorted(exits))}
    return [
        MapRoom(id, name, tuple(ids[to] for to in exits[name].values())) for name, id in ids.items()
    ]
