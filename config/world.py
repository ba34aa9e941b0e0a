"""``vault/config/world.md``: how long a day of the world is, and its seasons and weather."""

from __future__ import annotations

from pathlib import Path

from config.errors import ConfigError
from config.markdown_settings import parse_settings_note
from config.section import Section
from config.yaml_lines import read_text
from late.late_dataclass import late_dataclass

_LONGEST_DAY, _LONGEST_SEASON = 10_080, 366


@late_dataclass(frozen=True, slots=True)
class WorldSettings:
    """Settings of the world's own time."""

    day_length: float = 60.0
    """Real minutes that a day of the world takes; 0: it keeps the server's local time."""
    seasons: int = 7
    """Days of a season; 0: there are none."""
    weather: bool = True


def read_world(path: Path) -> WorldSettings:
    """Return the settings of the note at `path`; a missing note means the defaults.

    Raises `ConfigError`.
    """
    problems: list[ConfigError] = []
    entries = parse_settings_note(path, read_text(path) or "", problems)
    section = Section(path, entries, problems=problems)
    plain = WorldSettings()
    settings = WorldSettings(
        day_length=section.number(
            "day_length", plain.day_length, least=1, most=_LONGEST_DAY, or_zero=True
        ),
        seasons=section.parse(
            "seasons",
            plain.seasons,
            _parse_seasons,
            f"off, or a whole number of days from 0 to {_LONGEST_SEASON}",
        ),
        weather=section.flag("weather", plain.weather),
    )
    section.finish()
    return settings


def _parse_seasons(text: str) -> int:
    days = 0 if text == "off" else int(text)
    if not 0 <= days <= _LONGEST_SEASON:
        raise ValueError(text)
    return days
