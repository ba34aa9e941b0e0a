"""A real Chromium without a window, driven over a pipe by the DevTools protocol.

The protocol is described at https://chromedevtools.github.io/devtools-protocol/; messages are JSON,
each ended by a NUL byte.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.limits import HANG_SECONDS

NAMES = ("chromium", "chromium-browser", "google-chrome")
POLL_SECONDS = 0.05

KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), " ": (32, " "), "+": (187, "+"),
    "End": (35, ""),
}  # fmt: skip
"""The code and text of each key that tests press."""


def find_chromium() -> str:
    """Return the program; without one the test is skipped, or fails where `CI` is set."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        assert not os.environ.get("CI"), f"no browser: none of {', '.join(NAMES)} is installed"
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    return found


class Chromium:
    """One browser with one page."""

    def __init__(self, profile: Path) -> None:
        read_commands, self._write = os.pipe()
        self._read, write_answers = os.pipe()
        self._count = 0
        self._waiting = b""
        command = [
            find_chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-dev-shm-usage", "--disable-background-networking", "--disable-extensions",
            "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe",
            f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        # The browser reads commands from descriptor 3 and writes answers to 4.
        moved = 'exec 3<&"$0" 4>&"$1"; shift; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", moved, str(read_commands), str(write_answers), *command],
            pass_fds=(read_commands, write_answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_commands)
        os.close(write_answers)
        self._session = ""
        self.console: list[str] = []
        """Errors and refusals that the page has caused."""
        self._attach()

    def _attach(self) -> None:
        pages = self.ask("Target.getTargets")["targetInfos"]
        target = next(each["targetId"] for each in pages if each["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    # --- the protocol -------------------------------------------------------------------

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        number = self._send(method, parameters)
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self._note(answer)

    def _send(self, method: str, parameters: dict[str, Any]) -> int:
        """Send a command and return its number."""
        self._count += 1
        said: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            said["sessionId"] = self._session
        os.write(self._write, json.dumps(said).encode() + b"\0")
        return self._count

    def _receive(self) -> dict[str, Any]:
        end = time.monotonic() + HANG_SECONDS
        while b"\0" not in self._waiting:
            ready, _, _ = select.select([self._read], [], [], end - time.monotonic())
            assert ready, "the browser does not answer"
            data = os.read(self._read, 1 << 20)
            assert data, "the browser has ended"
            self._waiting += data
        message, _, self._waiting = self._waiting.partition(b"\0")
        said: dict[str, Any] = json.loads(message)
        return said

    def _note(self, event: dict[str, Any]) -> None:
        parameters = event.get("params", {})
        if event.get("method") == "Page.javascriptDialogOpening":
            # Only "leave this page?" is asked; the browser waits for the answer before all else.
            self._send("Page.handleJavaScriptDialog", {"accept": True})
        elif event.get("method") == "Runtime.exceptionThrown":
            self.console.append(json.dumps(parameters["exceptionDetails"]))
        elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.console.append(f"{parameters['entry']['text']} {parameters['entry'].get('url')}")

    # --- what a person does ---------------------------------------------------------------

    def open(self, url: str) -> None:
        """Go to an address, and wait until its page has taken the place of the one before."""
        loader = self.ask("Page.navigate", url=url).get("loaderId")
        end = time.monotonic() + HANG_SECONDS
        while loader not in (None, self.ask("Page.getFrameTree")["frameTree"]["frame"]["loaderId"]):
            assert time.monotonic() < end, f"never opened: {url}"
            time.sleep(POLL_SECONDS)

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def until(self, script: str) -> Any:
        """Evaluate again and again until the value is true; return it."""
        end = time.monotonic() + HANG_SECONDS
        while not (value := self.evaluate(script)):
            assert time.monotonic() < end, f"never true: {script}\n{self.text()}\n{self.console}"
            time.sleep(POLL_SECONDS)
        return value

    def until_shows(self, words: str) -> None:
        self.until(f"!!document.body && document.body.innerText.includes({json.dumps(words)})")

    def text(self) -> str:
        """The text of the page as it is seen."""
        return str(self.evaluate("document.body ? document.body.innerText : ''"))

    def press(self, key: str) -> None:
        code, text = KEYS[key]
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text: str) -> None:
        self.ask("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        """Click the middle of the first element that fits."""
        self.until(f"!!document.querySelector({json.dumps(selector)})")
        x, y = self.evaluate(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    # --- how it looks ---------------------------------------------------------------------

    def resize(self, width: int, height: int, scale: float = 1) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=False,
        )  # fmt: skip

    def prefer(self, scheme: str) -> None:
        """Let the page be ``light`` or ``dark``."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", features=features)

    def picture(self) -> bytes:
        """The page as a PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def forget(self) -> None:
        """Leave the page, and be again as at the start: nobody is logged in."""
        self.open("about:blank")
        self.ask("Network.clearBrowserCookies")
        self.ask("Emulation.setEmulatedMedia", features=[])
        self.resize(1360, 820)
        self.console.clear()

    def close(self) -> None:
        with contextlib.suppress(OSError, AssertionError):
            self._session = ""
            self.ask("Browser.close")
        self._process.terminate()
        self._process.wait(HANG_SECONDS)
        os.close(self._read)
        os.close(self._write)


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
