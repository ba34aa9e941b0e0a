"""Helpers for every provider: token counts, and errors for HTTP statuses.

They are not in `json_http`, because that loads an HTTP client (40 ms and 6 MB), which a server
without HTTP providers does not need.
"""

from __future__ import annotations

from http import HTTPStatus

from agents.boundaries import (
    ModelBadReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)

#: A message quotes this many characters of an unusable answer.
DETAIL_LIMIT = 200

#: No prompt has more tokens; the log refuses what is not a number that every program can hold.
LARGEST_COUNT = 2**31


def error_for_status(
    label: str, status: int, text: str = "", retry_after: float | None = None
) -> ModelError:
    """Return the error for an HTTP status other than 200."""
    message = f"{label}: HTTP {status}" + (f": {text}" if text else "")
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return ModelRateLimited(message, retry_after)
    if status == HTTPStatus.REQUEST_TIMEOUT:
        return ModelTimeout(message)
    if 400 <= status < 500:
        return ModelRejected(message)
    if status >= 500:
        return ModelUnavailable(message)
    return ModelBadReply(message)


def read_count(value: object, fallback: int) -> int:
    """Return a token count from a reply, or `fallback` if it is not one that a log can hold."""
    if isinstance(value, bool) or not isinstance(value, int):
        return fallback
    return value if 0 <= value <= LARGEST_COUNT else fallback


def estimate_tokens(text: str) -> int:
    """Return an estimate of the tokens in `text`: four characters each."""
    return (len(text) + 3) // 4


def excerpt_body(content: bytes) -> str:
    """Return the beginning of a body as one printable line."""
    text = content[: DETAIL_LIMIT * 4].decode("utf-8", "replace")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line[:DETAIL_LIMIT]
