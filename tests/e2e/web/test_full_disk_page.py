"""The page of a world whose disk is full: it says so first, and lives on."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import until
from tests.e2e.storage.shortage import open_shortage
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.worlds import RULES, make_world, profile

FIRST = "(document.querySelector('.costs .overview')?.innerText ?? '')"


def test_a_full_disk_is_named_first_and_its_end_is_seen(tmp_path: Path, browser: Chromium) -> None:
    """What cannot be written stands above everything else, and goes when it can be again."""
    with open_shortage(tmp_path / "vault", ["tmpfs", "limit"]) as shortage:
        world = make_world(tmp_path, {"Moss": profile("Moss")}, RULES)
        with world.server() as server:
            ada = server.client().create("Ada")
            log_in(browser, server.web)
            ada.say(10)
            shortage.fill(server)

            def is_told() -> bool:
                """Talk on: the rest of a page takes some lines, and some room may be given back."""
                ada.send(*("say A line more." for _ in range(10)))
                return ada.has_heard(r"Storage\s+trouble:")

            until(is_told, "what cannot be written")
            browser.go("#/costs")
            browser.until(f"{FIRST}.includes('Not everything can be written: ')")
            browser.until(
                f"/archive.*cannot be written: (No space left|File too large)/.test({FIRST})"
            )
            if shortage.keeps_log:  # a small disk of its own, and not a limit of the process
                browser.until(f"{FIRST}.includes('The disk is nearly full: ')")
            browser.go("#/world")
            ada.ask("say We hear each other all the same.", "You say")
            browser.until_shows("We hear each other all the same.")
            shortage.free(server)
            ada.expect(r"Storage\s+works\s+again")
            browser.go("#/costs")
            browser.until("!!document.querySelector('.overview')")
            browser.until(f"!{FIRST}.includes('Not everything can be written')")
            assert browser.console == []
