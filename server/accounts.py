"""Accounts, with hashes in place of passwords, and guests."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from agents.boundaries import Clock, StorageWatcher
from late.late_pattern import late_pattern
from late.late_property import late_property
from server.boundaries import Account, Accounts, Refused, Role
from server.hashing.passwords import PasswordHashing
from server.storage.accounts import AccountEntry, AccountRow, AccountTable
from server.storage.database import StorageError
from server.storage.guests import GuestNumbers
from world.names import NameRefused, key_of
from world.trust.looks import check_unmistakable

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST_PASSWORD = 4
"""In characters. Short on purpose: wrong tries are throttled at the door."""
LONGEST_PASSWORD = 128

HASHING_THREADS = 2

_T = TypeVar("_T")

_GUEST = late_pattern(r"guest ?[0-9]*")


class Say(Protocol):
    """Sentences by key, from the vault's texts."""

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence with `values` in their places."""
        ...


class StoredAccounts:
    """The `Accounts` of a vault. Make it with `await StoredAccounts.open(…)`.

    Every coroutine may raise `server.storage.StorageError` when the file cannot be read. What
    cannot be written is `Refused`.
    """

    def __init__(
        self,
        table: AccountTable,
        hashing: PasswordHashing,
        numbers: GuestNumbers,
        *,
        check: Callable[[str], str],
        say: Say,
        clock: Clock,
        guests: bool,
        creation: bool,
        new_role: Role,
    ) -> None:
        self._table = table
        self._hashing = hashing
        self._numbers = numbers
        self._check = check
        self._say = say
        self._clock = clock
        self._guests = guests
        self._creation = creation
        self._new_role = new_role
        self.find_bar: Callable[[str], str] = lambda name: ""
        """Returns why nobody of this name may come in; a guest's name is empty."""
        self.password_changed: Callable[[], None] = lambda: None
        """Called when somebody here has changed their password."""

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        check: Callable[[str], str],
        say: Say,
        clock: Clock,
        guests: bool = True,
        creation: bool = True,
        new_role: Role = Role.PLAYER,
        hasher: PasswordHasher | None = None,
        threads: int = HASHING_THREADS,
        lived_in: bool = False,
    ) -> StoredAccounts:
        """Open the accounts file at `path`. Raises `StorageError`.

        `check` returns a name in normal form or raises `world.names.NameRefused`; `say` gives
        the sentences ``accounts.…``; at most `threads` passwords are hashed at once, and with 0 the
        loop itself hashes, reads and writes; `lived_in`: agents have memories, which may be of
        guests.
        """
        table = await AccountTable.open(path, clock, threaded=threads > 0)
        hashing = PasswordHashing(hasher, threads, lambda: say("accounts.busy"))
        return cls(
            table,
            hashing,
            await GuestNumbers.open(table, lived_in=lived_in),
            check=check,
            say=say,
            clock=clock,
            guests=guests,
            creation=creation,
            new_role=new_role,
        )

    @late_property
    def _decoy(self) -> str:
        return self._hashing.decoy()

    def watch(self, watcher: StorageWatcher) -> None:
        """Tell `watcher` from now on that nothing can be written, and when it can be again."""
        self._table.watch(watcher)

    def allow(self, *, guests: bool, creation: bool, new_role: Role) -> None:
        """Set whether guests may come in, accounts may be made, and their role.

        Those present stay.
        """
        self._guests = guests
        self._creation = creation
        self._new_role = new_role

    async def create(self, name: str, password: str) -> Account:
        """Make an account; the first one is the administrator's.  Raises `Refused`."""
        if not self._creation:
            raise Refused(self._say("accounts.creation-off"))
        name = self._check_name(name)
        self._refuse_barred(name)
        password = self._usable(password)
        key = key_of(name)
        if await self._table.find(key):
            raise self._make_taken_refusal(name)
        self._compare_looks(name, await self._table.names())
        hash = await self._hashing.hash(password)
        row = await self._keep(self._table.add(key, name, hash, self._new_role, self._clock.now()))
        if row is None:  # another took the name while this was hashed
            raise self._make_taken_refusal(name)
        return Account(row.name, row.role)

    async def check(self, name: str, password: str) -> Account:
        """Return the account if the password is right, else raise `Refused`.

        An unknown name costs as much time as a wrong password and reads the same.
        """
        row = await self._table.find(key_of(_storable(name)))
        secret = unicodedata.normalize("NFC", _storable(password[: LONGEST_PASSWORD + 1]))
        right = await self._hashing.verify(row.hash if row else self._decoy, secret)
        if row is None or not right:
            raise Refused(self._say("accounts.wrong"))
        await self._renew(row, secret)
        self._refuse_barred(row.name)
        return Account(row.name, row.role)

    def guest(self) -> Account:
        """Return a guest with a number that none had before, or raise `Refused`."""
        if not self._guests:
            raise Refused(self._say("accounts.guests-off"))
        self._refuse_barred("")
        number = self._numbers.take()
        if number is None:
            raise Refused(self._say_unkept())
        return Account(f"Guest{number}", Role.GUEST)

    @property
    def guests(self) -> bool:
        """Whether the settings let guests in."""
        return self._guests

    async def find(self, name: str) -> Account | None:
        """Return the account of this name; None if there is none."""
        row = await self._table.find(key_of(_storable(name)))
        return Account(row.name, row.role) if row else None

    async def find_seal(self, name: str) -> tuple[Account, str] | None:
        """Return the account and a text that another password, wherever it is set, makes another.

        It tells nothing of the password. None if there is no such account.
        """
        row = await self._table.find(key_of(_storable(name)))
        if row is None:
            return None
        return Account(row.name, row.role), hashlib.sha256(row.hash.encode()).hexdigest()

    async def assign(self, name: str, role: Role) -> Account:
        """Give an account another role and return it.

        Raises `Refused` if there is no such account, or no administrator would be left.
        """
        known = await self.find(name)
        if known is None:
            raise Refused(self._say("role.unknown", name=name))
        if not await self._keep(self._table.assign(key_of(known.name), role)):
            raise Refused(self._say("role.last", name=known.name))
        return Account(known.name, role)

    async def change_password(self, name: str, old: str, new: str) -> None:
        """Give an account another password, if the old one is right.  Raises `Refused`."""
        await self.check(name, old)
        secret, key = self._usable(new), key_of(name)
        row = await self._table.find(key)
        if row is not None:
            hash = await self._hashing.hash(secret)
            await self._keep(self._table.rehash(key, row.hash, hash))
            self.password_changed()

    async def entries(self) -> list[AccountEntry]:
        """Return what is known of every account, by name."""
        return await self._table.entries()

    async def version(self) -> int:
        """Return a number that is another after each change of an account, in the shell too."""
        return await self._table.version()

    async def names(self) -> tuple[str, ...]:
        """Return every account's name, in alphabetical order."""
        return await self._table.names()

    async def removed(self) -> tuple[str, ...]:
        """Return the names of removed accounts whose characters are still in the world."""
        return await self._table.removed()

    async def forget_removed(self, name: str) -> None:
        """Take a removed account off that list."""
        await self._table.forget_removed(key_of(name))

    async def close(self) -> None:
        """Stop the threads and close the file."""
        self._hashing.close()
        await self._numbers.close()
        await self._table.close()

    def _refuse_barred(self, name: str) -> None:
        bar = self.find_bar(name)
        if bar:
            raise Refused(bar)

    def _check_name(self, name: str) -> str:
        try:
            name = self._check(name)
        except NameRefused as refused:
            raise Refused(str(refused)) from None
        if _GUEST.fullmatch(key_of(name)):
            raise Refused(self._say("accounts.guest-name", name=name))
        return name

    @staticmethod
    def _compare_looks(name: str, others: Iterable[str]) -> None:
        try:
            check_unmistakable(name, others)
        except NameRefused as refused:
            raise Refused(str(refused)) from None

    def _usable(self, password: str) -> str:
        password = unicodedata.normalize("NFC", password)
        if len(password) < SHORTEST_PASSWORD:
            raise Refused(self._say("accounts.password-short", shortest=SHORTEST_PASSWORD))
        if len(password) > LONGEST_PASSWORD:
            raise Refused(self._say("accounts.password-long", longest=LONGEST_PASSWORD))
        if not password.isprintable():
            raise Refused(self._say("accounts.password-odd"))
        return password

    def _make_taken_refusal(self, name: str) -> Refused:
        return Refused(self._say("accounts.taken", name=name))

    async def _keep(self, change: Awaitable[_T]) -> _T:
        """Return the result of a change, or raise `Refused` if it cannot be written."""
        try:
            return await change
        except StorageError as error:
            raise Refused(self._say_unkept(), fault=str(error)) from error

    def _say_unkept(self) -> str:
        return self._say("accounts.not-kept", why=self._table.trouble)

    async def _renew(self, row: AccountRow, password: str) -> None:
        """Hash the password again if its hash has weaker parameters."""
        if self._hashing.is_outdated(row.hash):
            hash = await self._hashing.hash(password)
            with suppress(StorageError):  # the next login tries again
                await self._table.rehash(row.key, row.hash, hash)


def _storable(text: str) -> str:
    """Replace lone surrogates, which neither SQLite nor argon2 takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


_accounts: type[Accounts] = StoredAccounts
