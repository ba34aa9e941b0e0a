"""Where names, lists and bubbles stand on the map, and how talk and times are set, by modules."""

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
    with make_world(tmp_path_factory.mktemp("names")).server() as server:
        server.client().create("Ada")
        be_logged_in(chromium, server.web)
        yield chromium


#: A room in the middle, of which a way leads to each of some places, with the people who are in it.
PLACE = """(async (ends, people, edges) => {
  const names = await import("tarn/views/world/name_places.js");
  const boxes = await import("tarn/views/world/boxes.js");
  const at = new Map([[1, { x: 0, y: 0 }]]);
  const ways = ends.map(([x2, y2]) => ({ line: { x1: 0, y1: 0, x2, y2 } }));
  const name = names.placeNames([{ id: 1, name: "The Landing" }], at, ways).get(1);
  const fixed = boxes.indexBoxes([name.box, { left: -11, top: -11, width: 22, height: 22 }], 260);
  const lines = names.indexWays(ways);
  const list = names.placeList(name, at.get(1), people, { fixed, lines, edges });
  const inside = (box) => Math.max(0, ...ways.map(({ line }) => boxes.measureInside(line, box)));
  return { name: inside(name.box), list: inside(list), meet: boxes.meet(name.box, list), box: list,
    rows: list.rows };
})"""


def place(page: Chromium, *given: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(f"{PLACE}({', '.join(map(json.dumps, given))})")
    return found


@pytest.mark.parametrize(
    "ends",
    [
        [[0, 200]],
        [[-200, 130], [200, 130]],
        [[-150, -100], [150, -40], [120, 180], [-120, 160]],
        [[0, -200], [0, 200], [-200, 0]],
    ],
    ids=["down", "down to both sides", "four", "all but right"],
)
def test_names_and_lists_stand_off_the_ways(page: Chromium, ends: list[list[int]]) -> None:
    """Wherever the ways of a room lead to, and off each other."""
    for people in (["Moss"], ["Moss", "Hester"], ["Ada", "Cobb", "Lena"]):
        found = place(page, ends, people)
        assert (found["name"], found["list"], found["meet"]) == (0, 0, False), people
        assert len(found["rows"]) == len(people)


def test_a_list_ends_within_the_map(page: Chromium) -> None:
    """Below where its name would have it, or above: it goes where there is room."""
    for edges in (
        {"left": -500, "top": -500, "right": 500, "bottom": 45},
        {"left": -500, "top": -20, "right": 500, "bottom": 500},
    ):
        box = place(page, [[0, 200]], ["Moss", "Hester"], edges)["box"]
        assert edges["top"] <= box["top"] and box["top"] + box["height"] <= edges["bottom"]


def test_a_bubble_lies_below_no_button(page: Chromium) -> None:
    """Where something else lies on the map, it stands elsewhere."""
    script = """(async () => {
      const { BubblePlaces } = await import("tarn/views/world/bubble_places.js");
      const { placeNames } = await import("tarn/views/world/name_places.js");
      const { meet } = await import("tarn/views/world/boxes.js");
      const rooms = [{ id: 1, name: "The Mill" }];
      const at = new Map([[1, { x: 300, y: 60 }]]);
      const text = `Ada says, "${"Oh. ".repeat(30)}"`;
      const said = [{ key: 1, place: 1, who: 1, actor: "Ada", text }];
      const window = { left: 0, top: 0, width: 500, height: 400 };
      const stand = (...covered) => {
        const places = new BubblePlaces(rooms, at, placeNames(rooms, at, []), 6);
        return places.placeAll(said, new Map(), () => [], window, 1, covered)[0].at;
      };
      const corner = stand();
      return meet(stand(corner), corner);
    })()"""
    assert page.evaluate(script) is False


def test_what_is_said_stands_between_curly_quotes(page: Chromium) -> None:
    """The words of a line, whatever is quoted in them; and what looks like code stays."""
    for text, told in {
        'Moss says, "Oats."': "Moss says, “Oats.”",
        'Moss asks, "Is it "quite" late?"': 'Moss asks, “Is it "quite" late?”',
        'Moss calls it "the old mill", and nods.': "Moss calls it “the old mill”, and nods.",
        'Moss writes a="b" on the slate.': 'Moss writes a="b" on the slate.',
        "Moss nods.": "Moss nods.",
    }.items():
        assert call(page, "when", f"m.quote({json.dumps(text)})") == told


def test_a_time_is_told_in_one_form(page: Chromium) -> None:
    year = page.evaluate("new Date().getFullYear()")
    at = [f"{year}-03-0{day}T0{hour}:15:00" for day, hour in ((1, 6), (1, 8), (2, 6))]
    assert call(page, "when", f"m.formatWhen('{at[0]}')") == "1 Mar, 06:15"
    told = [call(page, "when", f"m.formatFromTo('{at[0]}', '{each}')") for each in at[1:]]
    assert told == ["1 Mar, 06:15 to 08:15", "1 Mar, 06:15 to 2 Mar, 06:15"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("25 Nov, 08:20", "2026-11-25T08:20"),
        ("Wednesday 25 Nov, 08:20:30", "2026-11-25T08:20:30"),
        ("25 november 8:20", "2026-11-25T08:20"),
        ("31 Dec, 23:00", "2025-12-31T23:00"),
        ("3 Sept 2024, 10:00", "2024-09-03T10:00"),
        ("2026-11-25 08:20", "2026-11-25T08:20"),
        ("2026-11-25T08:20", "2026-11-25T08:20"),
        ("07:05", "2026-11-20T07:05"),
        ("31 Feb, 10:00", None),
        ("25 Nov", None),
        ("soon", None),
        ("25 Foo, 08:20", None),
        ("25 Nov, 25:00", None),
    ],
)
def test_a_moment_is_typed_as_it_is_written(page: Chromium, text: str, wanted: str | None) -> None:
    """With its year or without, which is then the last that had it; an hour is of the same day."""
    asked = (
        f"m.readTime({json.dumps(text)}, Date.parse('2026-11-20T12:00'),"
        " Date.parse('2026-11-27T12:00'))"
    )
    parsed = page.evaluate(f"Date.parse('{wanted}')") if wanted else None
    assert call(page, "views/replay/asked_time", asked) == parsed
