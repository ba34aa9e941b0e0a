"""A laptop that is closed and opened again: each view goes on by itself, and misses nothing.

The connections are really cut, and no new ones are let through until it is opened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.away.cable import Cable
from tests.e2e.web.chromium import Chromium, be_logged_in, count_in_feed, log_in
from tests.e2e.web.support.play import LINES
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.worlds import PROMPT, RULES, World, has_decided, make_world, profile

NOTES = {
    "config/agents.md": PROMPT,
    # No way out: whoever is spoken to might walk off, and would not hear the next line.
    "world/The Hall.md": "---\nstart: true\n---\nA long stone hall.\n",
}


@dataclass
class Desk:
    """A laptop in a world: its cable, its browser, and somebody who stays awake."""

    world: World
    server: Server
    ada: Client
    reader: Reader
    """A program beside it that is never cut off."""
    cable: Cable
    browser: Chromium

    def read(self, path: str) -> Any:
        status, found = self.reader.ask("GET", f"/api/v1{path}")
        assert status == 200, found
        return found

    def close(self) -> None:
        self.cable.pull()
        self.browser.until("!!document.querySelector('.link.lost')")

    def open(self) -> None:
        self.cable.plug()
        self.browser.until("!!document.querySelector('header .link.live')")

    def tell_moss(self, words: str) -> None:
        """Tell Moss something, and wait until it has taken its turn."""
        self.ada.ask(f"tell Moss {words}", "You tell")
        until(lambda: has_decided(self.world, "Moss", words), "the turn")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Desk]:
    agents = {"Moss": profile("Moss", interval=None)}
    world = make_world(tmp_path_factory.mktemp("away"), agents, RULES, NOTES)
    settings = world.config / "server.yaml"
    text = settings.read_text("utf-8").replace("linkdead_seconds: 0", "linkdead_seconds: 600")
    settings.write_text(text, "utf-8")
    with world.server() as server, Cable(int(server.web.rpartition(":")[2])) as cable:
        ada = server.client().create("Ada")
        server.client().create("Bert").ask("quit", "Goodbye")
        found = Desk(world, server, ada, log_reader_in(server), cable, chromium)
        found.tell_moss("The hinge is oiled.")
        yield found


@pytest.fixture
def browser(desk: Desk) -> Chromium:
    """The laptop's browser, in which Ada is logged in."""
    desk.cable.plug()
    be_logged_in(desk.browser, desk.cable.url)
    desk.browser.until("!!document.querySelector('header .link.live')")
    return desk.browser


PAST_IS_WHOLE = "!!document.querySelector('.replay[aria-busy=false]')"


def press(browser: Chromium, name: str) -> None:
    """Press the button with this name."""
    found = "[...document.querySelectorAll('.replay button')].find(b => b.innerText === " + (
        f"{json.dumps(name)})"
    )
    browser.until(f"!!{found}")
    browser.evaluate(f"{found}.click()")


def go(browser: Chromium, place: str, shown: str) -> None:
    browser.go(place)
    browser.until_shows(shown)


def test_the_feed_has_what_was_said_meanwhile(desk: Desk, browser: Chromium) -> None:
    go(browser, "#/world", "The hinge is oiled.")
    desk.close()
    desk.ada.ask("say Said to a closed laptop.", "You say")
    desk.tell_moss("Is the laptop closed?")
    desk.open()
    browser.until_shows("Said to a closed laptop.")
    browser.until_shows("Is the laptop closed?")
    assert count_in_feed(browser, "The hinge is oiled.") == 1


def test_a_mind_has_the_turns_of_meanwhile(desk: Desk, browser: Chromium) -> None:
    """What was asked for while nothing could be reached comes, too."""
    count = "Number(document.querySelector('.scrubber input[type=range]').max)"
    go(browser, "#/mind/Moss", "What a model would read for Moss now")
    desk.close()
    desk.tell_moss("What have you been doing?")
    browser.go("#/mind/Moss?turn=1")
    browser.until_shows("The server cannot be reached.")
    desk.open()
    browser.until_shows("Turn 1 · ")
    browser.until(f"{count} > {desk.read('/minds/Moss')['turns']}")
    browser.until("!document.body.innerText.includes('cannot be reached')")


