"""The caret is at the letter that is seen, a phone has room for files, and Save looks as it is."""

from __future__ import annotations

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium
from tests.e2e.web.edit.editor import open_file, rewrite

PROFILE = "agents/Moss/profile.md"


#: How high all lines are that are seen.
SEEN = """[...document.querySelectorAll('.behind > div > span')]
  .reduce((sum, each) => sum + each.getBoundingClientRect().height, 0)"""


def test_the_caret_is_at_the_letter_that_is_seen(browser: Chromium, server: Server) -> None:
    """Of a folded line, too: both layers begin each row at the same place, and have as many.

    A field that hangs its rows has every line but the first further in (decision 123).
    """
    open_file(browser, server, PROFILE)
    area = "document.querySelector('.editor textarea')"
    rewrite(browser, "---\n    - " + "leek bed " * 60 + "\nend")
    browser.until("document.querySelectorAll('.behind > div > span').length === 3")
    layers = f"[{area}, document.querySelector('.behind')]"
    indents = browser.evaluate(f"{layers}.map(each => getComputedStyle(each).textIndent)")
    assert indents == ["0px", "0px"]
    browser.evaluate(f"{area}.style.height = '1px'")
    padding = f"2 * parseFloat(getComputedStyle({area}).paddingTop)"
    heights = browser.evaluate(f"[{area}.scrollHeight - {padding}, {SEEN}]")
    assert abs(heights[0] - heights[1]) < 4


def test_save_looks_as_it_is(browser: Chromium, server: Server) -> None:
    """Filled only while there is something to save."""
    open_file(browser, server, PROFILE)
    style = "getComputedStyle(document.querySelector('.acts .primary'))"
    look = f"[{style}.backgroundColor, {style}.borderTopStyle]"
    rewrite(browser, "---\nhome: The Hall\n---\n")
    filled = browser.until(f"!document.querySelector('.acts .primary').disabled && {look}")
    browser.click(".acts .primary + button")
    browser.until("document.querySelector('.acts .primary').disabled")
    assert filled[1] == "solid"
    # It fades over from one to the other.
    browser.until(f"({look}).join() === 'rgba(0, 0, 0, 0),dashed'")


def test_the_list_of_files_makes_room_on_a_phone(browser: Chromium, server: Server) -> None:
    """Once a file is open; a key brings it back."""
    browser.resize(390, 844)
    open_file(browser, server, PROFILE)
    seen = "document.querySelector('.files details').offsetHeight > 0"
    browser.until(f"!({seen})")
    browser.evaluate("document.querySelector('.fold-files').focus()")
    browser.press("Enter")
    browser.until(seen)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 390
