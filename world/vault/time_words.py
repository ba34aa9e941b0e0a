"""The world's time in words."""

from __future__ import annotations

from world.calendar import WorldTime
from world.vault.texts import Texts


def describe_moment(texts: Texts, time: WorldTime, key: str) -> str:
    """Return the sentence `key` with the phase, hour and weather of `time`."""
    values = {"phase": time.phase, "clock": time.clock, "weather": describe_weather(texts, time)}
    return texts.say(key, **{name: values[name] for name in texts.names(key)}).strip()


def describe_weather(texts: Texts, time: WorldTime) -> str:
    """Return a sentence on the weather; empty where there is none."""
    return texts.say(f"time.weather-{time.weather}") if time.weather else ""


def describe_date(texts: Texts, time: WorldTime) -> str:
    """Return all that ``time`` says: phase, hour, day of the season and weather."""
    if not time.season:
        said = texts.say("time.now", phase=time.phase, clock=time.clock)
    else:
        day = name_day_of_season(texts, time.day_of_season)
        said = texts.say(
            "time.date", phase=time.phase, clock=time.clock, day=day, season=time.season
        )
    return f"{said} {describe_weather(texts, time)}".strip()


def name_day_of_season(texts: Texts, number: int) -> str:
    """Return ``third`` for 3, or the number if the text has no word for it."""
    names = [each.strip() for each in texts.say("time.days").split(",")]
    return names[number - 1] if number <= len(names) else str(number)
