import asyncio
import logging
import shutil
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters

from agents.clock import VirtualClock
from server.accounts import LONGEST_PASSWORD, StoredAccounts
from server.boundaries import Account, Overloaded, Refused, Role
from server.hashing.passwords import HASHING_QUEUE
from server.storage.guests import BLOCK
from tests.limits import HANG_SECONDS, wait_until
from tests.texts import shipped_texts
from world.names import check_name


def quick(passes: int = 1) -> PasswordHasher:
    return PasswordHasher(time_cost=passes, memory_cost=8, parallelism=1)


class HeldHasher(PasswordHasher):
    """Checks no password while `let_go` is clear."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.let_go = threading.Event()
        self.let_go.set()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        assert self.let_go.wait(HANG_SECONDS)
        return super().verify(hash, password)


def read_stored(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


@asynccontextmanager
async def open_accounts(folder: Path, **changed: Any) -> AsyncIterator[StoredAccounts]:
    values: dict[str, Any] = {
        "check": check_name,
        "say": shipped_texts().say,
        "clock": VirtualClock(),
        "hasher": quick(),
    }
    accounts = await StoredAccounts.open(folder / "accounts.sqlite", **(values | changed))
    try:
        yield accounts
    finally:
        await accounts.close()


async def test_the_first_account_is_the_administrators_and_both_come_back(tmp_path: Path) -> None:
    async with open_accounts(tmp_path) as accounts:
        assert await accounts.create("Rowan", "heather") == Account("Rowan", Role.ADMINISTRATOR)
        assert await accounts.create("Ash", "bracken") == Account("Ash")
    async with open_accounts(tmp_path) as accounts:
        assert await accounts.check("Rowan", "heather") == Account("Rowan", Role.ADMINISTRATOR)
        assert await accounts.check("aSH", "bracken") == Account("Ash")
        assert await accounts.names() == ("Ash", "Rowan")


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Rowan", "wrong"),
        ("Nobody", "heather"),
        ("Rowan", ""),
        ("", ""),
        ("Rowan", "x" * 10**6),
        ("Row�an", "heather"),
        ("Rowan", "�"),
        ("Rowan", "heather "),
    ],
)
async def test_a_wrong_name_and_a_wrong_password_read_the_same(
    tmp_path: Path, name: str, password: str
) -> None:
    async with open_accounts(tmp_path) as accounts:
        await accounts.create("Rowan", "heather")
        with pytest.raises(Refused) as caught:
            await accounts.check(name, password)
        assert str(caught.value) == "Wrong name or password."


async def test_a_name_is_taken_in_every_spelling(tmp_path: Path) -> None:
    async with open_accounts(tmp_path) as accounts:
        await accounts.create("Elan", "heather")
        for name in ("Elan", "ELAN", "Élan"):
            with pytest.raises(Refused, match=r"The name '.+' is taken\."):
                await accounts.create(name, "another")


async def test_two_who_want_one_name_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async with open_accounts(tmp_path) as accounts:
        wanted = (
            accounts.create(name, f"word {n}") for n, name in enumerate(["Ash", "ASH", "ash"])
        )
        results = await asyncio.gather(*wanted, return_exceptions=True)
        assert sum(isinstance(result, Account) for result in results) == 1
        assert sum(isinstance(result, Refused) for result in results) == 2


async def test_two_first_accounts_at_once_make_one_administrator(tmp_path: Path) -> None:
    async with open_accounts(tmp_path) as accounts:
        both = await asyncio.gather(accounts.create("Ash", "word"), accounts.create("Elm", "word"))
        assert [account.administrator for account in both].count(True) == 1


@pytest.mark.parametrize(
    ("name", "password", "reason"),
    [
        ("me", "heather", "'me' is a reserved word and cannot be a name."),
        ("../x", "heather", "A name has letters"),
        ("Rowan", "abc", "A password has at least 4 characters."),
        ("Rowan", "x" * (LONGEST_PASSWORD + 1), "A password has at most 128 characters."),
        ("Rowan", "abc\x07def", "A password has letters, digits, signs and spaces;"),
        ("Rowan", "abc\ud800def", "A password has letters, digits, signs and spaces;"),
    ],
)
async def test_what_cannot_be_is_refused_with_the_reason(
    tmp_path: Path, name: str, password: str, reason: str
) -> None:
    async with open_accounts(tmp_path) as accounts:
        with pytest.raises(Refused) as caught:
            await accounts.create(name, password)
        assert str(caught.value).startswith(reason)
        assert await accounts.names() == ()


async def test_nobody_takes_a_guests_name(tmp_path: Path) -> None:
    async with open_accounts(tmp_path, check=str) as accounts:
        with pytest.raises(Refused, match="'Guest7' is what a guest is called"):
            await accounts.create("Guest7", "heather")


async def test_one_password_typed_in_two_ways_is_one_password(tmp_path: Path) -> None:
    async with open_accounts(tmp_path) as accounts:
        await accounts.create("Rowan", "caf\u00e9 noir")
        assert (await accounts.check("Rowan", "cafe\u0301 noir")).name == "Rowan"


async def test_creation_and_guests_can_be_switched_off(tmp_path: Path) -> None:
    async with open_accounts(tmp_path, creation=False, guests=False) as accounts:
        with pytest.raises(Refused, match="Nobody can make an account"):
            await accounts.create("Rowan", "heather")
        with pytest.raises(Refused, match="There are no guests"):
            accounts.guest()
        accounts.allow(guests=True, creation=True, new_role=Role.PLAYER)
        assert accounts.guest() == Account("Guest1", Role.GUEST)
        assert (await accounts.create("Rowan", "heather")).administrator


async def test_no_guest_gets_the_number_of_another(tmp_path: Path) -> None:
    """Not after leaving, not after a restart, and not after a crash, which costs a few numbers."""
    async with open_accounts(tmp_path) as accounts:
        assert [accounts.guest().name for _ in range(3)] == ["Guest1", "Guest2", "Guest3"]
    async with open_accounts(tmp_path) as accounts:
        assert accounts.guest() == Account("Guest4", Role.GUEST)
        shutil.copytree(tmp_path, tmp_path / "crashed", ignore=shutil.ignore_patterns("crashed"))
    async with open_accounts(tmp_path / "crashed") as accounts:
        assert int(accounts.guest().name.removeprefix("Guest")) > 4


async def test_guests_that_older_versions_let_in_are_nobody_again(tmp_path: Path) -> None:
    """Agents may remember the first thousand: a vault in which they have lived begins above."""
    async with open_accounts(tmp_path, lived_in=True) as accounts:
        assert accounts.guest().name == "Guest1001"
    async with open_accounts(tmp_path, lived_in=True) as accounts:
        assert accounts.guest().name == "Guest1002"


async def test_many_guests_wait_for_no_disk(tmp_path: Path) -> None:
    """Numbers are reserved ahead; without a block in the file none is given."""
    async with open_accounts(tmp_path) as accounts:
        names = [accounts.guest().name for _ in range(BLOCK)]
        with pytest.raises(Refused, match="disk"):
            accounts.guest()
        await accounts._numbers.settle()
        for _ in range(4):
            names += [accounts.guest().name for _ in range(BLOCK // 2)]
            await accounts._numbers.settle()
    assert names == [f"Guest{number}" for number in range(1, len(names) + 1)]


async def test_a_password_is_hashed_anew_when_the_parameters_change(tmp_path: Path) -> None:
    async with open_accounts(tmp_path) as accounts:
        await accounts.create("Rowan", "heather")
    async with open_accounts(tmp_path, hasher=quick(passes=2)) as accounts:
        await accounts.check("Rowan", "heather")
    assert b"t=2" in (tmp_path / "accounts.sqlite").read_bytes()
    async with open_accounts(tmp_path, hasher=quick(passes=2)) as accounts:
        assert (await accounts.check("Rowan", "heather")).name == "Rowan"


async def test_a_password_is_neither_stored_nor_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with open_accounts(tmp_path) as accounts:
            await accounts.create("Rowan", "heather-on-the-hill")
            await accounts.check("Rowan", "heather-on-the-hill")
    assert b"heather-on-the-hill" not in read_stored(tmp_path)
    assert "heather-on-the-hill" not in caplog.text


class Slow(PasswordHasher):
    """Hashes only when told to, and counts how many wait at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.free = threading.Event()
        self.free.set()
        self.threads: set[str] = set()

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        self.threads.add(threading.current_thread().name)
        assert self.free.wait(HANG_SECONDS)
        return super().verify(hash, password)


