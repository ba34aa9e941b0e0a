"""Who is logged in at which browser: tokens that a cookie carries, each with its account."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from server.boundaries import Account
from server.session.entry.addresses import address_key

IDLE_SECONDS = 12 * 3600.0
"""A session that was not used for so long is over."""

MOST = 2000
"""Sessions in all; beyond, the one unused for longest is over."""

MOST_OF_ADDRESS = 50
"""Sessions from one address; beyond, its oldest is over."""


@dataclass(slots=True)
class BrowserSession:
    """One login at one browser."""

    token: str
    account: Account
    address: str
    used: float
    """When it was last used, by the sessions' clock."""
    seal: str = ""
    """What `StoredAccounts.find_seal` gave at the login; a guest has none."""


class BrowserSessions:
    """All sessions. They live in memory: a restart ends them."""

    def __init__(
        self,
        seconds: Callable[[], float],
        make_token: Callable[[], str] = lambda: secrets.token_urlsafe(32),
    ) -> None:
        self._seconds = seconds
        self._make_token = make_token
        self._open: OrderedDict[str, BrowserSession] = OrderedDict()

    def begin(self, account: Account, address: str, seal: str = "") -> BrowserSession:
        """Begin a session with a token that nobody has had."""
        key = address_key(address)
        same = [each for each in self._open.values() if address_key(each.address) == key]
        if len(same) >= MOST_OF_ADDRESS:
            self.end(same[0].token)
        while len(self._open) >= MOST:
            self._open.popitem(last=False)
        session = BrowserSession(self._make_token(), account, address, self._seconds(), seal)
        self._open[session.token] = session
        return session

    def find(self, token: str) -> BrowserSession | None:
        """Return the session of a token, and count this as a use of it; None: it is over."""
        session = self._open.get(token)
        if session is None:
            return None
        now = self._seconds()
        if now - session.used > IDLE_SECONDS:
            self.end(token)
            return None
        session.used = now
        self._open.move_to_end(token)
        return session

    def end(self, token: str) -> None:
        """End a session, if it is not over yet."""
        self._open.pop(token, None)
