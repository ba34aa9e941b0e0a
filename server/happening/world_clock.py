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

    @property
    def calendar(self) -> Calendar:
        """The calendar that the settings in force describe."""
        wanted = self._settings()
        if wanted is not self._described:
            length = wanted.day_length or DAY_MINUTES
            self._described = wanted
            self._calendar = Calendar(length, wanted.seasons, wanted.weather)
        return self._calendar

    def tell(self) -> WorldTime:
        """Return the world's time now."""
        return self.tell_at(self._clock.now())

    def tell_at(self, moment: datetime) -> WorldTime:
        """Return the world's time at a moment, by the settings in force now."""
        calendar = self.calendar
        if self._described is not None and self._described.day_length:
            return calendar.at(moment.timestamp())
        local = moment.astimezone()
        offset = local.utcoffset()
        assert offset is not None, "an aware time has an offset"
        return calendar.at(local.timestamp() + offset.total_seconds())
