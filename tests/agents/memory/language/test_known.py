"""Evidence is found by its words, in the order in which it came."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from agents.memory.language.carrying.known import Known, UnitIndex
from agents.memory.language.carrying.units import (
    Pool,
    Unit,
    WeighedStatement,
    find_strange_links,
    is_grave,
)
from agents.memory.language.stems import stem_words

_UNITS = tuple(
    Unit(text, at=at)
    for at, text in enumerate(
        ("The green boat sank.", "A boat is green.", "Bread is dear.", "The boat came back.")
    )
)


def test_units_come_in_their_order_each_once() -> None:
    """In whatever order the words are looked for: of two that fit alike, the same is always
    taken."""
    index = UnitIndex(_UNITS)
    for words in permutations(stem_words("back boat green")):
        assert index.find(words) == [_UNITS[0], _UNITS[1], _UNITS[3]]


def test_names_of_all_who_speak_are_left_out() -> None:
    """Every part of them."""
    known = Known((), (), {"Fern Ashby": _UNITS[:1], "Ada": _UNITS[1:]})
    stems = stem_words("Ada gave Fern Ashby bread")
    assert known.leave_out_names(stems) == [*stem_words("gave bread")]


def test_an_english_statement_is_held_against_no_other_words() -> None:
    """It has enough English by itself, whatever was heard; another one is held against all."""
    known = Known(_UNITS[:2], (), {"Ada": _UNITS[2:]})
    assert known.is_english("The miller and his wife went to the old weir.")
    assert not known.is_foreign("The miller and his wife went to the old weir.")
    assert "_english" not in vars(known)
    assert not known.is_english("Der Kahn schwankt heftig unterm Steg.")
    assert known.is_foreign("Der Kahn schwankt heftig unterm Steg.")
    assert "_english" in vars(known)


_TEXTS = st.lists(
    st.sampled_from(["ada", "boat", "bread", "gave", "fern", "green", "mill", "owes"]), max_size=7
).map(" ".join)


@given(_TEXTS, _TEXTS, st.lists(_TEXTS, max_size=3))
def test_strange_links_stand_together_in_what_was_heard_alone(
    text: str, heard: str, others: list[str]
) -> None:
    """In either order; turned round they are known, but for who gives and what is given."""
    statement = WeighedStatement.of([stem_words(text)], "")
    unit, pool = Unit(heard), Pool([Unit(each) for each in others])
    expected = {
        (one, other)
        for one, other in statement.links
        if ((one, other) in unit.links or (other, one) in unit.links)
        and (one, other) not in pool.links
        and ((other, one) not in pool.links or is_grave([(one, other)]))
    }
    assert set(find_strange_links(statement, unit, pool)) == expected
