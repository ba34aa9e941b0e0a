"""Days are named as one says them, in the time zone of this machine."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from agents.mind.speech.days import describe_day
from tests.agents.mind.speech.told import NOW


@pytest.mark.parametrize(
    ("ago", "told"),
    [
        (timedelta(seconds=110), "just now"),
        (timedelta(minutes=2), "a few minutes ago"),
        (timedelta(minutes=9), "a few minutes ago"),
        (timedelta(hours=3), "today"),
        (timedelta(days=1), "yesterday"),
        (timedelta(days=3), "on Wednesday"),
        (timedelta(days=30), "on 22 October"),
        (timedelta(days=400), "on 17 October 2025"),
    ],
)
def test_days_are_named_as_one_says_them(ago: timedelta, told: str) -> None:
    assert describe_day(NOW - ago, NOW) == told


def test_a_day_begins_at_midnight_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said at eight in the morning and asked at noon: the same day, where it is another in UTC."""
    monkeypatch.setenv("TZ", "UTC-10")
    time.tzset()
    try:
        said = datetime(2026, 11, 20, 22, tzinfo=UTC)
        assert describe_day(said, said + timedelta(hours=4)) == "today"
        assert describe_day(said - timedelta(hours=9), said) == "yesterday"
    finally:
        monkeypatch.undo()
        time.tzset()
