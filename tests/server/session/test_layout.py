"""Layout: the quick way through plain texts breaks them as the way word by word does."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from server.session.columns import find_most_columns, has_one_column_each
from server.session.layout import fill_by_words, fill_evenly

WORDS = st.text(alphabet="aé’—", min_size=1, max_size=40)
GAPS = st.integers(1, 4).map(lambda count: " " * count)


@st.composite
def plain_texts(draw: st.DrawFn) -> str:
    """Words of many lengths, with gaps of many lengths between them."""
    words = draw(st.lists(WORDS, min_size=1, max_size=12))
    return words[0] + "".join(draw(GAPS) + word for word in words[1:])


@given(plain_texts(), st.integers(10, 60))
@example("a" * 19, 20)
@example("a" * 20 + " a", 20)
@example("a" * 36 + " a", 20)
@example("a" * 18 + "    a", 20)
def test_plain_texts_break_alike_both_ways(text: str, width: int) -> None:
    assert fill_evenly(text, width) == fill_by_words(text, width)


def test_an_empty_text_has_no_parts() -> None:
    assert fill_evenly("", 20) == fill_by_words("", 20) == []


def test_what_has_one_column_each_has_no_more_and_no_less() -> None:
    plain = [char for char in map(chr, range(0x3000)) if char != " " and has_one_column_each(char)]
    printable = [char for char in plain if char.isprintable()]
    assert len(printable) > 600
    for char in printable:
        # Between wide ones, which are counted one by one.
        assert find_most_columns(f"你{char}你") == 5, hex(ord(char))


@given(st.text())
def test_columns_are_counted_alike_both_ways(text: str) -> None:
    one_by_one = find_most_columns(text + "你") - 2
    if text.isprintable():
        assert find_most_columns(text) == one_by_one
