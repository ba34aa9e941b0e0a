from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from world.text import MARKS_PER_BASE, clean_line, clean_text, cut, is_mark

FAMILY = "\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("  plain text ", "plain text"),
        ("x\x1b[2J\x07\x08\x00y\x7f", "x[2Jy"),
        ("x\x9b2J\x85z", "x2J z"),
        ("tab\there\r\nthere\nend", "tab here there end"),
        ("a\u202eb\u2066c\u200ed\u061ce\ufefff", "abcdef"),
        ("a\u2028b\u2029c", "a b c"),
        ("flag\U000e0067\U000e007f!", "flag!"),
        ("\ud800 lone", "\ufffd lone"),
        ("Moss’s “tarn” — 你好 é", "Moss’s “tarn” — 你好 é"),
        (FAMILY, FAMILY),
        ("e" + "\u0301" * 200 + "!", "e" + "\u0301" * MARKS_PER_BASE + "!"),
    ],
)
def test_a_line_is_made_harmless(dirty: str, clean: str) -> None:
    assert clean_line(dirty, 100) == clean


def test_a_cut_never_splits_a_grapheme() -> None:
    assert clean_line("ab" + "e\u0301", 3) == "ab"
    assert clean_line("a" + FAMILY + "b", 3) == "a"
    assert cut("\U0001f1eb\U0001f1f7" * 2, 3) == "\U0001f1eb\U0001f1f7"
    assert cut("\u200d" * 500, 400) != ""


def test_text_keeps_its_lines_and_indentation() -> None:
    dirty = "\n one  \r\n  two\x1b\n\nthree\n\n"
    assert clean_text(dirty, 100) == " one\n  two\n\nthree"


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.text(), st.integers(0, 40))
def test_cleaning_is_total_bounded_and_final(text: str, limit: int) -> None:
    """Whatever comes in, nothing forbidden comes out, and cleaning twice changes nothing."""
    line = clean_line(text, limit)
    assert len(line) <= limit
    assert clean_line(line, limit) == line
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in line)
    run = 0
    for char in line:
        run = run + 1 if is_mark(char) else 0
        assert run <= MARKS_PER_BASE
    whole = clean_text(text, limit)
    assert len(whole) <= limit
    assert not set(map(unicodedata.category, whole.replace("\n", ""))) & {"Cc", "Cs", "Zl", "Zp"}
