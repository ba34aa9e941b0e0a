"""Formats times and texts for the archive, and makes short digests of texts."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256

from agents.memory.core.records import Turn


def format_moment(at: datetime) -> str:
    """Return a time as the archive writes it: UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def parse_moment(text: str) -> datetime:
    """Return the time that `format_moment` wrote. Raises `ValueError`."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text!r} does not say its time zone")
    return at.astimezone(UTC)


def make_storable(text: str) -> str:
    """Return `text` with lone surrogates, which UTF-8 cannot hold, as question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=64)
def make_all_storable(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return `texts`, each as `make_storable` does; the same tuple for the same texts.

    Three hundred people stand around in one memory after the other.
    """
    return tuple(map(make_storable, texts))


def digest(*texts: str) -> str:
    """Return a short digest of one or several texts."""
    return sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()[:16]


def head_id(turn: Turn) -> str:
    """Return a digest of a turn's head and frames, which many turns share."""
    return digest(turn.head, turn.frames.longterm, turn.frames.recent)