async def test_hashing_holds_up_nothing_else_and_few_are_hashed_at_once(tmp_path: Path) -> None:
    hasher = Slow()
    async with open_accounts(tmp_path, hasher=hasher, threads=2) as accounts:
        await accounts.create("Rowan", "heather")
        hasher.free.clear()
        tries = [asyncio.ensure_future(accounts.check("Rowan", "heather")) for _ in range(8)]
        await wait_until(lambda: len(hasher.threads) == 2)
        assert not any(done.done() for done in tries)
        hasher.free.set()
        await asyncio.gather(*tries)
        assert threading.current_thread().name not in hasher.threads
        assert len(hasher.threads) == 2


class Noting(PasswordHasher):
    """Notes the parameters, which make the cost, of every hash it checks."""

    def __init__(self) -> None:
        super().__init__(time_cost=2, memory_cost=16, parallelism=1)
        self.checked: list[Parameters] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        self.checked.append(extract_parameters(hash if isinstance(hash, str) else hash.decode()))
        return super().verify(hash, password)


async def test_an_unknown_name_costs_as_much_as_a_wrong_password(tmp_path: Path) -> None:
    hasher = Noting()
    async with open_accounts(tmp_path, hasher=hasher) as accounts:
        await accounts.create("Rowan", "heather")
        for name in ("Rowan", "Nobody"):
            with pytest.raises(Refused):
                await accounts.check(name, "wrong")
    known, unknown = hasher.checked
    assert known == unknown


