"""What a browser asks and what it is answered, as plain data; no logic of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from late.late_dataclass import late_dataclass

JSON = "application/json; charset=utf-8"


@late_dataclass(frozen=True, slots=True)
class Call:
    """One request. Names of headers are in lower case."""

    method: str
    path: str
    address: str
    """The peer's address without its port."""
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@late_dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    status: int
    body: bytes = b""
    kind: str = JSON
    """The media type of the body."""
    headers: Mapping[str, str] = field(default_factory=dict)


class NotAnswered(Exception):
    """A request was refused: the status, and a sentence that says why."""

    def __init__(self, status: int, why: str, retry_after: int = 0) -> None:
        super().__init__(why)
        self.status = status
        self.retry_after = retry_after
        """Seconds after which it may be asked again; 0: that is not known."""
