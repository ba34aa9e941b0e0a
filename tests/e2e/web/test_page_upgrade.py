"""An open page goes on through an upgrade: no login, and nothing that was said is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.e2e.web.chromium import Chromium, count_in_feed, log_in
from tests.e2e.worlds import make_world

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows hands no sockets on")


def test_a_page_goes_on_through_an_upgrade(tmp_path: Path, browser: Chromium) -> None:
    """Twice, with what was whispered before still in the feed and the map true after it."""
    with make_world(tmp_path / "world").server() as server:
        ada = server.client().create("Ada")
        bert = server.client().create("Bert")
        log_in(browser, server.web)
        browser.until("!!document.querySelector('g.room')")
        # It is the first page of this server, and on no disk yet when it is loaded.
        assert count_in_feed(browser, "Bert comes in.") == 1
        bert.ask("tell Ada The key is under the stone.", "You tell")
        browser.until_shows("The key is under the stone.")
        for word in ("once", "twice"):
            done = server.renew()
            assert done.returncode == 0, done.stderr
            ada.ask(f"say Upgraded {word}.", "You say")
            browser.until_shows(f"Upgraded {word}.")
            browser.until("!!document.querySelector('.link.live')")
        shown = browser.evaluate("document.body.innerText")
        assert "The key is under the stone." in shown and "Upgraded once." in shown
        assert not browser.evaluate("!!document.querySelector('.login')")
        ada.ask("go garden", r"Exits?: .*\n")
        browser.until_shows("Ada walks from The Hall to The Garden.")
        assert "The key is under the stone." in browser.evaluate("document.body.innerText")
        # What the page begins with is told once, whichever program has kept it.
        browser.open("about:blank")
        browser.open(server.web)
        browser.until_shows("Ada walks from The Hall to The Garden.")
        for words in ("Bert comes in.", "Upgraded once.", "Upgraded twice."):
            assert count_in_feed(browser, words) == 1