async def test_a_full_disk_is_named_as_what_it_is(tmp_path: Path) -> None:
    """To the person in a sentence, to the log with the file; and nothing is made."""
    async with open_accounts(tmp_path) as accounts:
        await accounts._table._connection.execute("PRAGMA max_page_count = 1")  # no page more
        made: list[str] = []
        with pytest.raises(
            Refused, match=r"cannot be written .* \(database or disk is full\)"
        ) as caught:
            for letter in "abcdefghijklmnopqrstuvwxyz" * 4:
                made.append(f"Rowan{'x' * (len(made) // 26)}{letter}")
                await accounts.create(made[-1], "heather")
        assert "accounts.sqlite" in caught.value.fault and "full" in caught.value.fault
        assert made[-1] not in await accounts.names()


async def test_passwords_beyond_the_queue_are_refused_unseen(tmp_path: Path) -> None:
    """Fifty logins at once: as many as can be served soon are, the others are told to try again."""
    hasher = HeldHasher()
    async with open_accounts(tmp_path, threads=1, hasher=hasher) as accounts:
        await accounts.create("Rowan", "heather")
        hasher.let_go.clear()
        tries = [
            asyncio.ensure_future(accounts.check("Rowan", "heather"))
            for _ in range(HASHING_QUEUE + 20)
        ]
        # None that waits is served before the last has come.
        await wait_until(lambda: sum(each.done() for each in tries) == 20)
        hasher.let_go.set()
        results = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each for each in results if isinstance(each, Overloaded)]
        let_in = results.count(Account("Rowan", Role.ADMINISTRATOR))
        assert (let_in, len(refused)) == (HASHING_QUEUE, 20)
        assert "try again" in str(refused[0])
        assert (await accounts.check("Rowan", "heather")).name == "Rowan"
