"""How talk is drawn: bubbles beside their speakers, rows of the feed, and who talked last."""

from __future__ import annotations

import json
from typing import Any

from tests.e2e.web.chromium import Chromium
from tests.e2e.web.support.modules import call


def test_a_bubble_points_to_its_speakers_name(page: Chromium) -> None:
    """From the side, though others stand above and below the speaker, and hides none of them."""
    rows = [{"left": 500, "top": 400 + 18 * row, "width": 60, "height": 18} for row in range(4)]
    whole = {"left": 498, "top": 398, "width": 64, "height": 76}
    for row, box in enumerate(rows):
        others = [each for each in rows if each is not box]
        there = {"hard": [whole], "names": others, "tails": [], "ways": []}
        window = {"left": 0, "top": 0, "width": 1000, "height": 800}
        given = ", ".join(map(json.dumps, ([{"width": 150, "height": 28}], box, there, window)))
        placed = call(page, "views/world/bubbles", f"m.placeBubble({given})")
        assert placed["isClean"], row
        assert placed["edge"] in ("left", "right"), row
        assert placed["tip"]["y"] == box["top"] + 9, row


def test_a_bubble_covers_a_way_only_where_nothing_else_is_free(page: Chromium) -> None:
    """Ways to the right and above: it goes to the left, though its tail is longer there."""
    box = {"left": 500, "top": 400, "width": 60, "height": 18}
    way = {"line": {"x1": 530, "y1": 380, "x2": 900, "y2": 420}}
    near = {"left": 330, "top": 300, "width": 150, "height": 220}
    there = {"hard": [box, near], "names": [near], "tails": [], "ways": [way]}
    window = {"left": 0, "top": 0, "width": 1000, "height": 800}
    for free in (True, False):
        there["hard"] = [box] if free else [box, {"left": 0, "top": 0, "width": 498, "height": 800}]
        given = ", ".join(map(json.dumps, ([{"width": 150, "height": 28}], box, there, window)))
        asked = (
            "import('/static/views/world/boxes.js').then(b =>"
            f" b.measureInside({json.dumps(way['line'])}, m.placeBubble({given})))"
        )
        assert call(page, "views/world/bubbles", asked) == 0, free


def test_a_bubble_goes_farther_rather_than_across_a_way(page: Chromium) -> None:
    """And stands beside a way, not on its edge; only ways, names and distance decide."""
    box = {"left": 500, "top": 400, "width": 60, "height": 18}
    blocks = [
        {"left": 420, "top": 300, "width": 200, "height": 92},
        {"left": 420, "top": 426, "width": 200, "height": 92},
    ]
    near, apart = (
        {"line": {"x1": x, "y1": 200, "x2": x, "y2": 620}} for x in (590, 412)
    )  # fmt: skip
    there = {"hard": [box, *blocks], "names": [], "tails": []}
    window = {"left": 0, "top": 0, "width": 1000, "height": 800}
    placed = {}
    for name, ways in (("one", [near]), ("both", [near, apart])):
        given = json.dumps({**there, "ways": ways})
        sizes = json.dumps([{"width": 150, "height": 28}])
        asked = f"m.placeBubble({sizes}, {json.dumps(box)}, {given}, {json.dumps(window)})"
        placed[name] = call(page, "views/world/bubbles", asked)
    assert placed["one"]["edge"] == "right", "the way is on the other side"
    assert placed["both"]["edge"] == "left", "then what is nearer, across it"
    right = placed["one"]["left"] + placed["one"]["width"]
    assert right <= 412


def test_the_key_has_each_sign_of_a_room_that_somebody_is_in(page: Chromium) -> None:
    """Under a roof and in the open."""
    script = """(async () => {
      const { h, render } = await import("/static/vendor/preact.js");
      const { Legend } = await import("/static/views/world/legend.js");
      const box = document.createElement("div");
      render(h(Legend, { house: "M0 0" }), box);
      return [...box.querySelectorAll(".peopled .mark")].map((each) => each.tagName);
    })()"""
    assert page.evaluate(script) == ["path", "circle"]


