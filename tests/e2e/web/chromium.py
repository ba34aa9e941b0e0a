"""What a person does with a page, in a real Chromium without a window, driven by Playwright."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Coroutine
from threading import Thread
from typing import Any, Literal, TypeVar

import pytest
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    FloatRect,
    Page,
    Playwright,
    ViewportSize,
    async_playwright,
)

from tests.limits import HANG_SECONDS

#: The first is the same engine without the windows that nobody sees here, for a third less work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic"]  # beside Playwright's own
POLL_MILLISECONDS = 50
HANG_MILLISECONDS = HANG_SECONDS * 1000
GO = """new Promise((done) => {{
  const before = location.hash;
  addEventListener("hashchange", () => setTimeout(done), {{ once: true }});
  location.hash = {};
  if (location.hash === before) done();
}})"""
"""Comes true once the page has heard of the new place: until then it shows the one before."""
TWO_FRAMES = """new Promise((done) => {
  const draw = (then) => requestAnimationFrame(() => setTimeout(then));
  draw(() => draw(done));
})"""
"""Comes true once what observes sizes has been told of them, and what follows is drawn."""
PAGE_HEIGHT = "document.documentElement.scrollHeight"
MARGIN = 24
"""Pixels above and below what is pictured."""
SIZE = ViewportSize(width=1360, height=820)

T = TypeVar("T")
Scheme = Literal["light", "dark"]


def find_chromium() -> str:
    """Return the program; without one the test is skipped, or fails where `CI` is set."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        assert not os.environ.get("CI"), f"no browser: none of {', '.join(NAMES)} is installed"
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    return found


