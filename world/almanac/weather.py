"""The weather of a day: a pure function of the day's number, so it needs no memory.

Days come in spells.  Each day begins a new spell or continues the one before, as its number
draws; a spell keeps one weather while the season lasts.
"""

from __future__ import annotations

from collections.abc import Mapping

from world.almanac.chance import draw_number, draw_word

WEATHERS = ("dry", "wet", "fog", "wind", "frost", "snow")

#: How often each weather comes in each season; a world without seasons has that of spring.
_OFTEN: Mapping[str, Mapping[str, int]] = {
    "spring": {"dry": 4, "wet": 3, "fog": 2, "wind": 2},
    "summer": {"dry": 6, "wet": 2, "fog": 1, "wind": 1},
    "autumn": {"dry": 3, "wet": 3, "fog": 3, "wind": 2},
    "winter": {"dry": 2, "fog": 1, "wind": 1, "frost": 4, "snow": 3},
}

#: A day begins a new spell with this chance, and no spell is longer than so many days.
_TURN, _LONGEST = 0.55, 4


def weather_of(day: int, season: str) -> str:
    """Return the weather of a day, one of `WEATHERS`; `season` may be empty."""
    return draw_word(_OFTEN.get(season, _OFTEN["spring"]), "weather", _find_beginning(day))


def _find_beginning(day: int) -> int:
    """Return the first day of the spell that `day` belongs to."""
    days = range(day, day - _LONGEST, -1)
    begun = (each for each in days if each % _LONGEST == 0 or draw_number("spell", each) < _TURN)
    return next(begun)
