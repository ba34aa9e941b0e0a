"""What the page draws, by the modules that lay it out: the map, trees, charts and lines of time."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.e2e.web.chromium import Chromium
from tests.e2e.web.support.modules import call


def make_lane(lane: str, *spans: tuple[int, int], standing: bool = False) -> dict[str, Any]:
    """A lane of summaries as the server gives it; of equal spans the last is the newest."""
    summaries = [
        {"id": f"{lane} {n}", "first": first, "last": last, "standing": standing, "tokens": 7}
        for n, (first, last) in enumerate(spans)
    ]
    return {"lane": lane, "count": len(summaries), "summaries": summaries}


def test_a_tree_is_drawn_as_many_as_its_titles_say(page: Chromium) -> None:
    """Each kind by its round, of several versions the newest; all but the top row are joined."""
    lanes = [
        make_lane("leaves", (1, 2), (3, 4), (5, 6)),
        make_lane("level 1", (1, 4), (1, 4), standing=True),
    ]
    given = f"m.layOut({json.dumps(lanes)}, false, null)"
    upper, lower = call(page, "views/memory/layout", given)
    assert [each["drawn"] for each in (upper, lower)] == [1, 3]
    assert upper["joins"] == 0 < lower["joins"]
    titles = [
        call(
            page,
            "views/memory/lanes",
            f"m.describeSummaries({json.dumps(each)}, {each['drawn']})[0]",
        )
        for each in (upper, lower)
    ]
    assert titles == [
        "1 second-round summary, of several first-round summaries",
        "3 first-round summaries, each of some memories",
    ]
    replaced = call(page, "views/memory/layout", f"m.layOut({json.dumps(lanes)}, true, null)")
    assert [(each["drawn"], each["joins"]) for each in replaced] == [(2, 0), (3, 0)]


LIFE = {"memories": 1234}


@pytest.mark.parametrize(
    ("lanes", "sentence", "example"),
    [
        (
            [
                make_lane("leaves", (1, 2), (3, 4), (5, 6), (7, 8)),
                make_lane("level 1", (1, 4), (5, 8), standing=True),
            ],
            "Left is the first memory, right the newest, #1,234. Each violet bar is a summary,"
            " made of the bars below it, down to the memories.",
            "4 memories, #5 to #8, 90 tokens told in 7, by way of 2 first-round summaries",
        ),
        (
            [
                make_lane("recent", (5, 8), standing=True),
                make_lane("long-term", (1, 4), standing=True),
            ],
            "Left is the first memory, right the newest, #1,234. Each violet bar is a summary,"
            " of the memories below it.",
            "4 memories, #1 to #4, 90 tokens told in 7",
        ),
    ],
    ids=["tree", "waterfall"],
)
def test_the_strip_says_what_it_is_and_explains_one_bar(
    page: Chromium, lanes: list[dict[str, Any]], sentence: str, example: str
) -> None:
    """In words for who does not see it: its ends, and of what the newest top bar was made."""
    laid = f"l.layOut({json.dumps(lanes)}, false, null)"
    drawing = "import('/static/views/memory/layout.js').then(l => "
    guide = "views/memory/guide"
    axes = f"{drawing}m.describeAxes({json.dumps(LIFE)}, {laid}, null, null))"
    assert call(page, guide, axes) == sentence
    told = f"{drawing}m.describeBar(m.findExample({laid}, null, 1, 8), 90))"
    assert call(page, guide, told) == example
    top = f"{drawing}m.findExample({laid}, null, 1, 8).summary.id)"
    assert call(page, guide, top).startswith(lanes[-1]["lane"]), "the newest bar of the top row"
    opened = f"{drawing}m.findExample({laid}, '{lanes[0]['lane']} 0', 1, 8).summary.id)"
    assert call(page, guide, opened) == f"{lanes[0]['lane']} 0", "what is open is the example"


def test_a_bar_that_is_not_wholly_in_sight_is_no_example(page: Chromium) -> None:
    """Of what it was made of not all is at hand; where nothing is in sight there is none."""
    lanes = [
        make_lane("leaves", (1, 2), (3, 4), (5, 6)),
        make_lane("level 1", (1, 4), standing=True),
    ]
    drawing = "import('/static/views/memory/layout.js').then(l => "
    laid = f"l.layOut({json.dumps(lanes)}, false, null)"
    for first, last, id in ((1, 6, "level 1 0"), (2, 6, "leaves 2"), (2, 3, None)):
        found = f"(m.findExample({laid}, null, {first}, {last}) || {{summary: {{id: null}}}})"
        asked = f"{drawing}{found}.summary.id)"
        assert call(page, "views/memory/guide", asked) == id


def test_a_part_of_a_life_says_which_part_it_is(page: Chromium) -> None:
    asked = f"m.describeAxes({json.dumps(LIFE)}, [], 400, 500)"
    assert call(page, "views/memory/guide", asked) == (
        "Left is memory #400, right #500 of 1,234. No summaries stand for any of them yet."
    )


def test_a_length_of_time_is_rounded_alike_everywhere(page: Chromium) -> None:
    lengths = {
        "": 40,
        "1 min": 80,
        "45 min": 45 * 60,
        "3 h": 160 * 60,
        "30 h": 107_000,
        "2 d": 180_000,
    }
    for words, seconds in lengths.items():
        assert call(page, "time", f"m.formatLength({seconds * 1000})") == words
    assert (
        call(
            page,
            "time",
            "m.formatSince('2026-11-22T08:00:00Z', Date.parse('2026-11-22T10:40:00Z'))",
        )
        == "3 h ago"
    )


def test_a_chart_begins_where_its_numbers_do(page: Chromium) -> None:
    """But a column is always one of three, so that it is seen how long the time is."""
    for zeros, begin in (([0] * 4, 4), ([0] * 9, 8)):
        values = [*zeros, 5, 2] if len(zeros) == 9 else [*zeros, 5, 0, 0, 2, 0, 0, 0, 1]
        times = list(range(len(values)))
        given = f"{json.dumps(times)}, [{{values: {json.dumps(values)}}}]"
        found = call(page, "views/costs/requests", f"m.beginWithData({given})")
        assert found == {"times": times[begin:], "columns": [{"values": values[begin:]}]}


def test_a_rooms_name_stands_where_no_way_runs_through_it(page: Chromium) -> None:
    """Below its mark if that is free, else beside it."""
    ways = {
        "none": ("[]", "middle"),
        "down": ("[{line: {x1: 0, y1: 0, x2: 0, y2: 200}}]", "start"),
        "down and right": (
            "[{line: {x1: 0, y1: 0, x2: 0, y2: 200}}, {line: {x1: 0, y1: 0, x2: 300, y2: 0}}]",
            "end",
        ),
    }
    for name, (lines, anchor) in ways.items():
        given = f"[{{id: 1, name: 'The Hall'}}], new Map([[1, {{x: 0, y: 0}}]]), {lines}"
        asked = f"m.placeNames({given}).get(1).anchor"
        assert call(page, "views/world/name_places", asked) == anchor, name


def test_a_chart_of_days_names_each_day_once(page: Chromium) -> None:
    """As many as have room, each below its column."""
    for width, days in ((640, [0, 1, 2, 3, 4]), (300, [0, 2, 4])):
        times = "[0, 1, 2, 3, 4].map(n => n * 86400)"
        found = call(
            page, "views/costs/chart", f"m.splitDays({{data: [{times}], width: {width}}})"
        )  # fmt: skip
        assert found == [day * 86400 for day in days]


def test_a_day_stands_below_its_tick(page: Chromium) -> None:
    """Within the edges, and so never beyond half its width from it."""
    places = call(page, "views/memory/axis", "[0, 500, 995].map(x => m.placeDay(x, 40, 1000))")
    assert places == [40, 500, 960]


#: Draws the axis of a life on a canvas that only notes the words: as wide as seven for each letter.
DRAW_AXIS = """(m, days, view) => {
  const words = [];
  const context = { measureText: (text) => ({ width: 7 * text.length }), fillRect: () => null,
    fillText: (text) => text && words.push(text) };
  const toX = (seq) => ((seq - view.first) * view.width) / (view.last - view.first);
  const name = m.drawAxis(context, view, days, { top: 0, bottom: 90 }, 100, toX, {});
  return [name, words.join(" ")];
}"""


@pytest.mark.parametrize(
    ("first", "last", "width", "told"),
    [
        (1, 1000, 900, ["day, and its first memory", "23 Nov #1 24 Nov #400 25 Nov #800 #1,000"]),
        (1, 1000, 260, ["day", "23 Nov 24 Nov 25 Nov"]),
        (500, 700, 400, ["memory number", "#500 #550 #600 #650 #700"]),
        (300, 500, 400, ["memory number", "24 Nov #400 #300 #350 #450 #500"]),
    ],
    ids=["days with numbers", "days alone", "within a day", "with one day"],
)
def test_the_axis_of_a_life_has_days_and_where_there_are_none_numbers(
    page: Chromium, first: int, last: int, width: int, told: list[str]
) -> None:
    """In one row: of days as many as have room, with the first memory of each if all have."""
    year = page.evaluate("new Date().getFullYear()")
    days = [{"day": f"{year}-11-{day}", "seq": seq} for day, seq in ((23, 1), (24, 400), (25, 800))]
    view = {"first": first, "last": last + 1, "width": width, "newest": 1000}
    asked = f"({DRAW_AXIS})(m, {json.dumps(days)}, {json.dumps(view)})"
    assert call(page, "views/memory/axis", asked) == told


#: What is told of a ground beside its outlines.
BESIDE = ("isWet", "extents")


def test_the_map_has_water_where_rooms_lie_at_some(page: Chromium) -> None:
    """Between three of them, or beside one; land and ways to it stay dry, and nothing is chance."""
    places = {1: (0, 0), 2: (200, 0), 3: (100, 180), 4: (400, 0)}
    at = f"new Map({json.dumps([[key, {'x': x, 'y': y}] for key, (x, y) in places.items()])})"
    ways = "[{line: {x1: 200, y1: 0, x2: 400, y2: 0}}]"

    def find_grounds(*wet: int) -> dict[str, list[str]]:
        rooms = [{"id": each, "ground": "water" if each in wet else ""} for each in places]
        asked = f"m.makeGround({json.dumps(rooms)}, {at}, {ways}, [-100, -100, 600, 400])"
        found: dict[str, list[str]] = call(page, "views/world/ground", asked)
        return {name: outlines for name, outlines in found.items() if name not in BESIDE}

    assert find_grounds() == {"water": [], "depths": [], "green": [], "heights": []}
    lake = find_grounds(1, 2, 3)
    assert lake == find_grounds(1, 2, 3)
    assert len(lake["water"]) == len(find_grounds(4)["water"]) == 1

    def is_wet(outline: str, x: int, y: int) -> bool:
        path = f"new Path2D({json.dumps(outline)})"
        look = f"document.createElement('canvas').getContext('2d').isPointInPath({path}, {x}, {y})"
        return bool(page.evaluate(look))

    assert is_wet(lake["water"][0], 100, 60)
    assert not any(is_wet(lake["water"][0], x, 0) for x in (200, 300, 400))
    assert not is_wet(find_grounds(4)["water"][0], 300, 0), "the way to it"
    assert is_wet(find_grounds(4)["water"][0], 478, 0), "the other side"


def test_a_map_of_a_thousand_rooms_has_a_ground(page: Chromium) -> None:
    """Water among those at some, and none where none is; each cell looks at what is near it."""
    wide = 32
    places = [(at, {"x": at % wide * 130, "y": at // wide * 165}) for at in range(wide * wide)]
    rooms = [
        {"id": at, "ground": "water" if at % wide < 8 else "height" if at % wide > 24 else ""}
        for at, _ in places
    ]
    box = [-110, -120, wide * 130 + 110, wide * 165 + 100]
    asked = f"m.makeGround({json.dumps(rooms)}, new Map({json.dumps(places)}), [], {box})"
    found: dict[str, list[str]] = call(page, "views/world/ground", asked)
    assert found["water"] and found["heights"] and not found["green"]
    # An outline says where it goes as "x y" between letters.
    for kind, least, most in (("water", -200, 8 * 130), ("heights", 23 * 130, wide * 130 + 100)):
        xs = [float(x) for each in found[kind] for x in re.findall(r"(-?[0-9.]+) -?[0-9.]+", each)]
        assert least < min(xs) and max(xs) < most, kind


def test_the_line_of_time_has_its_days_or_hours(page: Chromium) -> None:
    """Few enough to be read, at their places, and none at the edges, where words have no room."""
    hour = 3_600_000
    scale = "import('/static/views/replay/time_scale.js').then(t => "
    for length, begin, words in (
        (96 * hour, 18 * hour, [f"{day} Jan 1970" for day in (2, 3, 4, 5)]),
        (24 * hour, 0, ["03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00"]),
        (6 * hour, 21 * hour, ["22:00", "23:00", "2 Jan 1970", "01:00", "02:00"]),
        (hour, 0, ["00:10", "00:20", "00:30", "00:40", "00:50"]),
    ):
        asked = f"{scale}m.listTicks(t.makeScale({begin}, {begin + length}, [], 1000), 7))"
        ticks = call(page, "views/replay/ticks", asked)
        assert [each["words"] for each in ticks] == words
    assert ticks[2]["x"] == pytest.approx(500)
    assert ticks[2]["left"] + ticks[2]["width"] / 2 == pytest.approx(500)


#: Draws a life of 100 memories in 400 pixels, with 100 more for words; what is where.
DRAWN = """(async () => {
  const [{ draw }, { layOut }] = await Promise.all(["drawing", "layout"].map((each) =>
    import(`/static/views/memory/${each}.js`)));
  const drawn = { words: {}, dots: [] };
  const own = {
    measureText: (words) => ({ width: 6 * words.length }),
    fillText: (words, x) => { drawn.words[words] = x; },
    arc: (x, y) => { drawn.dots.push([x, y]); },
  };
  const context = new Proxy(own, { get: (known, name) => known[name] ?? (() => null),
    set: () => true });
  const view = { first: 1, last: 101, newest: 100, read: 100, width: 400, room: 100, height: 300,
    ratio: 1, lived: new Map(), denied: new Map([["recent 0", 1]]), aside: true };
  const tiles = { find: () => null, findCoarser: () => null };
  const { places } = draw(context, view, layOut(LANES, false, null, true), tiles, {}, {});
  return [drawn, places.map(({ summary, left, right, top }) => [summary.id, left, right, top])];
})()"""


def test_what_a_bar_stands_for_is_told_in_it_or_behind_it(page: Chromium) -> None:
    """Before it, it would seem to be told of the bar whose memories are shaded there; and a bar of
    which a sentence is contradicted has a dot."""
    lanes = [
        make_lane("recent", (86, 95), standing=True),
        make_lane("long-term", (1, 85), standing=True),
    ]
    drawn, places = page.evaluate(DRAWN.replace("LANES", json.dumps(lanes)))
    bars = {name: (left, right, top) for name, left, right, top in places}
    left, right, top = bars["recent 0"]
    (words,) = [x for told, x in drawn["words"].items() if told.startswith("10 memories")]
    assert right <= words < right + 20
    ((x, y),) = drawn["dots"]
    assert left < x < right and top < y < top + 10
    (inside,) = [x for told, x in drawn["words"].items() if told.startswith("85 memories")]
    assert bars["long-term 0"][0] <= inside < bars["long-term 0"][1]


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        ([460, 116, 90, 2751, 173, 210, 306], [11.2, 2.8, 2.2, 67.0, 4.2, 5.1, 7.5]),
        ([1, 1, 1], [33.4, 33.3, 33.3]),
        ([1, 9999], ["< 0.1", "100.0"]),
        ([0], ["0.0"]),
    ],
)
def test_parts_of_a_prompt_add_up(page: Chromium, tokens: list[int], told: list[object]) -> None:
    """None is a tenth off, such as 7.45 as 8; a part of next to nothing is still told."""
    bands = json.dumps([{"tokens": each} for each in tokens])
    shares = call(page, "views/mind/bands", f"m.tellShares({bands})")
    assert shares == [f"{each} %" for each in told]


def test_tiles_of_much_and_little_talk_are_told_apart(page: Chromium) -> None:
    """The most is more than half of the colour, and no darker than ink can be read on."""
    tiles = call(page, "views/people/matrix", "[1, 0.4, 0.01].map(m.tint)")
    shares = re.findall(r"([\d.]+)%", " ".join(each["backgroundColor"] for each in tiles))
    most, half, least = map(float, shares)
    assert 60 < most <= 70 and most - half > 25 and half - least > 20
