"""The group ``log`` of ``server.yaml``: where events are written down."""

from __future__ import annotations

from config.section import Section
from late.late_dataclass import late_dataclass

LEVELS = ("debug", "info", "warning", "error")
"""From the least to the most important."""

NO_FILE = "off"


@late_dataclass(frozen=True, slots=True)
class LogSettings:
    """The file of events and what goes into it. Sizes are in bytes."""

    file: str = ".tarn/log/tarn.jsonl"
    """A path, relative to the vault; `NO_FILE`: none."""
    size: int = 10_000_000
    keep: int = 5
    level: str = "info"
    times: bool = False
    """Whether the lines on standard error begin with the time."""


def read_logs(section: Section) -> LogSettings:
    """Return the group; a missing or wrong setting is its default, and an error is noted."""
    plain = LogSettings()
    return LogSettings(
        file=section.text("file", plain.file),
        size=section.whole("size", plain.size, least=10_000, most=10**12),
        keep=section.whole("keep", plain.keep, least=1, most=1000),
        level=section.choice("level", plain.level, LEVELS),
        times=section.flag("times", plain.times),
    )
