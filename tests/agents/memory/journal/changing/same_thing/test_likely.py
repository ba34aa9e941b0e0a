"""Which earlier statement a later one is likely of the same as, without a word of change."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from agents.memory.journal.changing.replacing import Earlier
from agents.memory.journal.changing.same_thing.likely import LikelyIndex
from agents.memory.language.stems import stem_words

AT = datetime(2026, 3, 1, tzinfo=UTC)
#: Things that are spoken of once each, but for the clock.
_THINGS = [
    *("barrow", "lantern", "ladder", "cradle", "anvil", "kettle", "harness", "goose", "shovel"),
    *("pillow", "gutter", "basket", "chimney", "saddle", "hammer", "blanket", "turnip", "ribbon"),
    *("bottle", "cabbage", "pigeon", "button", "candle", "orchard", "thimble", "fiddle", "bucket"),
    *("needle", "barley", "mirror", "carpet", "violin", "pencil", "magnet", "walnut", "sickle"),
]
TALK = [
    *(("Ada", f"Cobb brought the {one} to the {other}.") for one, other in pairwise(_THINGS)),
    *(("Rook", f"The clock and the {each} are old.") for each in _THINGS[:6]),
]


def told(*statements: tuple[str, str]) -> list[Earlier]:
    rows = [*statements, *TALK]
    return [
        Earlier(n, AT, words, frozenset(stem_words(words)), who)
        for n, (who, words) in enumerate(rows, start=1)
    ]


def find(words: str, speaker: str, *earlier: tuple[str, str], standing: bool = False) -> int:
    """Return which of the `earlier` statements is found; 0: none."""
    index = LikelyIndex.of(told(*earlier), frozenset(), frozenset({1} if standing else ()))
    found = index.find(99, words, speaker)[1]
    return found.seq if found else 0


RENT = ("Pru", "She takes eleven shillings a month off me for that cupboard of a room.")
WALL = ("Kole", "The east wall is breached, two carts wide.")


def test_the_same_speaker_tells_of_the_same_in_other_words() -> None:
    assert find("I talked her down! Nine shillings a month, and I get a window.", "Pru", RENT) == 1


def test_a_thing_of_two_words_is_known_again() -> None:
    told_later = "We laid the last stone Friday. East wall's rebuilt, and higher."
    assert find(told_later, "Kole", WALL) == 1


def test_what_somebody_tells_of_something_else_is_beside_nothing() -> None:
    assert find("My aunt sends her love, and a cheese.", "Pru", RENT, WALL) == 0


def test_a_clause_that_is_told_again_is_nothing_newer() -> None:
    assert find("Mind you, the east wall is breached, two carts wide.", "Kole", WALL) == 0


def test_an_everyday_word_joins_nothing() -> None:
    """Six of these statements tell of the clock."""
    assert find("The clock in my kitchen came from Ghent.", "Ada") == 0


def test_of_what_a_summary_tells_less_is_enough() -> None:
    told_before = ("Lyle", "In nine years nobody has beaten me at chess.")
    later = "The smith's girl. Eleven years old! I lost to her in thirty moves."
    assert find(later, "Lyle", told_before) == 0
    assert find(later, "Lyle", told_before, standing=True) == 1


def test_only_what_came_before_is_found() -> None:
    index = LikelyIndex.of(told(RENT), frozenset(), frozenset())
    assert index.find(1, "Nine shillings a month, and I get a window.", "Pru")[1] is None
