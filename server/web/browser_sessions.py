"""Who is logged in at which browser: tokens that a cookie carries, each with its account."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from late.late_dataclass import late_dataclass
from server.boundaries import Account, Role
from server.session.entry.addresses import address_key

IDLE_SECONDS = 12 * 3600.0
"""A session that was not used for so long is over."""

MOST = 2000
"""Sessions in all; beyond, the one unused for longest is over."""

MOST_OF_ADDRESS = 50
"""Sessions from one address; beyond, its oldest is over."""


@late_dataclass(slots=True)
class BrowserSession:
    """One login at one browser."""

    key: str
    """What is kept of the token: a digest, from which nobody can make the token."""
    account: Account
    address: str
    used: float
    """When it was last used, by the sessions' clock."""
    seal: str = ""
    """What `StoredAccounts.find_seal` gave at the login; a guest has none."""
    token: str = ""
    """As its browser has it; after an upgrade it is empty until the browser sends it."""
    since: int = 0
    """The number of the stream's newest record when it began."""
    house: str = field(init=False)
    """What its address is counted as."""

    def __post_init__(self) -> None:
        self.house = address_key(self.address)


class BrowserSessions:
    """All sessions. They live in memory; what ends in order hands them over to the next start."""

    def __init__(
        self,
        seconds: Callable[[], float],
        make_token: Callable[[], str] = lambda: secrets.token_urlsafe(32),
        find_newest: Callable[[], int] = lambda: 0,
    ) -> None:
        """`find_newest` returns the number of the stream's newest record."""
        self._seconds = seconds
        self._make_token = make_token
        self._find_newest = find_newest
        self._open: OrderedDict[str, BrowserSession] = OrderedDict()
        self.ended: Callable[[], None] = lambda: None
        """Is called when a session is over before the process is."""

    def begin(self, account: Account, address: str, seal: str = "") -> BrowserSession:
        """Begin a session with a token that nobody has had."""
        house = address_key(address)
        same = [each for each in self._open.values() if each.house == house]
        if len(same) >= MOST_OF_ADDRESS:
            del self._open[same[0].key]
        while len(self._open) >= MOST:
            self._open.popitem(last=False)
        token = self._make_token()
        session = BrowserSession(
            _seal(token), account, address, self._seconds(), seal, token, self._find_newest()
        )
        self._open[session.key] = session
        return session

    def find(self, token: str) -> BrowserSession | None:
        """Return the session of a token, and count this as a use of it; None: it is over."""
        session = self._open.get(_seal(token))
        if session is None:
            return None
        now = self._seconds()
        if now - session.used > IDLE_SECONDS:
            self.end(token)
            return None
        session.used, session.token = now, token
        self._open.move_to_end(session.key)
        return session

    def end(self, token: str) -> None:
        """End a session, if it is not over yet."""
        if self._open.pop(_seal(token), None) is not None:
            self.ended()

    def hand_over(self) -> list[dict[str, Any]]:
        """Return all sessions for the program to come, without their tokens."""
        now = self._seconds()
        return [
            {
                "key": each.key,
                "name": each.account.name,
                "role": each.account.role.value,
                "address": each.address,
                "unused_seconds": now - each.used,
                "seal": each.seal,
                "since": each.since,
            }
            for each in self._open.values()
        ]

    def resume(self, kept: Iterable[Mapping[str, Any]]) -> None:
        """Go on with what `hand_over` of the program before this one returned."""
        now = self._seconds()
        for each in kept:
            account = Account(each["name"], Role(each["role"]))
            used = now - each["unused_seconds"]
            session = BrowserSession(
                each["key"], account, each["address"], used, each["seal"],
                since=each.get("since", 0),  # a version before this one handed none over
            )  # fmt: skip
            self._open[session.key] = session


def _seal(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