def test_a_life_has_the_memories_of_meanwhile(desk: Desk, browser: Chromium) -> None:
    go(browser, "#/memory/Moss", "Memories from the first on")
    desk.close()
    desk.tell_moss("Where is the boat?")
    browser.go("#/memory/Moss?memory=1")
    browser.until_shows("The server cannot be reached.")
    desk.open()
    browser.until_shows("Where did this go?")

    def has_all() -> bool:  # Moss lives on: a count that was read once may never be shown
        return f"{desk.read('/memory/Moss')['memories']:,} memories" in browser.text()

    until(has_all, "the memories of meanwhile")
    browser.until("!document.body.innerText.includes('cannot be reached')")


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("#/people/Moss", "Whom Moss talks with"),
        ("#/edit/agents/Moss/profile.md", "Save"),
        ("#/costs?span=week", "Nothing was asked in the last 7 days."),
        ("#/replay?t=2026-01-01T00:00:00Z", "Nothing is known of before this moment. Press Start."),
    ],
)
def test_what_is_opened_while_closed_comes_later(
    desk: Desk, browser: Chromium, place: str, shown: str
) -> None:
    view = re.split("[/?]", place)[1]
    go(browser, f"#/{view}", "Tarn")
    browser.until(
        "!!document.querySelector('main:not([aria-busy=true])') && "
        f"document.querySelector('nav a[aria-current]').getAttribute('href') === '#/{view}'"
    )
    desk.close()
    browser.go(place)
    browser.until_shows("The server cannot be reached.")
    desk.open()
    browser.until_shows(shown)
    browser.until("!document.body.innerText.includes('cannot be reached')")


def test_the_past_goes_on_with_what_has_happened_meanwhile(desk: Desk, browser: Chromium) -> None:
    """Where it had ended it can be played on; what is played while nothing comes goes on, too."""
    desk.ada.ask("say The last of the past.", "You say")
    go(browser, "#/replay", "Skip quiet")
    press(browser, "1000×")
    browser.until(PAST_IS_WHOLE)
    press(browser, "Start")
    browser.until_shows("the end of what is known")
    desk.close()
    desk.ada.ask("say Written behind your back.", "You say")
    desk.open()
    browser.until("!document.querySelector('.replay .primary').disabled")
    press(browser, "Start")
    browser.until_shows("Written behind your back.")
    assert count_in_feed(browser, "The last of the past.") == 1


def test_a_view_that_was_never_open_is_loaded_later(desk: Desk, browser: Chromium) -> None:
    browser.forget()
    log_in(browser, desk.cable.url)
    desk.close()
    browser.go("#/replay")
    browser.until_shows("This view is loaded when the connection is back.")
    desk.open()
    browser.until_shows("Skip quiet")


def test_a_visit_is_told_what_was_said_meanwhile(desk: Desk) -> None:
    browser = desk.browser
    desk.cable.plug()
    browser.forget()
    log_in(browser, desk.cable.url, "Bert")
    go(browser, "#/play", "Enter as Bert")
    browser.click("main button.primary")
    desk.ada.expect("Bert arrives|Bert comes|Bert is back")
    browser.until(f"{LINES}.includes('A long stone hall.')")
    desk.close()
    browser.until(f"{LINES}.includes('The connection is lost.')")
    desk.ada.expect("Bert stops in the middle")  # until then the server sends to nobody
    desk.ada.ask("say Said to a sleeper.", "You say")
    desk.open()
    browser.until(f"{LINES}.includes('While your link was lost:')")
    browser.until(f"{LINES}.includes('Said to a sleeper.')")