class Engine:
    """The one browser of a process of tests, whose visitors know nothing of each other.

    Playwright lives on a loop in a thread of its own: pytest-twisted calls a test inside the
    reactor's loop, where Playwright's synchronous interface refuses to run.
    """

    def __init__(self) -> None:
        program = find_chromium()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="browser", daemon=True)
        self._thread.start()
        self._playwright, self.browser = self.run(_launch(program))

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Return what a call of Playwright's comes to."""
        # Later than Playwright's own limit, which says what was waited for.
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(HANG_SECONDS + 10)

    def close(self) -> None:
        self.run(self.browser.close())
        self.run(self._playwright.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(HANG_SECONDS)
        self._loop.close()


async def _launch(program: str) -> tuple[Playwright, Browser]:
    playwright = await async_playwright().start()
    browser = await playwright.chromium.launch(
        executable_path=program, args=FLAGS, timeout=HANG_MILLISECONDS
    )
    return playwright, browser


class Chromium:
    """One visitor with one page."""

    def __init__(self, engine: Engine, timezone: str | None = None) -> None:
        self.run = engine.run
        self.console: list[str] = []
        """Errors and refusals that the page has caused."""
        self.page = self.run(self._open_page(engine.browser, timezone))
        """What Playwright lets one do with it, only by coroutines that are given to `run`."""

    async def _open_page(self, browser: Browser, timezone: str | None) -> Page:
        page = await browser.new_page(viewport=SIZE, timezone_id=timezone)
        page.set_default_timeout(HANG_MILLISECONDS)
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())  # only "leave this page?" is asked
        return page

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console.append(f"{message.text} {message.location['url']}")

    # --- what a person does ---------------------------------------------------------------

    def open(self, url: str) -> None:
        """Go to an address, and wait until its page has taken the place of the one before."""
        self.run(self.page.goto(url))

    def go(self, place: str) -> None:
        """Go to a place of the page that is open, such as ``#/world``, and wait until it knows."""
        self.evaluate(GO.format(json.dumps(place)))

    def evaluate(self, script: str) -> Any:
        """Return the value of a script in the page: a promise is awaited, a function called."""
        return self.run(self.page.evaluate(script))

    def until(self, script: str) -> Any:
        """Evaluate again and again until the value is true; return it.

        Playwright's own waiting makes code of the script inside the page, which its security
        policy forbids.
        """
        return self.run(self._wait(script))

    def until_still(self, script: str) -> Any:
        """Evaluate again and again until a value is true, and the same twice; return it.

        It is for a place at which to click: what comes above it may still push it away.
        """
        return self.run(self._wait(script, "JSON.stringify(value) === JSON.stringify(earlier)"))

    async def _wait(self, script: str, is_last: str = "true") -> Any:
        poll = f"new Promise(resolve => setTimeout(resolve, {POLL_MILLISECONDS}))"
        over = f"(value = ({script})) && {is_last}"
        body = f"let value, earlier; while (!({over})) {{ earlier = value; await {poll}; }}"
        whole = f"(async () => {{ {body} return value; }})()"
        try:
            return await asyncio.wait_for(self._evaluate_to_its_end(whole), HANG_SECONDS)
        except TimeoutError as error:
            shown = await self.page.inner_text("body")
            raise AssertionError(f"never true: {script}\n{shown}\n{self.console}") from error

    async def _evaluate_to_its_end(self, script: str) -> Any:
        """Evaluate; where the page is loaded anew meanwhile, as it may do by itself, once more."""
        while True:
            try:
                return await self.page.evaluate(script)
            except Error as error:
                if "context was destroyed" not in error.message:
                    raise
            await self.page.wait_for_load_state()

    def until_shows(self, words: str) -> None:
        self.until(f"!!document.body && document.body.innerText.includes({json.dumps(words)})")

    def text(self) -> str:
        """The text of the page as it is seen."""
        return self.run(self.page.inner_text("body"))

    def press(self, key: str) -> None:
        self.run(self.page.keyboard.press(key))

    def type(self, text: str) -> None:
        self.run(self.page.keyboard.insert_text(text))

    def click(self, selector: str) -> None:
        """Click the middle of the first element that fits."""
        self.run(self.page.click(selector))

    # --- how it looks ---------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, and wait until what measures itself has been drawn anew."""
        self.run(self.page.set_viewport_size(ViewportSize(width=width, height=height)))
        self.until(f"innerWidth === {width} && innerHeight === {height}")
        self.evaluate(TWO_FRAMES)

    def prefer(self, scheme: Scheme) -> None:
        """Have light or dark, and wait until the page knows; colours may still fade over."""
        self.run(self.page.emulate_media(color_scheme=scheme))
        self.until(f"matchMedia('(prefers-color-scheme: {scheme})').matches")

    def picture(self) -> bytes:
        """The page as a PNG."""
        return self.run(self.page.screenshot())

    def picture_of(self, begin: str, end: str) -> bytes:
        """The page as a PNG, from above one element to below another, as wide as the window."""
        edge = "document.querySelector({!r}).getBoundingClientRect().{}"
        # As high as the page: what scrolls by itself, or sticks to an edge, is in its place.
        width = self.evaluate("innerWidth")
        self.resize(width, self.evaluate(PAGE_HEIGHT))
        top = max(0, self.evaluate(edge.format(begin, "top")) - MARGIN)
        bottom = self.evaluate(edge.format(end, "bottom")) + MARGIN
        clip = FloatRect(x=0, y=top, width=width, height=bottom - top)
        return self.run(self.page.screenshot(clip=clip))

    def forget(self) -> None:
        """Leave the page, and be again as at the start: nobody is logged in."""
        self.open("about:blank")
        self.run(self.page.context.clear_cookies())
        self.run(self.page.context.set_offline(False))
        self.prefer("light")
        self.resize(**SIZE)
        self.console.clear()

    def close(self) -> None:
        self.run(self.page.close())


def log_in(browser: Chromium, url: str, name: str = "Ada") -> None:
    """Open the page and log in by keyboard alone, with the password that tests use."""
    browser.open(url)
    browser.until("!!document.querySelector('input[name=name]')")
    browser.evaluate("document.querySelector('input[name=name]').focus()")
    browser.type(name)
    browser.press("Tab")
    browser.type("correct horse")
    browser.press("Enter")
    browser.until("!!document.querySelector('.link.live')")


def be_logged_in(browser: Chromium, url: str, name: str = "Ada") -> None:
    """Log in, unless the page that is open is that person's already: then it stays as it is."""
    who = "document.querySelector('header .who')?.firstChild.textContent"
    if browser.evaluate(f"[location.origin, {who}]") != [url, name]:
        browser.forget()
        log_in(browser, url, name)


def count_in_feed(browser: Chromium, words: str) -> int:
    """In how many lines of what happens the words stand, whether a bubble has them, too, or not."""
    lines = browser.evaluate("[...document.querySelectorAll('.feed li')].map(e => e.innerText)")
    return sum(words in line for line in lines)
