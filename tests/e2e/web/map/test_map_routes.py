"""The courses of the map's ways, and the water that they go round, by modules of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.web.support.modules import call
from tests.e2e.worlds import make_world


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Chromium]:
    with make_world(tmp_path_factory.mktemp("routes")).server() as server:
        server.client().create("Ada")
        be_logged_in(chromium, server.web)
        yield chromium


#: A map of rooms with their ways, and how much of each way lies over the water that is drawn.
CHART = """(async (rooms) => {
  const { chart } = await import("tarn/views/world/layout.js");
  const { ways, ground } = chart(rooms);
  const context = document.createElement("canvas").getContext("2d");
  const water = new Path2D(ground.water.join(""));
  const isWet = ([x, y]) => context.isPointInPath(water, x, y);
  const middle = ([a, b], [c, d], share) => [a + share * (c - a), b + share * (d - b)];
  const measure = (points) => points.slice(1)
    .flatMap((each, n) => [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => middle(points[n], each, share)))
    .filter(isWet).length;
  const told = ways.map(({ key, kind, points }) =>
    [key, { kind, wet: measure(points), bends: points.length > 2 }]);
  return { ways: Object.fromEntries(told), waters: ground.water.length };
})"""


def make_room(id: int, x: float, y: float, **ways: int) -> dict[str, Any]:
    """A room at water, with its ways by name."""
    exits = [{"name": name, "to": to} for name, to in ways.items()]
    return {"id": id, "name": f"Room {id}", "x": x, "y": y, "ground": "water", "exits": exits}


#: Four corners of a lake, and one in the middle of a side that is no corner.
CORNERS = ((0, 0), (1.6, 0), (1.6, 1.2), (0, 1.2), (0.8, 1.3))


def make_shore(**ways: int) -> list[dict[str, Any]]:
    """Rooms around a lake; the first has these ways."""
    return [
        make_room(number, x, y, **(ways if number == 0 else {}))
        for number, (x, y) in enumerate(CORNERS)
    ]


def draw(page: Chromium, rooms: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"{CHART}({json.dumps(rooms)})")
    return found


def test_a_way_goes_round_the_water_and_a_ferry_over_it(page: Chromium) -> None:
    """Whatever leads to the far shore: only a ferry or a bridge is straight over water."""
    path = draw(page, make_shore(east=2))["ways"]["0-2"]
    assert path["kind"] == "path" and path["wet"] == 0
    for name, kind in (("ferry", "ferry"), ("bridge", "bridge")):
        way = draw(page, make_shore(**{name: 2}))["ways"]["0-2"]
        assert way["kind"] == kind and way["wet"] > 0 and not way["bends"]


def test_a_way_along_the_shore_is_straight(page: Chromium) -> None:
    way = draw(page, make_shore(east=1))["ways"]["0-1"]
    assert way == {"kind": "path", "wet": 0, "bends": False}


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["north", "south"], "path"),
        (["across", "Ferry"], "ferry"),
        (["the old bridge"], "bridge"),
        (["abridged"], "path"),
    ],
)
def test_a_way_is_what_its_exits_are_called(page: Chromium, names: list[str], kind: str) -> None:
    assert call(page, "views/world/routes", f"m.nameWay({json.dumps(names)})") == kind


def test_one_of_two_ways_that_cross_passes_over_the_other(page: Chromium) -> None:
    """Ways that begin at one room do not cross, and neither does a ferry."""
    ways = [
        {"key": "a", "kind": "path", "points": [[0, 0], [100, 100]]},
        {"key": "b", "kind": "path", "points": [[0, 100], [100, 0]]},
        {"key": "c", "kind": "path", "points": [[0, 0], [200, 10]]},
        {"key": "d", "kind": "ferry", "points": [[20, 0], [20, 100]]},
    ]
    over = call(page, "views/world/routes", f"m.drawOverpasses({json.dumps(ways)})")
    assert len(over) == 2
    assert over[0] == "M43.6 56.4L56.4 43.6"
