"""On a phone a part of the map is in sight: what is said stands in it, wherever its speaker is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, log_in
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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    notes = {
        f"world/{name}.md": ROOMS[name].replace("---\n", f"---\nmap: [{x}, {y}]\n", 1)
        for name, (x, y) in PLACES.items()
    }
    with make_world(tmp_path_factory.mktemp("phone"), notes=notes).server() as running:
        yield running


def hear(speaker: Client, browser: Chromium, number: int) -> None:
    """Have something said, again until its bubble is there: it goes after 7 seconds."""
    words = f"{number}: {WORDS}"

    def is_seen() -> bool:
        speaker.ask(f"say {words}", "You say")
        seen = f"{BUBBLES}.some(each => each.innerText.includes('{number}: I'))"
        return bool(browser.evaluate(f"new Promise(done => setTimeout(() => done({seen}), 200))"))

    until(is_seen, f"a bubble: {words}")


def test_a_bubble_stands_where_it_is_seen(server: Server, browser: Chromium) -> None:
    """Whichever part of the map is looked at, and wherever the speaker is in it or beside it."""
    browser.resize(375, 812)
    ada = server.client().create("Ada")
    log_in(browser, server.web)
    browser.until("(c => c && c.scrollWidth > c.clientWidth)(document.querySelector('.canvas'))")
    number = 0
    for way in ("look", "go garden", "go hall", "go landing"):
        ada.ask(way, r"Exits?: .*\n")
        for corner in CORNERS:
            browser.evaluate(f"document.querySelector('.canvas').scrollTo({corner})")
            number += 1
            hear(ada, browser, number)
            browser.until(f"{BUBBLES}.length > 0 && {OUTSIDE} === 0")
    assert browser.console == []