def test_of_more_words_than_there_is_room_for_the_older_go(page: Chromium) -> None:
    """In a window in which one bubble has room; and at one place the latest words stand alone."""
    script = """(async () => {
      const { BubblePlaces } = await import("tarn/views/world/bubble_places.js");
      const { placeNames } = await import("tarn/views/world/name_places.js");
      const rooms = [{ id: 1, name: "A" }, { id: 2, name: "B" }];
      const at = new Map([[1, { x: 60, y: 120 }], [2, { x: 200, y: 120 }]]);
      const places = new BubblePlaces(rooms, at, placeNames(rooms, at, []), 6);
      const text = `Ada says, "${"Words. ".repeat(9)}"`;
      const said = [1, 2].map((key) => ({ key, place: key, who: key, actor: "Ada", text }));
      const stand = (left, width) => {
        const sight = { left, top: 0, width, height: 240 };
        return places.placeAll(said, new Map(), () => [], sight).map((each) => each.event.key);
      };
      return [stand(0, 280), stand(-400, 1000)];
    })()"""
    assert page.evaluate(script) == [[2], [1, 2]]


def test_what_is_said_is_told_without_its_frame(page: Chromium) -> None:
    """The name, and the words between the marks; told otherwise, all of it; what is long is cut."""
    for text, words in (
        ('Moss says, "Oats."', "Oats."),
        ('Moss asks, "Is it "quite" late?"', "Is it “quite” late?"),
        ("Moss hums: hm.", "hums: hm."),
        (f'Moss says, "{"x" * 300}"', "x" * 240 + "…"),
    ):
        asked = f"m.splitWords({{actor: 'Moss', text: {json.dumps(text)}}})"
        assert call(page, "views/world/speech", asked) == {"name": "Moss", "words": words}


def test_a_walk_that_is_seen_from_two_rooms_is_one_row(page: Chromium) -> None:
    """If it is told as usual; whoever goes another way is told of twice."""

    def step(key: int, event: str, room: str, text: str, at: str = "08:00:00") -> dict[str, Any]:
        at = f"2026-11-22T{at}.000Z"
        return {"key": key, "event": event, "room": room, "actor": "Cobb", "text": text, "at": at}

    leaves = step(1, "leave", "The Landing", "Cobb leaves for The Hall.")
    speaks = {**step(2, "say", "The Hall", 'Wren says, "Hm."'), "actor": "Wren"}
    arrives = step(3, "arrive", "The Hall", "Cobb arrives from The Landing.")
    rows = {
        "usual": (
            [leaves, speaks, arrives],
            ["Cobb walks from The Landing to The Hall.", speaks["text"]],
        ),
        "late": ([leaves, {**arrives, "at": "2026-11-22T08:01:00.000Z"}], None),
        "otherwise": ([{**leaves, "text": "Cobb slips out."}, arrives], None),
        "elsewhere": ([leaves, {**arrives, "room": "The Mill"}], None),
    }  # fmt: skip
    for name, (events, told) in rows.items():
        found = call(
            page, "views/world/feed_rows", f"m.joinWalks({json.dumps(events)}).map(e => e.text)"
        )
        assert found == (told or [each["text"] for each in events]), name


def test_place_and_minute_stand_where_they_change(page: Chromium) -> None:
    """By the row above alone: a row stays as it is drawn when the oldest one goes."""
    events = [
        {"at": f"2026-11-22T08:0{minute}:00.000Z", "room": room}
        for minute, room in ((0, "A"), (0, "B"), (0, ""), (1, "B"), (1, "A"))
    ]
    marks = "each => [each.isNewDay, each.minute, each.place]"
    found = call(page, "views/world/feed_rows", f"m.markChanges({json.dumps(events)}).map({marks})")
    assert found == [
        [True, "08:00", "A"], [False, "", "B"], [False, "", ""], [False, "08:01", ""],
        [False, "", "A"],
    ]  # fmt: skip


def test_what_is_said_in_private_says_so_once(page: Chromium) -> None:
    """Wherever those are who tell it; below it the place stands again."""
    aside: dict[str, object] = {"private": True, "to": ["Moss"]}
    rows: list[dict[str, object]] = [
        {"room": "A"},
        {"room": "A", **aside},
        {"room": "B", **aside},
        {"room": "A"},
    ]
    events = [{"at": "2026-11-22T08:00:00.000Z", **each} for each in rows]
    found = call(
        page, "views/world/feed_rows", f"m.markChanges({json.dumps(events)}).map(e => e.place)"
    )
    assert found == ["A", "in private", "", "A"]


