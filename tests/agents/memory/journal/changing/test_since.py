"""Since when something is so, by what somebody said on a day."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.memory.journal.changing.since import find_since

#: A Wednesday.
TODAY = datetime(2026, 5, 20, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("It has been shut since Monday.", "2026-05-18"),
        ("He passed away on Sunday, in his chair.", "2026-05-17"),
        ("I have kept the books since Wednesday.", "2026-05-13"),
        ("The chain snapped yesterday.", "2026-05-19"),
        ("The fox got in last night.", "2026-05-19"),
        ("The price is three pence as of this morning.", "2026-05-20"),
        ("I moved three days ago.", "2026-05-17"),
        ("She left a week ago.", "2026-05-13"),
        ("It broke thirteen days ago.", "2026-05-07"),
        ("It broke twenty days ago.", "2026-04-30"),
        ("I came twenty-five days ago.", "2026-04-25"),
        ("We moved sixty weeks ago.", "2025-03-26"),
        ("It is closed since 12 May.", "2026-05-12"),
        ("We married on May 2.", "2026-05-02"),
        ("He sailed on the tenth of this month.", "2026-05-10"),
        ("It burned down on 3 December.", "2025-12-03"),
        ("June 12, it was, that he sailed.", "2025-06-12"),
        ("I gave June twelve eggs on May 3.", "2026-05-03"),
        ("The mill is mine since 2026-02-01.", "2026-02-01"),
        ("From tomorrow I work at the mill.", "2026-05-21"),
        ("Starting Monday the ferry goes at seven.", "2026-05-25"),
    ],
)
def test_a_day_that_is_named_is_found(words: str, day: str) -> None:
    found = find_since(words, TODAY)
    assert found is not None and found.date().isoformat() == day


@pytest.mark.parametrize(
    "words",
    [
        "The ferry goes at seven.",
        "I will bring the rope on Friday.",
        "We will meet tomorrow.",
        "It is shut until Monday.",
        "This week is a long one.",
        "He was born on 31 February.",
        "She came in second.",
        "It was built a hundred years ago.",
        "I gave June 12 eggs.",
    ],
)
def test_what_lies_ahead_or_is_no_day_is_none(words: str) -> None:
    assert find_since(words, TODAY) is None


def test_of_two_days_the_later_corrects_the_first() -> None:
    found = find_since("I gave it up on the first of the month... no, the tenth.", TODAY)
    assert found == datetime(2026, 5, 10, tzinfo=UTC)
