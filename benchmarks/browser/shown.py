"""The page itself in a real browser, with a stream that a measurement writes: no server's part."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Route

from benchmarks.browser.crowd import Message
from tests.e2e.web.chromium import Chromium

URL = "http://page.test"
ACCOUNT = {"name": "Ada", "role": "administrator", "fresh": False}
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
SOCKET = """
  window.WebSocket = class {
    constructor() {
      window.hear = (message) => this.onmessage({ data: JSON.stringify(message) });
      setTimeout(() => this.onopen());
    }
    close() {}
  };
"""
HEAR = """async (events) => {
  const wait = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const messages of events) {
    for (const message of messages) { window.hear(message); await wait(); }
    await wait();
  }
}"""


class ShownPage:
    """A page whose files are those of a folder, and which is told what it is given."""

    def __init__(self, browser: Chromium, static: Path) -> None:
        self.browser, self._static = browser, static
        browser.run(browser.page.route(f"{URL}/**", self._answer))
        browser.run(browser.page.add_init_script(SOCKET))
        browser.open(f"{URL}/")
        browser.until("!!document.querySelector('.link.live') && !!document.querySelector('.map')")

    async def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(URL).partition("?")[0]
        if path == "/api/v1/session":
            await route.fulfill(json=ACCOUNT)
            return
        file = self._static / (path.removeprefix("/static/") if path != "/" else "index.html")
        if file.is_file():
            await route.fulfill(path=file, content_type=TYPES.get(file.suffix))
        else:
            await route.fulfill(status=404)

    def hear(self, events: Sequence[Sequence[Message]]) -> None:
        """Tell it the messages of some events, and wait until each is drawn."""
        page = self.browser.page
        self.browser.run(page.evaluate(HEAR, json.loads(json.dumps(events))))
