"""The world's own time: the same for the same moment, and never backwards."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.transcript import trio
from world.almanac.weather import WEATHERS, weather_of
from world.calendar import PHASES, SEASONS, Calendar, WorldTime, phase_of

MOMENTS = st.floats(0, 4e9)
CALENDARS = st.builds(Calendar, st.floats(1, 10_080), st.integers(0, 90), st.booleans())
DUSK = datetime(2026, 5, 12, 8, 45, tzinfo=UTC).timestamp()


def test_a_day_of_an_hour_begins_with_the_hour() -> None:
    """Dusk comes three quarters past each hour of real time."""
    time = Calendar().at(DUSK)
    assert (time.clock, time.phase) == ("18:00", "dusk")
    assert Calendar().at(DUSK + 12.5).clock == "18:05"
    assert Calendar().at(DUSK + 3600).day == time.day + 1


def test_a_day_may_have_the_length_of_a_real_one() -> None:
    time = Calendar(day_length=1440).at(DUSK)
    assert (time.clock, time.phase) == ("08:45", "morning")


@pytest.mark.parametrize(
    ("hour", "phase"),
    [(0, "night"), (4, "night"), (5, "dawn"), (7, "dawn"), (8, "morning"), (12, "noon"),
     (14, "afternoon"), (17, "afternoon"), (18, "dusk"), (20, "dusk"), (21, "night"),
     (23, "night")],
)  # fmt: skip
def test_the_phases_of_a_day(hour: int, phase: str) -> None:
    assert phase_of(hour) == phase


def test_seasons_follow_one_another() -> None:
    calendar = Calendar(season_length=2)
    found = [calendar.season_of(day) for day in range(10)]
    assert found == [season for season in (*SEASONS, "spring") for _ in range(2)]
    assert Calendar(season_length=0).season_of(5) == ""


def test_a_world_may_have_no_weather() -> None:
    assert Calendar(has_weather=False).at(DUSK).weather == ""


@given(CALENDARS, MOMENTS, MOMENTS)
def test_time_is_stable_and_never_goes_backwards(
    calendar: Calendar, one: float, other: float
) -> None:
    earlier, later = sorted((one, other))
    assert calendar.at(earlier) == calendar.at(earlier)
    assert calendar.at(earlier).minutes <= calendar.at(later).minutes


@given(CALENDARS, MOMENTS)
def test_every_field_is_one_that_the_calendar_knows(calendar: Calendar, moment: float) -> None:
    time = calendar.at(moment)
    assert time.phase in PHASES
    assert (time.season in SEASONS) is bool(calendar.season_length)
    assert (time.weather in WEATHERS) is calendar.has_weather
    assert calendar.find_time(time.minutes) == time


def test_the_weather_fits_the_season_and_comes_in_spells() -> None:
    """Snow is for winter alone, and a day is like the one before more often than by chance."""
    summer = [weather_of(day, "summer") for day in range(2000)]
    winter = [weather_of(day, "winter") for day in range(2000)]
    assert "snow" not in summer
    assert {"snow", "frost"} <= set(winter)
    autumn = [weather_of(day, "autumn") for day in range(4000)]
    counts = Counter(autumn)
    by_chance = sum((count / len(autumn)) ** 2 for count in counts.values())
    alike = sum(a == b for a, b in pairwise(autumn)) / len(autumn)
    assert alike > by_chance + 0.15


def test_the_weather_of_a_day_is_the_same_for_ever() -> None:
    """A world that is started again, on another machine, has the same past and future."""
    assert [weather_of(day, "spring") for day in range(8)] == [
        "wet", "wet", "wet", "wind", "wet", "dry", "dry", "dry",
    ]  # fmt: skip


def test_weather_lasts_until_the_next_dawn() -> None:
    """Nobody who sits up through the night hears at midnight that it has been dry all along."""
    calendar = Calendar(season_length=0)
    for day in range(30):
        evening, midnight, dawn = (calendar.find_time(day * 1440 + at) for at in (1439, 1440, 1740))
        assert evening.weather == midnight.weather == weather_of(day, "")
        assert (dawn.phase, dawn.weather) == ("dawn", weather_of(day + 1, ""))


def test_a_situation_shows_the_present_time() -> None:
    play = trio()
    moment = DUSK
    play.world.time = lambda: Calendar().at(moment)
    moss = play.who("Moss").id
    assert play.world.situation(moss).time == Calendar().at(DUSK)
    moment += 600
    assert play.world.situation(moss).time == Calendar().at(DUSK + 600)
    assert play.world.tell_phase() == "night"


def test_a_world_may_keep_no_time() -> None:
    play = trio()
    assert play.world.situation(play.who("Moss").id).time is None
    assert play.world.tell_phase() == ""


def test_the_clock_shows_two_digits() -> None:
    assert WorldTime(0, 7, 5, "dawn").clock == "07:05"
