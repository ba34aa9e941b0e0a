"""Every view is looked at by axe: nothing serious or critical, in light and in dark.

Parts that can be unfolded are looked at unfolded, too, and so is what a click brings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.e2e.harness import Server, until
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.support.axe import AXE, examine
from tests.e2e.web.support.long_life import write_life
from tests.e2e.web.support.play import LINES, TERMINAL_LINES
from tests.e2e.worlds import CLOSED_HALL, PROMPT, RULES, World, make_world, profile

MEMORIES = 400
"""Of Moss: enough for summaries, compactions, masks and facts."""

MORE = (
    "mind/Moss",
    "memory/Moss",
    "people/Moss",
    "edit/agents/Moss/profile.md",
    "edit/agents/Moss/nothing.md",
    "edit/world/The%20Cellar.md?new=1",
    "mind/Moss?turn=1",
    "memory/Moss?memory=82",
    "memory/Moss?show=summaries",
    "memory/Moss?show=compactions",
    "memory/Moss?show=facts",
    "memory/Moss?show=changed",
    "memory/Moss?q=coins",
    "people/Moss?with=Ada",
    "people/Moss?with=Nobody",
    "costs?by=model&span=month",
)
"""Places beside each view."""

OPEN_ALL = """
  [...document.querySelectorAll('details:not([open])')].map((each) => { each.open = true; }).length
"""
"""Unfolds what is folded; how many parts that were."""

DRAWN = "new Promise(drawn => setTimeout(() => requestAnimationFrame(() => setTimeout(drawn))))"
"""Comes true once what was unfolded has been drawn."""

#: Counts the requests that a page waits for, so that a view is looked at once it is whole.
COUNT = """
  window.pending = 0;
  const plain = window.fetch;
  window.fetch = (...given) => {
    window.pending += 1;
    return plain(...given).finally(() => setTimeout(() => { window.pending -= 1; }));
  };
"""


@dataclass(frozen=True)
class Stage:
    world: World
    server: Server


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Moss, who has lived for a while, and Ada, an administrator, whom he has answered."""
    moss = profile("Moss", interval=None, more="memory: {semantic_recall: false}\n")
    notes = {**CLOSED_HALL, "config/agents.md": PROMPT}
    world = make_world(tmp_path_factory.mktemp("axe"), {"Moss": moss}, RULES, notes)
    write_life(world.agent("Moss"), MEMORIES)
    with world.server() as running:
        ada = running.client().create("Ada")
        ada.ask("say Good evening, Moss.", "You say")
        until(lambda: world.turns("Moss"), "a turn of Moss")
        yield Stage(world, running)


def go(browser: Chromium, place: str) -> None:
    """Open a place of the page, and wait until it is whole."""
    browser.go(f"#/{place}")
    view = place.partition("/")[0].partition("?")[0]
    browser.until(
        "!!document.querySelector('main:not([aria-busy=true])') && document.querySelector("
        f"'nav a[aria-current]')?.getAttribute('href') === '#/{view}'"
    )
    # A view asks for what it shows once it has been drawn.
    browser.evaluate(DRAWN)
    browser.until("window.pending === 0")


def examine_unfolded(browser: Chromium, where: str) -> list[str]:
    """Return the findings of the page with all its parts unfolded: axe looks at what is shown."""
    if browser.evaluate(OPEN_ALL):
        browser.evaluate(DRAWN)
        browser.until("window.pending === 0")
    return examine(browser, where)


def come(browser: Chromium, stage: Stage) -> None:
    """Open the page, which counts its requests, with the examiner in it."""
    browser.run(browser.page.add_init_script(COUNT))
    browser.open(stage.server.web)
    browser.until("!!document.querySelector('input[name=name]')")
    browser.evaluate(AXE)


def test_no_view_keeps_anybody_out(stage: Stage, browser: Chromium) -> None:
    come(browser, stage)
    found = examine(browser, "login")
    log_in(browser, stage.server.web)
    browser.evaluate(AXE)
    views = browser.evaluate("import('/static/views.js').then((m) => m.VIEWS.map((v) => v.name))")
    assert "world" in views
    for place in (*views, *MORE):
        go(browser, place)
        found += examine_unfolded(browser, place)
    assert not found, "\n".join(found)


