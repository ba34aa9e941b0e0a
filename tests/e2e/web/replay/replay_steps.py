"""How a past that begins yesterday is looked at in the view Replay, and played."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from tests.e2e.harness import Server, until
from tests.e2e.web.chromium import Chromium

#: Yesterday: a chronicle is not kept for ever.
BEGIN = (datetime.now(UTC) - timedelta(days=1)).replace(hour=10, minute=0, second=0, microsecond=0)
BUBBLES = "[...document.querySelectorAll('.bubble')]"


def go_to(browser: Chromium, server: Server, minutes: float) -> None:
    at = (BEGIN + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    browser.open("about:blank")
    browser.open(f"{server.web}/#/replay?t={at}")
    browser.until("!!document.querySelector('.replay[aria-busy=false]')")


def press(browser: Chromium, name: str) -> None:
    """Press the button with this name."""
    named = f"b => (b.ariaLabel || b.innerText) === {name!r}"
    buttons = "[...document.querySelectorAll('.replay button')]"
    browser.until(f"{buttons}.some({named})")
    browser.evaluate(f"{buttons}.find({named}).click()")


def play_until(browser: Chromium, server: Server, minutes: float, seen: str, over: str) -> None:
    """Play at 60× from a moment on, until the bubble with these words is seen.

    It passes: where a busy machine has missed it and other words are shown, it is played again.
    """
    bubble = f"{BUBBLES}.some(each => each.innerText.includes({json.dumps(seen)}))"
    later = f"document.body.innerText.includes({json.dumps(over)})"

    def is_seen() -> bool:
        go_to(browser, server, minutes)
        press(browser, "60×")
        press(browser, "Start")
        return bool(browser.until(f"{bubble} ? 'seen' : {later} && 'over'") == "seen")

    until(is_seen, f"a bubble: {seen}")
