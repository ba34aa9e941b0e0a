"""How the world is set as prose in the view Play: what each line is, and where one reads."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.e2e.harness import Server
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.support.modules import call
from tests.e2e.web.support.play import LINES, TERMINAL_LINES
from tests.e2e.worlds import make_world

VISIT = "import('tarn/views/play/visit.js').then(m => {{ const visit = m.findVisit(); {} }})"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with make_world(tmp_path_factory.mktemp("prose")).server() as running:
        yield running


@pytest.fixture(scope="module")
def page(server: Server, chromium: Chromium) -> Chromium:
    """A page on which Ada has come into the world."""
    server.client().create("Ada").ask("quit", "Goodbye")
    log_in(chromium, server.web)
    chromium.open(f"{server.web}/#/play")
    chromium.click("main button.primary")
    chromium.until(f"{LINES}.includes('A long stone hall.')")
    return chromium


def write(page: Chromium, text: str) -> None:
    """Let the connection bring this."""
    page.evaluate(VISIT.format(f"visit.write({json.dumps(text)});"))


def test_a_room_is_a_heading_with_what_it_has_below(page: Chromium) -> None:
    assert page.evaluate("document.querySelector('.stretch h3.place').textContent") == "The Hall"
    listed = "[...document.querySelectorAll('.stretch .listed .before')].map(e => e.textContent)"
    assert "Exits: " in page.evaluate(listed)


def test_what_stands_beside_the_text_is_not_told_twice(page: Chromium) -> None:
    """A wide window has exits and people beside it; a narrow one, and who listens, in the text."""
    exits = "document.querySelector('.stretch .of-room').getBoundingClientRect().height"
    page.until("!!document.querySelector('.here')")
    page.resize(1360, 820)
    page.until(f"{exits} === 0")
    page.resize(900, 820)
    page.until(f"{exits} > 0")
    page.resize(1360, 820)


@pytest.mark.parametrize(
    ("text", "kind", "bold"),
    [
        ('\x1b[33mMoss says, "Hello."\x1b[0m', "said", "Moss"),
        ('\x1b[35mMoss tells you, "Hello."\x1b[0m', "told", "Moss"),
        ('\x1b[33mYou say, "Hello."\x1b[0m', "own", ""),
        ("\x1b]133;C\x07\x1b[90m> look\x1b[0m", "own", ""),
        ("\x1b[36mMoss leaves for the garden.\x1b[0m", "moved", "Moss"),
        ("\x1b[2mRain.\x1b[0m", "mood", ""),
        ("\x1b[31mUnknown command: x\x1b[0m", "wrong", ""),
        ("\x1b[1mThe Garden\x1b[0m", "place", ""),
        ("\x1b[1mThe server is renewed.\x1b[0m", "notice", ""),
        ("|   +-- mill: The Mill", "drawn", ""),
        ("    [1]---[2]", "drawn", ""),
        ("A hall.  It is cold.", "simple", ""),
        ("Moss grows on the stones.", "simple", ""),
        ("Moss (agent) - The Hall", "short", "Moss"),
        ('> look, as one types, "is said"', "simple", ""),
    ],
)
def test_each_line_is_set_as_what_it_is(page: Chromium, text: str, kind: str, bold: str) -> None:
    """By the server's colours, which no words of a person have; nothing of it is left out."""
    find = "(text) => text.startsWith('Moss') ? {name: 'Moss', isResident: true} : null"
    given = json.dumps(f"{text}\n")
    drawn = call(
        page,
        "views/play/setting",
        "import('tarn/views/play/escapes.js').then(e => {"
        f" const [line] = new e.Escapes().read({given}); const set = m.setLine(line, {find});"
        " return [set.className, set.querySelector('b')?.textContent || '',"
        " set.textContent.replace(/[“”]/g, '\"') === e.textOf(line)]; })",
    )
    assert drawn == [kind, bold, True]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_what_is_no_colour_is_dropped_wherever_it_is_torn(page: Chromium, size: int) -> None:
    text = (
        "\x1b[2J\x1b[10;5HOne\x1b]0;title\x07 \x1bPq#1\x1b\\two\x1b[38;2;1;2;31m,\x1b[K\x1b(B "
        "\x1b]8;;tarn:go%20up\x1b\\up\x1b]8;;\x1b\\\a\b.\x1b[?25l\r\nNext"
    )
    pieces = json.dumps([text[at : at + size] for at in range(0, len(text), size)])
    read = call(
        page,
        "views/play/escapes",
        f"(() => {{ const escapes = new m.Escapes(); const lines = {pieces}.flatMap(each =>"
        " escapes.read(each)); return [lines.map(m.textOf), m.textOf(escapes.line),"
        " lines[0].runs.filter(each => each.link).map(each => each.words).join('')]; })()",
    )
    assert read == [["One two, up."], "Next", "up"]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("one two three", "  four", "one two three four"),
        ("  one two three", "    four", "  one two three four"),
        ("abcdefghijklmnop", "  qrst", "abcdefghijklmnopqrst"),
        ("one two", "  four", None),
        ("one two three", "four", None),
        ("one two three", "    four", None),
    ],
)
def test_a_line_that_was_folded_is_whole_again(
    page: Chromium, first: str, second: str, whole: str | None
) -> None:
    line = "{{runs: [{{words: {}}}]}}"
    given = ", ".join(line.format(json.dumps(each)) for each in (first, second))
    done = f"m.unfold({given}, 17)?.runs.map(each => each.words).join('') ?? null"
    assert call(page, "views/play/unfolding", done) == whole


