"""A browser's console stays empty: whoever looks on, and whichever view they open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.test_accessibility import COUNT, go
from tests.e2e.worlds import CLOSED_HALL, PROMPT, RULES, make_world, profile

#: Who may open which views; the rest of the page is not offered to them.
VIEWS = {
    "": {"world", "replay", "play"},
    "Pim": {"world", "people", "replay", "play"},
    "Ada": {"world", "mind", "memory", "people", "costs", "edit", "replay", "play"},
}
MORE = {"Ada": ("mind/Moss", "memory/Moss", "people/Moss", "edit/agents/Moss/profile.md")}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    notes = {"config/agents.md": PROMPT, **CLOSED_HALL}
    agents = {"Moss": profile("Moss", interval=None)}
    with make_world(tmp_path_factory.mktemp("console"), agents, RULES, notes).server() as running:
        for name in ("Ada", "Pim"):
            running.client().create(name).ask("quit", "Goodbye")
        yield running


def come_in(browser: Chromium, server: Server, name: str) -> None:
    """Log in; without a name, as a guest."""
    if name:
        log_in(browser, server.web, name)
        return
    browser.open(server.web)
    browser.click("button[type=button]")
    browser.until("!!document.querySelector('.link.live')")


@pytest.mark.parametrize("name", VIEWS)
def test_no_view_writes_an_error(server: Server, browser: Chromium, name: str) -> None:
    """From the first open, when nobody is logged in, to the logout and the open after it."""
    browser.run(browser.page.add_init_script(COUNT))
    come_in(browser, server, name)
    links = "[...document.querySelectorAll('nav[aria-label=Views] a')].map(each => each.hash)"
    views = browser.evaluate(links)
    assert {each.removeprefix("#/") for each in views} == VIEWS[name]
    for place in (*views, *MORE.get(name, ())):
        go(browser, place.removeprefix("#/"))
    browser.click("header button")
    browser.until("!!document.querySelector('input[name=name]')")
    browser.open(server.web)
    browser.until("!!document.querySelector('input[name=name]')")
    assert browser.console == []
