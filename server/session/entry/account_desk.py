"""Accounts at one door: found by name and password, or made."""

from __future__ import annotations

import math

from agents.event_line import tell_event
from server.boundaries import Account, Accounts, Overloaded, Refused
from server.session.boundaries import Desk, quote_for_log
from server.session.entry.password_check import PasswordCheck
from server.session.entry.rules import EntryRules


class AccountDesk:
    """Finds and makes accounts for who comes from one address, and counts wrong passwords."""

    def __init__(
        self,
        address: str,
        accounts: Accounts,
        rules: EntryRules,
        desk: Desk,
        *,
        administrators_only: bool,
    ) -> None:
        self._address, self._accounts, self._rules, self._desk = address, accounts, rules, desk
        self._passwords = PasswordCheck(accounts, rules.throttle, desk)
        self._administrators_only = administrators_only
        self.wrong = 0
        """How many tries were refused."""

    async def make(self, name: str, password: str) -> Account:
        """Make an account. Raises `Refused`."""
        wait = self._rules.begin_account(self._address)
        if wait > 0:
            minutes = str(math.ceil(wait / 60))
            raise Refused(self._desk.texts.say("door.accounts-address", minutes=minutes))
        try:
            account = await self._accounts.create(name, password)
        except BaseException:
            self._rules.take_back_account(self._address)
            raise
        self._desk.record("account-made", account.name, address=self._address)
        line = f"created {quote_for_log(account.name)} from {self._address}"
        fields = {"who": account.name, "address": self._address}
        self._desk.log(tell_event("visit.account-made", line, **fields))
        return account

    async def find(self, name: str, password: str) -> Account:
        """Return the account of a name and its password. Raises `Refused` and `Overloaded`."""
        try:
            account = await self._passwords.check(self._address, name, password)
        except Overloaded:
            raise
        except Refused:
            self.wrong += 1
            raise
        return await self.trust(account)

    async def trust(self, account: Account) -> Account:
        """Return an account that is known to be the visitor's. Raises `Refused`: it may not in."""
        if self._administrators_only and not account.administrator:
            raise Refused(self._desk.texts.say("door.kept"))
        return account
