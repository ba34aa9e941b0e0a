"""A laptop that is closed while the server is stopped and started again."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import Server
from tests.e2e.web.away.cable import Cable
from tests.e2e.web.chromium import Chromium, count_in_feed, log_in
from tests.e2e.worlds import make_world

LIVE = "!!document.querySelector('header .link.live')"


def find_port(server: Server) -> int:
    return int(server.web.rpartition(":")[2])


def test_a_page_goes_on_after_a_restart(tmp_path: Path, browser: Chromium) -> None:
    """Without a login, with what was said and who came and went; what it was by is gone then."""
    world = make_world(tmp_path)
    kept = world.vault / ".tarn" / "page-logins.json"
    with world.server() as server, Cable(find_port(server)) as cable:
        ada = server.client().create("Ada")
        server.client().create("Bert").ask("quit", "Goodbye")
        log_in(browser, cable.url, "Bert")
        ada.ask("say Before the laptop is closed.", "You say")
        browser.until_shows("Before the laptop is closed.")
        cable.pull()
        browser.until("!!document.querySelector('.link.lost')")
        ada.ask("say Before the restart.", "You say")
        assert server.stop() == 0
        assert kept.exists()
        with world.server() as again:
            ada = again.client().connect("Ada")
            ada.ask("say After the restart.", "You say")
            cable.lead_to(find_port(again))
            cable.plug()
            browser.until(LIVE)
            for words in ("After the restart.", "Before the restart."):
                browser.until_shows(words)
            # She left with the server, and whoever looks on is told both, in their order, once.
            told = ("Before the laptop is closed.", "Ada is gone.", "Ada comes in.")
            assert [count_in_feed(browser, each) for each in told] == [1, 1, 1]
            feed = browser.evaluate("document.querySelector('.feed .lines').innerText")
            assert feed.index(told[0]) < feed.index(told[1]) < feed.index(told[2])
            assert not kept.exists()
