"""The tokens that a server says it has read and written."""

from __future__ import annotations

import pytest

from agents.models.providers.answers import LARGEST_COUNT, read_count


@pytest.mark.parametrize("odd", [True, -1, 2.5, "12", None, 2**60])
def test_what_no_log_can_hold_is_estimated(odd: object) -> None:
    """A record with `true` or a number without end for its tokens would be refused when read."""
    assert read_count(odd, 7) == 7


@pytest.mark.parametrize("count", [0, 12, LARGEST_COUNT])
def test_a_count_is_taken_as_it_is(count: int) -> None:
    assert read_count(count, 7) == count