#: How a state is come to: a place, what is clicked there, and what there is then.
STATES = {
    "a person of the world": (
        "world",
        "g.person[aria-label=Moss]",
        "!!document.querySelector('.panel a[href*=memory]')",
    ),
    "a room of the world": (
        "world",
        "g.room",
        "document.querySelector('.panel')?.innerText.includes('Exits')",
    ),
    "a room of the past": ("replay", "g.room", "!!document.querySelector('.known button')"),
    "the newest summary": (
        "memory/Moss?show=summaries",
        ".opened .rows a",
        "document.querySelectorAll('.sentence').length > 1",
    ),
    "the dictionary": ("world", ".lead .words", "document.querySelector('dialog')?.open"),
    "a day of a journal": (
        "people/Moss",
        ".days a",
        "location.hash.includes('day=') && !!document.querySelector('.journal')",
    ),
}


def click(browser: Chromium, selector: str) -> None:
    """Click what may lie below something else, as a mark on the map does."""
    element = f"document.querySelector({json.dumps(selector)})"
    browser.until(f"!!{element}")
    browser.evaluate(f"{element}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")


def test_no_state_that_a_click_brings_keeps_anybody_out(stage: Stage, browser: Chromium) -> None:
    """Panels, opened parts, errors and what to do about them, a login refused, the terminal."""
    come(browser, stage)
    browser.evaluate("document.querySelector('input[name=name]').focus()")
    browser.type("Ada")
    browser.press("Tab")
    browser.type("wrong horse")
    browser.press("Enter")
    browser.until("!!document.querySelector('.login .error')?.innerText")
    found = examine(browser, "a login refused")
    log_in(browser, stage.server.web)
    browser.evaluate(AXE)
    for name, (place, selector, there) in STATES.items():
        go(browser, place)
        click(browser, selector)
        browser.until(there)
        browser.until("window.pending === 0")
        found += examine_unfolded(browser, name)
    assert not found, "\n".join(found)


def test_no_text_that_is_refused_keeps_anybody_out(stage: Stage, browser: Chromium) -> None:
    """The errors in it, and the choice where somebody has changed the file meanwhile."""
    come(browser, stage)
    log_in(browser, stage.server.web)
    browser.evaluate(AXE)
    found = []
    path = stage.world.agent("Moss") / "profile.md"
    whole = path.read_text("utf-8")
    go(browser, "edit/agents/Moss/profile.md")
    wrong = whole.replace("home: ", "home: Not ")
    for text, there in ((wrong, ".line-of"), (f"{whole}He hums.\n", ".ways")):
        browser.until("!!document.querySelector('.editor textarea')")
        browser.evaluate(
            f"(area => {{ area.value = {json.dumps(text)};"
            " area.dispatchEvent(new Event('input', {bubbles: true})); })"
            "(document.querySelector('.editor textarea'))"
        )
        browser.until("!document.querySelector('.editor .primary').disabled")
        click(browser, ".editor .primary")
        browser.until(f"!!document.querySelector('.problem {there}')")
        found += examine_unfolded(browser, f"a text that is refused with {there}")
        path.write_text(f"{whole}He whistles.\n", encoding="utf-8")
    go(browser, "edit/world/The%20Hall.md")
    go(browser, "edit/agents/Moss/profile.md")
    browser.until_shows("This is your text of before")
    found += examine_unfolded(browser, "a text of before")
    assert not found, "\n".join(found)


def test_a_visit_keeps_nobody_out(stage: Stage, browser: Chromium) -> None:
    """The terminal with the world in it, and the line below."""
    come(browser, stage)
    log_in(browser, stage.server.web)
    browser.evaluate(AXE)
    go(browser, "play")
    click(browser, "main button.primary")
    browser.until("document.querySelector('.play form input')?.disabled === false")
    browser.until(f"{LINES}.includes('Hall')")
    found = examine_unfolded(browser, "a visit")
    press = "[...document.querySelectorAll('.play .tools button')]"
    browser.evaluate(f"{press}.find(e => e.innerText === 'Terminal').click()")
    browser.until(f"{TERMINAL_LINES}.includes('Hall')")
    found += examine_unfolded(browser, "a visit in the terminal")
    assert not found, "\n".join(found)
