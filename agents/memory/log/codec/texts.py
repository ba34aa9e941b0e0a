"""How moments and texts are written, and the short names that texts go by."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256

from agents.memory.core.records import Turn


def format_moment(at: datetime) -> str:
    """A moment as the archive and the front matter write it: UTC, with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def parse_moment(text: str) -> datetime:
    """The moment that `stamp` wrote. Raises `ValueError`."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text!r} does not say its time zone")
    return at.astimezone(UTC)


def make_storable(text: str) -> str:
    """`text` as UTF-8 can carry it: lone surrogates become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def digest(*texts: str) -> str:
    """A short name for a text, or for several together."""
    return sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()[:16]


def head_id(turn: Turn) -> str:
    """A short name for what stays the same in the prompts of many turns."""
    return digest(turn.head, turn.frames.longterm, turn.frames.recent)
