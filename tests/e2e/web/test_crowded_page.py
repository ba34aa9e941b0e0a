"""A page of 1,000 rooms and 200 people: what happens costs it what is touched, and no more."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from benchmarks.browser.crowd import Crowd
from benchmarks.browser.shown import ShownPage
from tests.e2e.web.chromium import Chromium
from tests.paths import ROOT

ROOMS, PEOPLE = 1000, 200
COUNT = """import("preact").then(({ options }) => {
  const before = options.__r;
  window.drawn = 0;
  options.__r = (part) => { window.drawn += 1; before(part); };
  window.touched = 0;
  const count = (changes) => {
    for (const each of changes) window.touched += each.addedNodes.length + each.removedNodes.length;
  };
  for (const part of document.querySelectorAll(".canvas svg, .lines"))
    new MutationObserver(count).observe(part, { subtree: true, childList: true });
})"""
"""Counts each part of the page that is drawn anew, and each element of map and feed that comes or
goes."""
START = "window.drawn = 0; window.touched = 0"
MOST_DRAWN, MOST_TOUCHED = 30, 12
"""For one message. All parts of this page are some 2,000."""


@pytest.fixture(scope="module")
def crowd() -> Crowd:
    return Crowd(ROOMS, PEOPLE)


@pytest.fixture(scope="module")
def shown(chromium: Chromium, crowd: Crowd) -> Iterator[ShownPage]:
    chromium.resize(1280, 800)
    page = ShownPage(chromium, ROOT / "server" / "web" / "static")
    page.hear([[crowd.describe_all()]])
    chromium.until(f"document.querySelectorAll('.room').length === {ROOMS}")
    chromium.evaluate(COUNT)
    yield page
    assert chromium.console == []


def in_sight(shown: ShownPage, crowd: Crowd) -> int:
    """Return somebody whose mark is in the part of the map in sight."""
    names = shown.browser.evaluate(
        """(() => {
          const map = document.querySelector('.canvas').getBoundingClientRect();
          return [...document.querySelectorAll('g.person')].filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            return left > map.left && right < map.right && top > map.top && bottom < map.bottom;
          }).map((each) => each.getAttribute('aria-label'));
        })()"""
    )
    return next(id for id, each in crowd.people.items() if each["name"] in names)


def count(shown: ShownPage) -> tuple[int, int]:
    """Return how many parts were drawn and how many elements came or went since the start."""
    drawn, touched = shown.browser.evaluate("[window.drawn, window.touched]")
    return drawn, touched


def test_words_draw_a_line_and_a_bubble(shown: ShownPage, crowd: Crowd) -> None:
    """No room, no other person and no line of before is drawn anew, though the feed is full."""
    speaker = in_sight(shown, crowd)
    shown.browser.evaluate(START)
    shown.hear([[crowd.say(speaker, "Who has the ferry's key?")]])
    shown.browser.until_shows("Who has the ferry’s key?")
    drawn, touched = count(shown)
    assert 2 < drawn <= MOST_DRAWN
    assert 1 < touched <= MOST_TOUCHED
    bubble = "[...document.querySelectorAll('.bubble')].at(-1).innerText"
    assert "Who has the ferry’s key?" in shown.browser.evaluate(bubble)


STRETCHES = "[...document.querySelectorAll('.feed .stretch')]"


def test_lines_stand_in_stretches_that_are_laid_out_by_themselves(
    shown: ShownPage, crowd: Crowd
) -> None:
    """A new line is added to the last; those out of sight are left out, and the end is in sight."""
    before = shown.browser.evaluate(f"{STRETCHES}.slice(1, -1).map(each => each.textContent)")
    assert len(before) > 5
    shown.hear([[crowd.say(in_sight(shown, crowd), "Is the ferry in yet?")]])
    shown.browser.until(f"{STRETCHES}.at(-1).textContent.includes('Is the ferry in yet?')")
    after = shown.browser.evaluate(f"{STRETCHES}.map(each => each.textContent)")
    assert after[1 : 1 + len(before)] == before or after[: len(before)] == before
    kept_out = f"{STRETCHES}.every(each => getComputedStyle(each).contentVisibility === 'auto')"
    assert shown.browser.evaluate(kept_out)
    left = "(e => e.scrollHeight - e.scrollTop - e.clientHeight)(document.querySelector('.lines'))"
    shown.browser.until(f"{left} <= 1")


def test_a_walk_draws_two_rooms(shown: ShownPage, crowd: Crowd) -> None:
    """The one that is left and the one that is reached, two lines, and those who are there."""
    walker = in_sight(shown, crowd)
    shown.browser.evaluate(START)
    messages = crowd.walk(walker)
    shown.hear([messages])
    drawn, touched = count(shown)
    assert 2 < drawn <= MOST_DRAWN * len(messages)
    assert 1 < touched <= MOST_TOUCHED * len(messages)
    name = json.dumps(f"[aria-label='{crowd.people[walker]['name']}']")
    assert shown.browser.evaluate(f"document.querySelectorAll('g.person'+{name}).length") == 1


PLACES = """(async () => {
  const { BubblePlaces } = await import("tarn/views/world/bubble_places.js");
  const { placeNames } = await import("tarn/views/world/name_places.js");
  const rooms = Array.from({ length: 1000 }, (_, n) => ({ id: n, name: `Room ${n}` }));
  const place = ({ id }) => [id, { x: (id % 32) * 130, y: Math.floor(id / 32) * 165 }];
  const at = new Map(rooms.map(place));
  const places = new BubblePlaces(rooms, at, placeNames(rooms, at, []), 6);
  const text = "It may rain again.";
  const say = (key, place) => ({ key, place, who: place, actor: "Ada", text });
  const sight = { left: 0, top: 0, width: 1200, height: 800 };
  const stands = (spoken, here = new Map()) =>
    places.placeAll(spoken, here, (room) => here.get(room) || [], sight);
  const all = [say(1, 33), say(2, 34), say(3, 36)];
  const first = stands(all);
  const asked = [...places.kept.values()].map((each) => each.labels.size);
  const isKept = (now, then) => now.every((each, n) => each.at === then[n].at);
  const again = isKept(stands(all), first);
  const elsewhere = isKept(stands(all, new Map([[900, [{ id: 7, name: "Wren" }]]])), first);
  const freed = isKept(stands(all.slice(1)), first.slice(1));
  const joined = stands(all.slice(1), new Map([[34, [{ id: 9, name: "Cobb" }]]]));
  const afar = stands([say(4, 990), say(5, 991), say(6, 992), say(7, 993), say(8, 34)]);
  const { base, tip } = afar[0].at;
  return {
    asked: Math.max(...asked), kept: [again, elsewhere, freed],
    joined: joined[0].at === first[1].at,
    afar: afar.map((each) => each.event.key),
    tail: Math.hypot(tip.x - base.x, tip.y - base.y),
  };
})()"""


def test_a_bubble_is_placed_once(shown: ShownPage) -> None:
    """By what is near it, and anew only if something has come into its way.

    Of those out of sight three are heard, and a short tail points to where they are.
    """
    found = shown.browser.evaluate(PLACES)
    assert 0 < found["asked"] <= 100  # of 2,000 marks and names
    assert found["kept"] == [True, True, True]
    assert not found["joined"]
    assert found["afar"] == [5, 6, 7, 8]
    assert found["tail"] < 30