def test_a_terminal_that_is_opened_later_shows_whole_words(page: Chromium) -> None:
    """What was told at the width of prose is folded for it, also where it came in two pieces."""
    long = " ".join(f"word{number}ends" for number in range(60))
    end = long.rindex(" ", 0, 251)
    write(page, f"\x1b[33m{long[: end - 9]}")
    write(
        page,
        f"{long[end - 9 : end]}\x1b[0m\r\n  \x1b[33m{long[end + 1 :]}\x1b[0m\r\nThat was it.\r\n",
    )
    buttons = "[...document.querySelectorAll('.play .tools button')]"
    other = f"{buttons}.find(e => e.innerText === 'Terminal').click()"
    page.evaluate(other)
    page.until(f"{TERMINAL_LINES}.includes('That was it.')")
    rows = [row for row in page.evaluate(TERMINAL_LINES).split("\n") if "ends" in row]
    assert " ".join(" ".join(rows).split()) == long
    assert rows[0].startswith("word0ends") and all(row.startswith("  word") for row in rows[1:])
    page.evaluate(other)
    page.until("!!document.querySelector('.prose')")


def test_an_address_is_a_link_to_a_window_of_its_own(page: Chromium) -> None:
    write(page, 'Moss says, "See https://example.org/a?b=1" Not javascript:alert(1)\r\n')
    link = "document.querySelector('.stretch a')"
    page.until(f"!!{link}")
    assert page.evaluate(f"[{link}.href, {link}.target, {link}.rel]") == [
        "https://example.org/a?b=1", "_blank", "noopener noreferrer",
    ]  # fmt: skip
    assert page.evaluate("document.querySelectorAll('.stretch a').length") == 1


def test_it_fits_a_phone(page: Chromium) -> None:
    """A long line is one paragraph, whose further rows hang, however the server has folded it."""
    page.resize(390, 844)
    page.until("document.documentElement.scrollWidth <= 390")
    said = " ".join(["abc"] * 90)
    page.evaluate("document.querySelector('.play form input').focus()")
    page.type(f"say {said}")
    page.press("Enter")
    own = "[...document.querySelectorAll('.own')].findLast(e => e.textContent.includes('abc'))"
    answer = json.dumps(f"You say, “{said}”")
    page.until(f"{own}?.textContent === {answer}")
    rows = f"""(() => {{
        const range = document.createRange();
        range.selectNodeContents({own});
        const rows = new Map();
        for (const {{ bottom, left, width }} of range.getClientRects()) {{
            const row = Math.round(bottom);
            if (width) rows.set(row, Math.min(left, rows.get(row) ?? left));
        }}
        return [...rows.values()];
    }})()"""
    first, *rest = page.evaluate(rows)
    assert len(rest) > 5 and min(rest) > first
    hours = (
        "[...document.querySelectorAll('[data-time]')]"
        ".map(each => getComputedStyle(each, '::before').display)"
    )
    assert set(page.evaluate(hours)) == {"none"}, "there is no margin for them"
    page.resize(1200, 800)


def test_who_has_scrolled_back_stays_there(page: Chromium) -> None:
    """The end is followed until then, and again by a button; the Page Up key turns pages."""
    log = "document.querySelector('.prose')"
    at_end = f"{log}.scrollHeight - {log}.scrollTop - {log}.clientHeight < 2"
    write(page, "".join(f"Line {number} of many.\r\n" for number in range(300)))
    # Before it is laid out there is nothing to turn back to.
    page.until(f"{log}.scrollHeight > 2 * {log}.clientHeight && {log}.clientHeight && {at_end}")
    page.evaluate("document.querySelector('.play form input').focus()")
    page.press("PageUp")
    page.until(f"!({at_end})")
    before = page.until_still(f"{log}.scrollTop")
    write(page, "A newer line.\r\n")
    page.until("!document.querySelector('.newer').hidden")
    assert page.evaluate(f"{log}.scrollTop") == before
    page.click(".newer")
    page.until(f"{at_end} && document.querySelector('.newer').hidden")


def test_many_lines_are_kept_and_no_more(page: Chromium) -> None:
    """Of twelve thousand the latest ten; a new one touches few, and lays out those in sight."""
    lines = "visit.write(`Line ${number} that is told at some length.\\r\\n`);"
    page.evaluate(VISIT.format(f"for (let number = 0; number < 12000; number++) {lines}"))
    count = page.evaluate("document.querySelectorAll('.stretch > *').length")
    assert 10000 <= count <= 10100
    assert "Line 11999 " in page.evaluate(LINES)
    assert 1 <= page.evaluate(VISIT.format(TOUCHED)) <= 4
    kept_out = "each => getComputedStyle(each).contentVisibility === 'auto'"
    assert page.evaluate(f"[...document.querySelectorAll('.stretch')].every({kept_out})")


TOUCHED = """
  const watch = new MutationObserver(() => null);
  watch.observe(document.querySelector('.prose'), { childList: true, subtree: true });
  visit.write('One more.\\r\\n');
  const all = watch.takeRecords().flatMap((each) => [...each.addedNodes, ...each.removedNodes]);
  watch.disconnect();
  return all.length;
"""
"""Shows another line; returns how many elements come or go for it."""
