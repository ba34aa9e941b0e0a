"""What every provider makes of an answer: token counts, and what a status stands for.

Apart from `json_http`, so that a server without model servers need not load an HTTP client: that
takes some 40 ms at its start and 6 MB for good.
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

#: So many characters of an answer that makes no sense stand in the message.
DETAIL_LIMIT = 200


def error_for_status(
    label: str, status: int, text: str = "", retry_after: float | None = None
) -> ModelError:
    """Return the error that an HTTP status other than 200 stands for."""
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
    """Return a token count from a reply, or `fallback` where it gives none."""
    return value if isinstance(value, int) and value >= 0 else fallback


def estimate_tokens(text: str) -> int:
    """Count tokens for a provider that does not: four characters each."""
    return (len(text) + 3) // 4


def excerpt_body(content: bytes) -> str:
    """Return the beginning of a body as one printable line."""
    text = content[: DETAIL_LIMIT * 4].decode("utf-8", "replace")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line[:DETAIL_LIMIT]