def test_a_walk_stands_under_no_place_that_it_does_not_touch(page: Chromium) -> None:
    """And a long quiet is told, and the place again after it."""
    talk = {"room": "The Landing"}
    away = {"room": "", "ends": ["The Garden", "The Saddle"]}
    here = {"room": "", "ends": ["The Landing", "The Hall"]}
    rows = ((talk, 0), (here, 1), (away, 2), (talk, 3), (talk, 48))
    events = [{**each, "at": f"2026-11-22T08:{minute:02}:00.000Z"} for each, minute in rows]
    marks = "each => [each.place, each.isApart, each.later]"
    found = call(page, "views/world/feed_rows", f"m.markChanges({json.dumps(events)}).map({marks})")
    assert found == [
        ["The Landing", False, ""], ["", False, ""], ["", True, ""],
        ["The Landing", False, ""], ["The Landing", False, "45 min later"],
    ]  # fmt: skip


DAYS_APART = """(async () => {
  const { h, render } = await import("/static/vendor/preact.js");
  const { LatestTalk } = await import("/static/views/people/latest_talk.js");
  const said = [[1, "01"], [2, "01"], [3, "02"]].map(([seq, day]) =>
    ({ seq, at: `2026-03-${day}T08:00:00.000Z`, text: 'Ada says, "Good day."' }));
  const box = document.createElement("div");
  let asked = 0;
  const more = () => { asked += 1; };
  const given = { agent: "Moss", other: "Ada", latest: said, earlier: 23, showEarlier: more };
  render(h(LatestTalk, given), box);
  box.querySelector(".earlier").click();
  const lines = [...box.querySelectorAll("li:not(.day, .run)")].map((e) => e.textContent);
  return [lines.map((each) => each.includes("2 times")), asked, box.textContent];
})()"""


def test_of_a_day_as_many_lines_are_listed_as_are_counted(page: Chromium) -> None:
    """What was said on two days stands on both; how many are left out is said, and leads there."""
    times, asked, told = page.evaluate(DAYS_APART)
    assert (times, asked) == ([True, False], 1)
    assert "the newest 3 of 26 lines" in told and "Earlier lines (23)" in told


TALKED = """(async () => {
  const { h, render } = await import("/static/vendor/preact.js");
  const { TalkList } = await import("/static/views/people/talk_list.js");
  const told = (n) => [{ agent: `A${n}`, with: "Moss", talks: 1 }];
  const couples = Array.from({ length: 12 }, (_, n) => ({
    key: `${n}`, one: `A${n}`, other: "Moss", told: told(n), count: 1, noted: null,
    last: `2026-03-02T08:${n < 9 ? "30" : "29"}:00.000Z`,
  }));
  couples[0].noted = { agent: "A0", with: "Moss", noted: 'Moss said: "Hm."', noted_from: "",
                       noted_on: "2026-03-01" };
  const box = document.createElement("div");
  render(h(TalkList, { couples }), box);
  const read = (of) => [...box.querySelectorAll(of)].map((e) => e.textContent);
  const found = [read(".day, .hour-of"), read(".noted"), read(".who").length, read(".rest")];
  box.querySelector(".rest button").click();
  await new Promise((done) => setTimeout(done));
  return [...found, read(".who").length, read(".rest")];
})()"""


def test_an_hour_stands_once_and_all_who_talked_can_be_seen(page: Chromium) -> None:
    """With whose note of which day stands below a pair."""
    heads, notes, *counted = page.evaluate(TALKED)
    assert [each[-8:] for each in heads] == ["at 08:30", "at 08:29"]
    assert heads[0].startswith("Last talk on 2 Mar")
    assert len(notes) == 1 and notes[0].startswith("A0’s note of 1 Mar")
    assert notes[0].endswith(": Moss said: “Hm.”")
    assert counted == [10, ["All 12 pairs"], 12, []]
