"""What is kept of people who come and go stays small."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agents.latest import Latest


@given(st.integers(1, 5), st.lists(st.integers(0, 9)))
def test_what_was_set_last_is_kept(most: int, keys: list[int]) -> None:
    """As many keys as may be, in the order in which they were set last, each with its value."""
    kept = Latest[int, int](most)
    for number, key in enumerate(keys):
        kept[key] = number
    last = list(dict.fromkeys(reversed(keys)))[:most][::-1]
    assert list(kept) == last and len(kept) == len(last)
    assert all(keys[kept[key]] == key for key in last)
    assert all(key not in kept for key in set(keys).difference(last))


def test_what_is_deleted_is_gone() -> None:
    kept = Latest[str, int]()
    kept["Ada"] = 1
    assert kept.pop("Ada") == 1 and "Ada" not in kept and kept.get("Ada", 2) == 2
