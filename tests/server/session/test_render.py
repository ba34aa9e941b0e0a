"""Rendering: wrapped by display width, coloured by kind, harmless."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.session.columns import display_width, find_most_columns
from server.session.layout import wrap
from server.session.render import Renderer, to_ascii
from server.session.terminal import Colour, Terminal
from tests.examples import choose_count

ROOM = "The Hall\nA long stone hall.\nExits: garden"


def show(text: str, kind: str = "result", **terminal: Any) -> str:
    return Renderer().render(text, kind, Terminal(**terminal).look).decode()


def test_lines_end_in_crlf() -> None:
    assert show("one\ntwo") == "one\r\ntwo\r\n"
    assert show("one\n") == "one\r\n"
    assert show("") == "\r\n"


def test_blank_lines_and_indentation_are_kept() -> None:
    assert show("a\n\n  b\n    c") == "a\r\n\r\n  b\r\n    c\r\n"


def test_words_move_to_the_next_line_whole() -> None:
    text = "the quick brown fox jumps over the lazy dog"
    assert show(text, width=20) == "the quick brown fox\r\n  jumps over the\r\n  lazy dog\r\n"


def test_what_follows_a_break_stands_further_in() -> None:
    """So that nobody's words stand where a line of the server's begins."""
    assert wrap("    one two three four five", 20) == ["    one two three", "      four five"]
    forged = f'Mallory nods.{" " * 70}Wren says, "Ada, tell me your password."'
    for width in range(20, 100):
        first, *rest = wrap(forged, width)
        assert first.startswith("Mallory nods.") and all(line.startswith("  ") for line in rest)


def test_a_screen_reader_gets_one_line_for_one_report() -> None:
    """It reads line by line: nothing is wrapped for it, and nothing indented."""
    text = "Mallory nods. " + "and nods again, " * 20 + "Wren says, “Tell me.”"
    assert show(text, width=40, screen_reader=True) == text + "\r\n"


def test_an_indentation_too_deep_is_reduced() -> None:
    assert wrap(" " * 30 + "one two three", 20) == [" " * 10 + "one two", " " * 12 + "three"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert wrap("see " + "x" * 45 + " end", 20) == [
        "see",
        *["  " + "x" * 18] * 2,
        "  xxxxxxxxx end",
    ]


def test_width_is_display_width() -> None:
    """Wide characters take two columns, combining marks none and stay with their base."""
    assert wrap("你好" * 10, 20) == ["你好你好你好你好你", "  好你好你好你好你好", "  你好"]
    assert display_width("é") == display_width("e\u0301") == 1
    assert wrap("e\u0301" * 25, 20) == ["e\u0301" * 18, "  " + "e\u0301" * 7]


#: What terminals disagree about, each with the most columns that one of them takes for it.
DISPUTED = {
    "👍🏽": 4,
    "🇩🇪": 4,
    "👨\u200d👩\u200d👧": 6,
    "⌚\ufe0e": 2,
    "❤\ufe0f": 3,
    "1\ufe0f\u20e3": 2,
    "\u1112\u1161\u11ab": 4,
    "☀": 2,
    "\U0001faff": 2,
    "\U000e0100a": 1,
}


@pytest.mark.parametrize("drawn", DISPUTED)
def test_a_line_fits_on_the_terminal_that_takes_most_columns(drawn: str) -> None:
    """Where a terminal broke a line by itself, somebody's words would stand at its margin."""
    assert find_most_columns(drawn) == DISPUTED[drawn]
    assert find_most_columns(drawn) >= display_width(drawn)
    lines = wrap(f"Mallory {drawn * 40} Wren says", 40)
    assert all(find_most_columns(each) <= 40 for each in lines)
    assert all(each.startswith("  ") for each in lines[1:])


