"""The editor of the page, as a person uses it."""

from __future__ import annotations

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium
from tests.e2e.web.support.reader import Reader

VOICE = "## Exchanges\n\n> Hello.\n\nEvening.\n"
HOSTILE = "<script>document.title=1</script> <img src=x onerror=alert(1)>"
TEXT = "document.querySelector('.editor textarea')"


def open_file(browser: Chromium, server: Server, name: str) -> None:
    browser.go("#/edit/" + name.replace(" ", "%20"))
    browser.until(f"!!{TEXT} && document.querySelector('.editor h2').innerText === '{name}'")


def rewrite(browser: Chromium, text: str) -> None:
    """Replace the whole text as a person does who selects and types."""
    browser.evaluate(f"({TEXT}.focus(), {TEXT}.select())")
    browser.type(text)


def fetch_text(reader: Reader, name: str) -> tuple[str, str]:
    status, found = reader.ask("GET", f"/api/v1/files/text?path={name.replace(' ', '%20')}")
    assert status == 200, found
    return found["text"], found["digest"]


def begin(browser: Chromium, kind: str, name: str) -> None:
    """Fill in the form for a new file."""
    browser.go("#/edit")
    browser.until("!!document.querySelector('.making')")
    browser.evaluate("document.querySelector('.making').open = true")
    browser.evaluate(
        "(s => { s.value = '" + kind + "'; s.dispatchEvent(new Event('change', {bubbles: true})) })"
        "(document.querySelector('.new select'))"
    )
    browser.evaluate("document.querySelector('.new input').focus()")
    browser.type(name)
    browser.press("Enter")
