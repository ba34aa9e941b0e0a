"""Login at the page: the accounts, bars and bans of telnet, at the login and after it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.boundaries import Role
from server.session.entry.password_check import PasswordCheck
from server.session.entry.throttle import Throttle
from server.web.boundaries import NotAnswered
from server.web.browser_sessions import BrowserSessions
from server.web.login import BrowserLogin
from tests.server.session.fakes import desk
from tests.server.test_accounts import open_accounts

HOME = "192.0.2.7"


class Door:
    """A login with accounts on disk; `banned` are addresses."""

    def __init__(self, login: BrowserLogin, banned: set[str], log: list[str]) -> None:
        self.login, self.banned, self.log = login, banned, log

    async def refuse(self, name: str, password: str, address: str = HOME) -> NotAnswered:
        with pytest.raises(NotAnswered) as refused:
            await self.login.log_in(address, name, password)
        return refused.value


@asynccontextmanager
async def open_door(folder: Path) -> AsyncIterator[Door]:
    clock, banned, log = VirtualClock(), set[str](), list[str]()
    async with open_accounts(folder) as accounts:
        await accounts.create("Ada", "correct horse")
        await accounts.create("Bert", "correct horse")
        parts = desk(log.append, clock.monotonic)
        check = PasswordCheck(accounts, Throttle(clock.monotonic), parts)
        login = BrowserLogin(
            BrowserSessions(clock.monotonic), accounts, check, parts,
            lambda address: "Not from there." if address in banned else "",
        )  # fmt: skip
        yield Door(login, banned, log)


async def test_a_session_has_the_accounts_present_role(tmp_path: Path) -> None:
    async with open_door(tmp_path) as door:
        session = await door.login.log_in(HOME, "bert", "correct horse")
        assert (session.account.name, session.account.role) == ("Bert", Role.PLAYER)
        await door.login.accounts.assign("Bert", Role.BUILDER)
        found = await door.login.find(session.token, HOME)
        assert found is session and session.account.role is Role.BUILDER
        assert "Bert" in door.log[0] and "correct horse" not in "".join(door.log)


async def test_a_wrong_password_is_refused_and_then_made_to_wait(tmp_path: Path) -> None:
    """By the throttle of telnet, which also refuses the right one then."""
    async with open_door(tmp_path) as door:
        refused = [await door.refuse("Ada", "wrong") for _ in range(12)]
        assert {each.status for each in refused} == {403}
        assert str(refused[0]) != str(refused[-1]) == str(await door.refuse("Ada", "correct horse"))
        assert await door.login.log_in("198.51.100.1", "Bert", "correct horse")


async def test_a_ban_keeps_out_and_ends_what_is_open(tmp_path: Path) -> None:
    async with open_door(tmp_path) as door:
        session = await door.login.log_in(HOME, "Ada", "correct horse")
        guest = door.login.log_in_guest(HOME)
        door.banned.add(HOME)
        assert str(await door.refuse("Ada", "correct horse")) == "Not from there."
        with pytest.raises(NotAnswered):
            door.login.log_in_guest(HOME)
        assert await door.login.find(session.token, HOME) is None
        assert await door.login.find(guest.token, HOME) is None
        door.banned.clear()
        assert await door.login.find(session.token, HOME) is None


async def test_another_password_ends_the_sessions_of_the_account(tmp_path: Path) -> None:
    async with open_door(tmp_path) as door:
        ada = await door.login.log_in(HOME, "Ada", "correct horse")
        bert = await door.login.log_in(HOME, "Bert", "correct horse")
        await door.login.accounts.change_password("Ada", "correct horse", "battery staple")
        assert await door.login.find(ada.token, HOME) is None
        assert await door.login.find(bert.token, HOME) is bert


async def test_guests_are_let_in_while_guests_are_allowed(tmp_path: Path) -> None:
    async with open_door(tmp_path) as door:
        guest = door.login.log_in_guest(HOME)
        assert guest.account.role is Role.GUEST
        assert await door.login.find(guest.token, HOME) is guest
        door.login.accounts.allow(guests=False, creation=True, new_role=Role.PLAYER)
        with pytest.raises(NotAnswered):
            door.login.log_in_guest(HOME)
        assert await door.login.find(guest.token, HOME) is None
