"""Views that are worked with, by keyboard alone: nothing is clicked or focused by a script.

What has the focus is reached by Tab, is seen to have it, and can be left again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.e2e.harness import PASSWORD, Client, Server
from tests.e2e.web.chromium import Chromium
from tests.e2e.worlds import CLOSED_HALL, PROMPT, RULES, World, make_world, profile

MOST_STOPS = 120
#: Whether the look of what has the focus, of a part of it, or of its frame tells that it has.
IS_SEEN = """(each => {
  const frames = [each.parentElement, each.parentElement.parentElement];
  const looks = ["outlineStyle", "outlineWidth", "borderColor", "stroke", "strokeWidth"];
  const read = () => [each, ...each.children, ...frames]
    .map(part => { const style = getComputedStyle(part); return looks.map(name => style[name]); })
    .join();
  const has = read();
  each.blur();
  const hasNot = read();
  each.focus();
  return has !== hasNot;
})(document.activeElement)"""


@dataclass
class Stage:
    world: World
    server: Server
    ada: Client


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    notes = {"config/agents.md": PROMPT, **CLOSED_HALL}
    agents = {"Moss": profile("Moss", interval=None)}
    world = make_world(tmp_path_factory.mktemp("keys"), agents, RULES, notes)
    with world.server() as server:
        ada = server.client().create("Ada")
        server.client().create("Bert").ask("quit", "Goodbye")
        ada.ask("@role Bert administrator", "Bert")
        ada.ask("say Good morning.", "You say")
        yield Stage(world, server, ada)


def tab_to(browser: Chromium, selector: str, key: str = "Tab") -> None:
    """Press Tab until the focus is on something that fits, and see that it is."""
    found = f"!!document.activeElement?.matches({json.dumps(selector)})"
    browser.until(f"!!document.querySelector({json.dumps(selector)})")
    for _ in range(MOST_STOPS):
        if browser.evaluate(found):
            assert browser.evaluate(IS_SEEN), f"not seen to have the focus: {selector}"
            return
        browser.press(key)
    raise AssertionError(f"{selector} is not reached by {key}:\n{browser.text()}")


def go(browser: Chromium, view: str) -> None:
    tab_to(browser, f"nav a[href='#/{view}']")
    browser.press("Enter")
    browser.until(
        f"document.querySelector('nav a[aria-current]')?.getAttribute('href') === '#/{view}'"
        " && !!document.querySelector('main:not([aria-busy=true])')"
    )


@pytest.fixture(scope="module")
def visitor(stage: Stage, chromium: Chromium) -> Chromium:
    """The browser, in which Bert, an administrator, has logged in by keyboard."""
    chromium.open(stage.server.web)
    tab_to(chromium, "input[name=name]")
    chromium.type("Bert")
    tab_to(chromium, "input[name=password]")
    chromium.type(PASSWORD)
    chromium.press("Enter")
    chromium.until("!!document.querySelector('.link.live')")
    return chromium


def test_costs_are_asked_for_by_keyboard(visitor: Chromium) -> None:
    go(visitor, "costs")
    for choice in ("span=week", "by=model", "show=latency"):
        tab_to(visitor, f".choices a[href*='{choice}']:not([aria-current])")
        visitor.press("Enter")
        visitor.until(f"location.hash.includes('{choice}')")
    visitor.until_shows("Nothing was asked in the last 7 days.")


def test_the_past_is_played_and_saved_by_keyboard(visitor: Chromium) -> None:
    """Played, moved, looked at closer, and taken home as a file."""
    go(visitor, "replay")
    tab_to(visitor, ".replay .primary")
    visitor.press("Enter")
    visitor.until_shows("Good morning.")
    # What is still played goes on from wherever it is moved to, and is saved from there.
    visitor.until("document.querySelector('.replay .primary').innerText === 'Start'")
    tab_to(visitor, ".scrubber input")
    place = visitor.evaluate("location.hash")
    visitor.press("Home")
    visitor.until(f"location.hash !== {json.dumps(place)}")
    visitor.until("!!document.querySelector('.replay[aria-busy=false]')")
    tab_to(visitor, ".replay .more")
    visitor.press("Enter")
    tab_to(visitor, ".replay select")
    tab_to(visitor, "a[download]")
    name, content = download(visitor)
    assert name.startswith("tarn-") and name.endswith(".html")
    assert content.startswith("<!doctype html>") and "Good morning." in content
    tab_to(visitor, "g.room")
    visitor.press("Enter")
    tab_to(visitor, ".known button")
    visitor.press("Enter")
    visitor.until("!document.querySelector('.known button')")


def download(visitor: Chromium) -> tuple[str, str]:
    """Press Enter; return name and text of the file that comes of it."""

    async def save() -> tuple[str, str]:
        async with visitor.page.expect_download() as coming:
            await visitor.page.keyboard.press("Enter")
        file = await coming.value
        path = await file.path()
        return file.suggested_filename, path.read_text("utf-8")

    return visitor.run(save())


def test_the_world_is_entered_and_left_by_keyboard(stage: Stage, visitor: Chromium) -> None:
    """The terminal holds nobody: one tabs through it, there and back."""
    go(visitor, "play")
    tab_to(visitor, "main .primary")
    visitor.press("Enter")
    line = ".play form input"
    visitor.until(f"document.activeElement?.matches('{line}')")
    visitor.type("say By keyboard.")
    visitor.press("Enter")
    stage.ada.expect('Bert says, "By keyboard."')
    visitor.press("ArrowUp")
    visitor.until(f"document.querySelector('{line}').value === 'say By keyboard.'")
    visitor.press("Enter")
    stage.ada.expect('Bert says, "By keyboard."')
    tab_to(visitor, ".play .tools button")
    tab_to(visitor, "nav a[href='#/play']", "Shift+Tab")
    tab_to(visitor, line)
    visitor.type("quit")
    visitor.press("Enter")
    visitor.until("document.activeElement?.innerText === 'Enter again'")


def test_a_file_is_changed_by_keyboard(stage: Stage, visitor: Chromium) -> None:
    """Found, opened, written in and saved; and the text holds nobody."""
    go(visitor, "edit")
    tab_to(visitor, ".files input")
    visitor.type("hall")
    tab_to(visitor, ".files a[href='#/edit/world/The%20Hall.md']")
    visitor.press("Enter")
    tab_to(visitor, ".editor textarea")
    visitor.press("Control+End")
    visitor.type("A cold draught comes from below.")
    visitor.press("Control+s")
    visitor.until_shows("Saved.")
    assert "A cold draught" in stage.ada.ask("look", "cold draught.*\n")
    visitor.press("Control+End")
    visitor.type(" Or not.")
    tab_to(visitor, ".file button:not(:disabled):not(.primary)", "Shift+Tab")
    visitor.press("Enter")
    visitor.until("!document.querySelector('.editor textarea').value.includes('Or not.')")
