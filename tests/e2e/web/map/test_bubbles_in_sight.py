"""Of a map that is made larger a part is in sight: what is said stands in it and hides nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import TWO_FRAMES, Chromium, count_in_feed, log_in
from tests.e2e.worlds import ROOMS, make_world

PLACES = {"The Garden": (-3, -2), "The Hall": (0, 0), "The Landing": (3, 2)}
WORDS = "I have come a long way, and shall go on at once, before it rains again."
CORNERS = ("0, 0", "1e6, 0", "0, 1e6", "1e6, 1e6")
BUBBLES = "[...document.querySelectorAll('.bubble p')]"
OUTSIDE = f"""(() => {{
  const map = document.querySelector('.canvas').getBoundingClientRect();
  return {BUBBLES}.map(each => each.getBoundingClientRect())
    .filter(each => each.left < map.left - 1 || each.right > map.right + 1
      || each.top < map.top - 1 || each.bottom > map.bottom + 1).length;
}})()"""
"""How many bubbles are not whole in the part of the map in sight."""
WIDER = "(c => c.scrollWidth > c.clientWidth)(document.querySelector('.canvas'))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    notes = {
        f"world/{name}.md": ROOMS[name].replace("---\n", f"---\nmap: [{x}, {y}]\n", 1)
        for name, (x, y) in PLACES.items()
    }
    with make_world(tmp_path_factory.mktemp("phone"), notes=notes).server() as running:
        yield running


def is_heard(speaker: Client, browser: Chromium, number: int) -> bool:
    """Have something said, and say whether it has a bubble once it stands in the lines."""
    speaker.ask(f"say {number}: {WORDS}", "You say")
    until(lambda: count_in_feed(browser, f"{number}: I"), f"a line: {number}")
    seen = f"{BUBBLES}.some(each => each.innerText.includes('{number}: I'))"
    return any(browser.evaluate(f"{TWO_FRAMES}.then(() => {seen})") for _ in range(5))


def test_a_bubble_stands_where_it_is_seen(server: Server, browser: Chromium) -> None:
    """Whichever part of the map is looked at, and wherever the speaker is in it or beside it."""
    heard = []
    browser.resize(375, 812)
    ada = server.client().create("Ada")
    log_in(browser, server.web)
    browser.until("!!document.querySelector('g.room text')")
    while not browser.evaluate(WIDER):
        browser.click("[aria-label=Larger]")
    number = 0
    for way in ("look", "go garden", "go hall", "go landing"):
        ada.ask(way, r"Exits?: .*\n")
        for corner in CORNERS:
            browser.evaluate(f"document.querySelector('.canvas').scrollTo({corner})")
            number += 1
            heard.append(is_heard(ada, browser, number))
            browser.until(f"{OUTSIDE} === 0")
    assert any(heard)
    assert browser.console == []


SMALL = """(async () => {
  const { BubblePlaces } = await import("tarn/views/world/bubble_places.js");
  const { placeNames } = await import("tarn/views/world/name_places.js");
  const rooms = Array.from({ length: 12 }, (_, n) => ({ id: n, name: `Long Gallery ${n}` }));
  const at = new Map(rooms.map(({ id }) => [id, { x: (id % 3) * 95, y: Math.floor(id / 3) * 60 }]));
  const said = { key: 1, place: 4, who: 4, actor: "Ada", text: "It may rain again before noon." };
  const names = placeNames(rooms, at, []);
  const count = (width) => new BubblePlaces(rooms, at, names, 6)
    .placeAll([said], new Map(), () => [], { left: -100, top: -40, width, height: 260 }).length;
  return [count(375), count(900)];
})()"""


def test_a_small_window_has_no_bubble_that_hides_something(
    server: Server, browser: Chromium
) -> None:
    """Its words stand in the lines below; where there is room they have a bubble."""
    browser.open(server.web)
    assert browser.evaluate(SMALL) == [0, 1]
