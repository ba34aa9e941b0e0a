"""The world's time at the present moment, by the server's clock and the settings in force."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from agents.boundaries import Clock
from config.world import WorldSettings
from world.calendar import DAY_MINUTES, Calendar, WorldTime


class WorldClock:
    """Tells the world's time; changed settings hold from the next question on."""

    def __init__(self, clock: Clock, settings: Callable[[], WorldSettings]) -> None:
        self._clock = clock
        self._settings = settings
        self._described: WorldSettings | None = None
        self._calendar = Calendar()
        self._minutes = 0
        self._time: WorldTime | None = None
        """The time that was told last, at those of the world's minutes."""

    @property
    def calendar(self) -> Calendar:
        """The calendar that the settings in force describe."""
        wanted = self._settings()
        if wanted is not self._described:
            length = wanted.day_length or DAY_MINUTES
            self._described, self._time = wanted, None
            self._calendar = Calendar(length, wanted.seasons, wanted.weather)
        return self._calendar

    def tell(self) -> WorldTime:
        """Return the world's time now."""
        return self.tell_at(self._clock.now())

    def tell_at(self, moment: datetime) -> WorldTime:
        """Return the world's time at a moment, by the settings in force now."""
        calendar = self.calendar
        if self._described is not None and self._described.day_length:
            return self._tell_minute(calendar.count_minutes(moment.timestamp()))
        local = moment.astimezone()
        offset = local.utcoffset()
        assert offset is not None, "an aware time has an offset"
        seconds = local.timestamp() + offset.total_seconds()
        return self._tell_minute(calendar.count_minutes(seconds))

    def _tell_minute(self, minutes: int) -> WorldTime:
        """Return the time of one of the world's minutes; most questions are about the last one."""
        if minutes != self._minutes or self._time is None:
            self._minutes, self._time = minutes, self._calendar.find_time(minutes)
        return self._time
