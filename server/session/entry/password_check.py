"""The check of a name and password, slowed down for whoever guesses, at every door."""

from __future__ import annotations

import math

from late.late_pattern import late_pattern
from server.boundaries import Account, Accounts, Overloaded, Refused
from server.session.boundaries import Desk
from server.session.entry.throttle import Throttle, make_keys

_LIKE_A_NAME = late_pattern(r"[^\W\d_][^\W\d_'’-]{1,19}")


class PasswordCheck:
    """Compares passwords for all doors, which share one throttle."""

    def __init__(self, accounts: Accounts, throttle: Throttle, desk: Desk) -> None:
        self._accounts = accounts
        self._throttle = throttle
        self._desk = desk

    async def check(self, address: str, name: str, password: str) -> Account:
        """Return the account if the password is right.

        Raises `Refused` if it is wrong or the address has to wait, and `Overloaded`, where the
        password was not looked at.
        """
        keys = make_keys(address, name)
        wait = await self._throttle.enter(keys)
        if wait > 0:
            raise Refused(self._desk.texts.say("door.throttled", seconds=str(math.ceil(wait))))
        try:
            return await self._compare(keys, address, name, password)
        finally:
            self._throttle.leave(keys)

    async def _compare(
        self, keys: tuple[str, str], address: str, name: str, password: str
    ) -> Account:
        by_address, by_pair = keys
        try:
            account = await self._accounts.check(name, password)
        except Overloaded:
            self._throttle.take_back(keys)
            raise
        except Refused:
            self._desk.record("login-failed", hide_password(name), address=address)
            raise
        except BaseException:
            self._throttle.take_back(keys)
            raise
        self._throttle.take_back([by_address])
        self._throttle.forget(by_pair)
        return account


def hide_password(typed: str) -> str:
    """Return what was typed as a name; empty if it may be a password in the wrong place."""
    return typed if _LIKE_A_NAME.fullmatch(typed) else ""
