"""Write days as people do."""

from __future__ import annotations

from datetime import datetime


def format_day(at: datetime) -> str:
    """Return a day as people write it: ``12 May 2026``."""
    return f"{at.day} {at:%B} {at.year}"
