"""The world's own time: a pure function of real time, so that no restart can disturb it."""

from __future__ import annotations

from functools import lru_cache

from late.late_dataclass import late_dataclass
from world.almanac.weather import weather_of

PHASES = ("dawn", "morning", "noon", "afternoon", "dusk", "night")
SEASONS = ("spring", "summer", "autumn", "winter")

#: The first hour of each phase; before the first it is still night.
BEGINNINGS = {"dawn": 5, "morning": 8, "noon": 12, "afternoon": 14, "dusk": 18, "night": 21}

DAY_MINUTES = 1440
"""How many of the world's minutes a day of the world has."""


@late_dataclass(frozen=True, slots=True)
class WorldTime:
    """A moment of the world's own time."""

    day: int
    """Days since the calendar's beginning: 0, 1, 2 …"""
    hour: int
    minute: int
    phase: str
    """One of `PHASES`."""
    season: str = ""
    """One of `SEASONS`; empty where the world has none."""
    weather: str = ""
    """One of `world.almanac.weather.WEATHERS`; empty where the world has none."""
    day_of_season: int = 0
    """1 on the first day of a season; 0 where the world has none."""

    @property
    def clock(self) -> str:
        """The hour and minute: ``18:05``."""
        return f"{self.hour:02}:{self.minute:02}"

    @property
    def minutes(self) -> int:
        """The world's minutes since the calendar's beginning."""
        return self.day * DAY_MINUTES + self.hour * 60 + self.minute


@late_dataclass(frozen=True, slots=True)
class Calendar:
    """How the world counts its time. Its first day began at 1970-01-01 00:00 UTC."""

    day_length: float = 60.0
    """The real minutes that a day of the world takes."""
    season_length: int = 7
    """The days of a season; 0: the world has none."""
    has_weather: bool = True

    def at(self, seconds: float) -> WorldTime:
        """Return the world's time at `seconds` since 1970-01-01 00:00 UTC.

        For a world that keeps the local time of a place, with days of 1440 minutes, add that
        place's distance from UTC.
        """
        return self.find_time(self.count_minutes(seconds))

    def count_minutes(self, seconds: float) -> int:
        """Return how many of the world's minutes have passed at `seconds`; see `at`."""
        return int(seconds * DAY_MINUTES // (self.day_length * 60))

    def find_time(self, minutes: int) -> WorldTime:
        """Return the time when so many minutes of the world have passed since its beginning."""
        return _find_time(self, minutes)

    def find_weather(self, minutes: int) -> str:
        """Return the weather at that time; a day's weather lasts until the next dawn."""
        day = (minutes - BEGINNINGS["dawn"] * 60) // DAY_MINUTES
        return weather_of(day, self.season_of(day))

    def season_of(self, day: int) -> str:
        """Return the season that a day lies in; empty: the world has none."""
        length = self.season_length
        return SEASONS[day // length % len(SEASONS)] if length else ""


@lru_cache(maxsize=64)
def _find_time(calendar: Calendar, minutes: int) -> WorldTime:
    day, of_day = divmod(minutes, DAY_MINUTES)
    season = calendar.season_of(day)
    weather = calendar.find_weather(minutes) if calendar.has_weather else ""
    hour, minute = divmod(of_day, 60)
    of_season = day % calendar.season_length + 1 if calendar.season_length else 0
    return WorldTime(day, hour, minute, phase_of(hour), season, weather, of_season)


def phase_of(hour: int) -> str:
    """Return the phase of the day, one of `PHASES`, that an hour (0 to 23) lies in."""
    begun = [phase for phase, first in BEGINNINGS.items() if first <= hour]
    return begun[-1] if begun else "night"
