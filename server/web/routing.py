"""Which address answers what: a route, and what an answer is told of the call."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, tzinfo
from functools import cached_property
from typing import Any
from urllib.parse import unquote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from late.late_dataclass import late_dataclass
from server.boundaries import Account, Role
from server.web.boundaries import Call, NotAnswered, Reply
from server.web.browser_sessions import BrowserSession

ROOT = "/api/v1"

MOST_DIGITS = 15
"""Of a number in an address."""

Data = dict[str, Any]


@late_dataclass(frozen=True, slots=True)
class RouteCall:
    """One call that may be answered: who asks, and the variable parts of its path, decoded."""

    call: Call
    session: BrowserSession
    parts: Mapping[str, str]

    @property
    def account(self) -> Account:
        """Who asks."""
        return self.session.account

    def read_id(self, name: str = "id") -> int:
        """Return a variable part that is a number. Raises `NotAnswered`."""
        return read_number(self.parts[name], name)

    def read_query(self, name: str, default: int, most: int | None = None) -> int:
        """Return a number of the query, at most `most`. Raises `NotAnswered`."""
        number = read_number(self.call.query.get(name, str(default)), name)
        if most is not None and number > most:
            raise NotAnswered(400, f"{name}: {number}; at most {most} are allowed.")
        return number

    def read_zone(self) -> tzinfo:
        """Return by whose clock days begin, the query's ``zone``; UTC if there is none.

        Raises `NotAnswered`.
        """
        name = self.call.query.get("zone", "")
        try:
            return ZoneInfo(name) if name else UTC
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            what = f"zone: {name[:40]!r} is no time zone known here, such as 'Europe/Berlin'."
            raise NotAnswered(400, what) from error


Answer = Callable[[RouteCall], Data | Reply | Awaitable[Data | Reply]]


@late_dataclass(frozen=True)
class Route:
    """What is asked at a path under `ROOT`, and the least role that may ask.

    An answer returns the data of a reply or a reply, at once or later; it raises `NotAnswered`.
    """

    path: str
    """Without `ROOT`; ``{name}`` stands for a variable part."""
    answer: Answer
    role: Role = Role.GUEST
    method: str = "GET"

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(ROOT + re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", self.path))

    def match(self, path: str) -> Mapping[str, str] | None:
        """Return the variable parts of a path, decoded; None: it is not this one's.

        A part may hold a slash, sent as ``%2F``; what is no UTF-8 becomes U+FFFD.
        """
        found = self._pattern.fullmatch(path)
        return {name: unquote(part) for name, part in found.groupdict().items()} if found else None

    def takes(self, method: str) -> bool:
        """Whether this is what a method asks for."""
        return method == self.method or (method == "HEAD" and self.method == "GET")


def read_number(text: str, name: str = "id") -> int:
    """Return a whole number from 0. Raises `NotAnswered`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise NotAnswered(400, f"{name}: {text[:40]!r} is no whole number from 0.")
    return int(text)


def require(data: Data | None, what: str) -> Data:
    """Return data that is there. Raises `NotAnswered`."""
    if data is None:
        raise NotAnswered(404, f"There is no such {what}.")
    return data
