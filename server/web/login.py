"""Login at the page: the same accounts, checks and records as at the door of telnet."""

from __future__ import annotations

from collections.abc import Callable

from agents.event_line import tell_event
from late.late_dataclass import late_dataclass
from server.accounts import StoredAccounts
from server.boundaries import Account, Overloaded, Refused, Role
from server.session.boundaries import Desk, quote_for_log
from server.session.entry.password_check import PasswordCheck
from server.web.boundaries import NotAnswered
from server.web.browser_sessions import BrowserSession, BrowserSessions

LONGEST_NAME = 64


@late_dataclass(frozen=True, slots=True)
class BrowserLogin:
    """Begins sessions, and ends those of people who may not be here any more.

    `find_ban` returns why nobody may come from an address, `find_bar` why nobody of a name may
    (an empty one is a guest's); empty: they may.
    """

    sessions: BrowserSessions
    accounts: StoredAccounts
    passwords: PasswordCheck
    desk: Desk
    find_ban: Callable[[str], str]

    async def log_in(self, address: str, name: str, password: str) -> BrowserSession:
        """Begin a session with an account. Raises `NotAnswered`."""
        self._refuse_banned(address)
        try:
            account = await self.passwords.check(address, name[:LONGEST_NAME], password)
        except Overloaded as refused:
            raise NotAnswered(503, str(refused)) from refused
        except Refused as refused:
            raise NotAnswered(403, str(refused)) from refused
        found = await self.accounts.find_seal(account.name)
        if found is None:
            raise NotAnswered(403, self.desk.texts.say("accounts.wrong"))
        return self._begin(account, address, found[1])

    def log_in_guest(self, address: str) -> BrowserSession:
        """Begin a session of somebody without an account. Raises `NotAnswered`."""
        self._refuse_banned(address)
        why = self._find_guest_bar()
        if why:
            raise NotAnswered(403, why)
        return self._begin(Account(self.desk.texts.say("page.guest"), Role.GUEST), address)

    async def find(self, token: str, address: str) -> BrowserSession | None:
        """Return the session of a token with the account's present role; None: log in again.

        Another password ends every session of the account. Raises `StorageError`.
        """
        session = self.sessions.find(token)
        if session is None:
            return None
        account = await self._renew(session)
        if account is None or self.find_ban(address):
            self.sessions.end(token)
            return None
        session.account = account
        return session

    async def _renew(self, session: BrowserSession) -> Account | None:
        account = session.account
        if account.guest:
            return None if self._find_guest_bar() else account
        if self.accounts.find_bar(account.name):
            return None
        found = await self.accounts.find_seal(account.name)
        return found[0] if found and found[1] == session.seal else None

    def _find_guest_bar(self) -> str:
        if not self.accounts.guests:
            return self.desk.texts.say("accounts.guests-off")
        return self.accounts.find_bar("")

    def _refuse_banned(self, address: str) -> None:
        why = self.find_ban(address)
        if why:
            raise NotAnswered(403, why)

    def _begin(self, account: Account, address: str, seal: str = "") -> BrowserSession:
        session = self.sessions.begin(account, address, seal)
        self.desk.record("page-login", account.name, address=address, role=account.role.value)
        line = f"{quote_for_log(account.name)} opens the page from {address}"
        self.desk.log(tell_event("web.login", line, who=account.name, address=address))
        return session
