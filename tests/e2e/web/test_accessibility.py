"""Every view is looked at by axe: nothing serious or critical, in light and in dark."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.worlds import RULES, make_world, profile

AXE = files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")

MORE = ("edit/agents/Moss/profile.md", "edit/agents/Moss/nothing.md")
"""Places beside each view and each view of Moss."""

#: Counts the requests that a page waits for, so that a view is looked at once it is whole.
COUNT = """
  window.pending = 0;
  const plain = window.fetch;
  window.fetch = (...given) => {
    window.pending += 1;
    return plain(...given).finally(() => setTimeout(() => { window.pending -= 1; }));
  };
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    world = make_world(tmp_path_factory.mktemp("axe"), {"Moss": profile("Moss")}, RULES)
    with world.server() as running:
        ada = running.client().create("Ada")
        ada.ask("say Good evening, Moss.", "You say")
        yield running


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    chromium = Chromium(tmp_path_factory.mktemp("browser") / "profile")
    chromium.resize(1360, 820)
    chromium.ask("Page.addScriptToEvaluateOnNewDocument", source=COUNT)
    yield chromium
    chromium.close()


def wait_for(browser: Chromium, script: str) -> Any:
    """Return what a promise in the page comes to."""
    result = browser.ask(
        "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
    )
    assert "exceptionDetails" not in result, result["exceptionDetails"]
    return result["result"].get("value")


def examine(browser: Chromium, where: str) -> list[str]:
    """Return a line for each serious or critical finding."""
    found = []
    for scheme, only in (("light", ""), ("dark", ", runOnly: ['color-contrast']")):
        browser.prefer(scheme)
        # A colour that fades over from one scheme to the other is not looked at half-way.
        browser.until("document.getAnimations().every((each) => each.playState !== 'running')")
        violations = wait_for(
            browser,
            f"axe.run(document, {{resultTypes: ['violations']{only}}}).then((r) => r.violations"
            ".filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => [v.id,"
            " v.nodes.map((n) => `${n.html.slice(0, 150)} ${n.failureSummary}`)]))",
        )
        found += [
            f"{where} {scheme}: {name}: {node}" for name, nodes in violations for node in nodes
        ]
    return found


def test_no_view_keeps_anybody_out(server: Server, browser: Chromium) -> None:
    browser.forget()
    browser.open(server.web)
    browser.until("!!document.querySelector('input[name=name]')")
    browser.evaluate(AXE)
    found = examine(browser, "login")
    log_in(browser, server.web)
    browser.evaluate(AXE)
    views = wait_for(browser, "import('/static/views.js').then((m) => m.VIEWS.map((v) => v.name))")
    assert "world" in views
    for place in (*views, *(f"{view}/Moss" for view in views), *MORE):
        browser.evaluate(f"location.hash = {json.dumps(f'#/{place}')}")
        browser.until(
            "!!document.querySelector('main:not([aria-busy=true])') && document.querySelector("
            f"'nav a[aria-current]')?.getAttribute('href') === '#/{place.partition('/')[0]}'"
        )
        browser.until("window.pending === 0")
        found += examine(browser, place)
    assert not found, "\n".join(found)
