"""Long lines go on below their beginning, a phone has room for them, and Save looks as it is."""

from __future__ import annotations

import json

import pytest

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium
from tests.e2e.web.edit.editor import open_file, rewrite
from tests.e2e.web.support.modules import call

PROFILE = "agents/Moss/profile.md"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("", 0),
        ("      short\n" + "a" * 60, 0),
        ("a: 1\n    - " + "a" * 60 + "\n  " + "b" * 60, 4),
        (" " * 30 + "a" * 60, 12),
    ],
)
def test_what_goes_on_begins_no_less_far_in(browser: Chromium, text: str, letters: int) -> None:
    """Than any long line of the file, to a limit."""
    found = call(browser, "views/edit/numbered_text", f"m.findHang({json.dumps(text)})")
    assert found == letters


#: Where the rows of the second line begin that are seen, from the first row's edge.
ROWS = """(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelectorAll('.behind > div > span')[1]);
  const lefts = [...range.getClientRects()].map((each) => Math.round(each.left));
  return [...new Set(lefts)].sort((a, b) => a - b);
})()"""


#: How high all lines are that are seen.
SEEN = """[...document.querySelectorAll('.behind > div > span')]
  .reduce((sum, each) => sum + each.getBoundingClientRect().height, 0)"""


def test_a_folded_line_hangs_and_is_as_high_as_the_fields(
    browser: Chromium, server: Server
) -> None:
    """The letters that are seen stand where the field has its own: both have as many rows."""
    open_file(browser, server, PROFILE)
    area = "document.querySelector('.editor textarea')"
    hang = "document.querySelector('.sheet').style.setProperty('--hang', '8ch')"
    browser.evaluate(hang)
    rewrite(browser, "---\n" + "leek bed " * 60 + "\nend")
    rows = browser.until(f"(rows => rows.length > 1 && rows)({ROWS})")
    assert rows[-1] - rows[0] > 40
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
