"""When something was, as one says it."""

from __future__ import annotations

from datetime import datetime, timedelta

#: A pattern of what `describe_day` returns.
WHEN = r"(?:just now|a few minutes ago|today|yesterday|on [^:]{3,20})"


def describe_day(at: datetime, now: datetime) -> str:
    """Return when something was, as one says it: ``just now``, ``today``, ``on Tuesday``.

    Days are real ones, of this machine's time zone: people ask in theirs, not in the world's.
    """
    at, now = at.astimezone(), now.astimezone()
    if now - at < timedelta(minutes=2):
        return "just now"
    if now - at < timedelta(minutes=10):
        return "a few minutes ago"
    days = (now.date() - at.date()).days
    if days < 1:
        return "today"
    if days == 1:
        return "yesterday"
    if days < 7:
        return f"on {at:%A}"
    return f"on {at.day} {at:%B}" if at.year == now.year else f"on {at.day} {at:%B %Y}"