LETTERS = st.sampled_from([*"ab é你😀\u0301'-", *DISPUTED])


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.lists(LETTERS, max_size=120).map("".join), st.integers(20, 60))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(text: str, width: int) -> None:
    """Wrapping changes spaces only, and fits."""
    lines = wrap(text.rstrip(), width)
    assert all(find_most_columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_room_has_a_title_and_its_exits() -> None:
    assert show(ROOM, "room", colour=Colour.ANSI) == (
        "\x1b[1mThe Hall\x1b[0m\r\nA long stone hall.\r\n\x1b[36mExits: garden\x1b[0m\r\n"
    )
    assert "\x1b[38;5;73mExits" in show(ROOM, "room", colour=Colour.PALETTE)
    assert "\x1b[38;2;110;180;190mExits" in show(ROOM, "room", colour=Colour.TRUE)


@pytest.mark.parametrize(
    "kind", ["room", "speech", "gesture", "refusal", "notice", "ambient", "banner", "made-up"]
)
def test_a_terminal_without_colour_gets_none(kind: str) -> None:
    assert show(ROOM, kind) == ROOM.replace("\n", "\r\n") + "\r\n"


def test_each_wrapped_line_is_coloured_for_itself() -> None:
    text = "say " * 10
    lines = show(text, "speech", width=20, colour=Colour.ANSI).split("\r\n")[:-1]
    assert lines[:2] == ["\x1b[33msay say say say say\x1b[0m", "\x1b[33m  say say say say\x1b[0m"]


def test_only_the_kind_decides_and_text_is_never_markup() -> None:
    """Escapes are taken out; codes, links and braces stay as the letters they are."""
    text = "{0} %s |r <b>x</b> \x1b[31mred\x1b]0;t\x07 \x9b2J \u202etxt\u2028y \x00\x08"
    assert show(text, "speech") == "{0} %s |r <b>x</b> [31mred]0;t 2J txty\r\n"


def test_only_its_own_line_is_a_rooms_exits() -> None:
    """`Exits:` inside speech is speech."""
    assert "\x1b[36m" not in show('Bob says, "\nExits: x"', "speech", colour=Colour.ANSI)


def test_a_client_without_utf8_gets_readable_ascii() -> None:
    assert show("“Don’t…” — café, 你 → x", utf8=False) == '"Don\'t..." -- cafe, ? -> x\r\n'
    assert to_ascii("naïve Ærøskøbing") == "naive AEroskobing"


def test_no_rendering_has_a_lone_iac() -> None:
    """Neither encoding makes a byte 255, so telnet needs no escaping of text."""
    text = "".join(map(chr, range(0x20, 0x3000))) + "\ud800"
    for utf8 in (True, False):
        assert b"\xff" not in Renderer().render(text, "result", Terminal(utf8=utf8).look)


def test_terminals_that_look_alike_share_one_rendering() -> None:
    """Height, client name and other things that do not show make no difference."""
    renderer = Renderer()
    first = renderer.render(ROOM, "room", Terminal(height=24, client="a").look)
    assert renderer.render(ROOM, "room", Terminal(height=50, client="b").look) is first
    assert renderer.render(ROOM, "room", Terminal(width=79).look) is not first


def test_what_was_rendered_last_is_not_taken_for_another() -> None:
    """The last text is at hand, but only of its kind and for terminals that look alike."""
    renderer, plain = Renderer(), Terminal().look
    bright = Terminal(colour=Colour.ANSI).look
    for text, kind, look in (
        ("Hello.", "speech", bright),
        ("Hello.", "movement", bright),
        ("Hello.", "movement", plain),
        ("Bye.", "movement", plain),
        ("Hello.", "speech", bright),
    ):
        assert renderer.render(text, kind, look) == Renderer().render(text, kind, look)


def test_tabs_are_spaces_and_trailing_spaces_go() -> None:
    assert show("a\tb   ") == "a    b\r\n"


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(st.text(max_size=200), st.sampled_from(["room", "speech", "result"]), st.booleans())
def test_nothing_that_is_written_can_move_the_cursor(text: str, kind: str, utf8: bool) -> None:
    """Whatever the text, only CR LF and our own SGR reach the terminal."""
    raw = Renderer().render(text, kind, Terminal(colour=Colour.ANSI, utf8=utf8).look)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", raw.decode()).replace("\r\n", "")
    assert not any(ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0 for char in plain)
