"""Lines that stand for memories that nobody summed up: they say where these are, and no more."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern

ARCHIVE_LINES = (
    "Memories {first} to {last} are in my archive and not summed up: recall <words> finds them.",
    "[{first}-{last}: see recall]",
    "[{first}-{last}]",
    "…",
)
"""The forms of the line, the longest first."""

_ANY = late_pattern(
    "|".join(re.escape(each.format(first=0, last=0)).replace("0", r"\d+") for each in ARCHIVE_LINES)
)


def is_archive_line(text: str) -> bool:
    """Return whether `text` is such a line, of whatever memories."""
    return _ANY.fullmatch(text.strip()) is not None
