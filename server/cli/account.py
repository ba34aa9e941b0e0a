"""``tarn account``: the accounts of a vault from the shell, beside a running server too."""

from __future__ import annotations

import asyncio
import getpass
import sys
import unicodedata
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from agents.clock import SystemClock
from late.late_dataclass import late_dataclass
from server.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD
from server.administration.agent_making import list_agent_folders
from server.administration.audit import AuditLog
from server.arguments import BAD_USAGE, Options, Parser, explain_unknown_option, make_common_options
from server.boundaries import Role
from server.hashing.passwords import default_hasher
from server.lock import MACHINE_FOLDER
from server.people.people import ACCOUNT
from server.storage.accounts import AccountRow, AccountTable
from server.storage.database import StorageError
from server.storage.world import read_things
from world.commands.table import CommandTable
from world.names import NameRefused, check_name, key_of
from world.trust.looks import check_unmistakable

SHELL = "the shell"
"""Who the audit log names for what is done here."""

ROLES = [each.value for each in Role if each is not Role.GUEST]


class AccountRefused(Exception):
    """An account cannot be made or changed so; the message says why and what to do."""


_MISSING_ACTION = "the action is missing, allowed: list, add, password, role, remove"


class _Parser(Parser):
    reworded = (
        (r"^argument ACTION: invalid choice: (.*) \(choose from (.*)\)",
         r"the action is \1, allowed: \2"),
        (r"^the following arguments are required: ACTION.*", _MISSING_ACTION),
        (r"^argument (--\w+): invalid choice: (.*) \(choose from (.*)\)", r"\1 is \2, allowed: \3"),
        (r"^argument (--\w+): expected one argument", r"\1 is empty"),
    )  # fmt: skip


def make_account_parser() -> Parser:
    """Return the parser of the arguments behind ``tarn account``."""
    parser = _Parser(
        prog="tarn account",
        description="Lists and changes accounts. A running server knows of it within seconds, and "
        "gives people who are connected their new role; the audit log has each change. With a "
        "removed account go the character, its letters, notes and settings; what it carried is "
        "left in its room. A password is asked for twice and not shown; where standard input is "
        "no terminal, its "
        "first line is the password.",
        parents=[make_common_options(_Parser, telnet=False)],
        allow_abbrev=False,
    )
    parser.add_argument(
        "action", metavar="ACTION", choices=tuple(_ACTIONS), help=", ".join(_ACTIONS)
    )
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="the account's name")
    parser.add_argument(
        "--role", choices=ROLES, help="for add and role; a new account is a player's without it"
    )
    return parser


def run_account(options: Options) -> int:
    """Do what is asked and return the exit status.

    0: it is done.  2: it is not, for the reason on standard error; then nothing has changed.
    """
    parser = make_account_parser()
    given, unknown = parser.parse_known_args(options.arguments)
    if unknown:
        parser.error(
            explain_unknown_option(unknown[0], ("--vault", "--config", "--role", "--help"))
        )
    if given.action != "list" and not given.name:
        parser.error(f"the name is missing: tarn account {given.action} NAME")
    if given.action == "role" and not given.role:
        parser.error("the role is missing: tarn account role NAME --role ROLE")
    vault = getattr(given, "vault", options.vault)
    try:
        for line in asyncio.run(_run(vault, given)):
            print(line)
    except (AccountRefused, NameRefused, StorageError) as refused:
        print(f"tarn: {refused}", file=sys.stderr)
        return BAD_USAGE
    return 0


async def _run(vault: Path, given: Namespace) -> list[str]:
    path = vault / MACHINE_FOLDER / "accounts.sqlite"
    if not path.parent.is_dir():
        raise AccountRefused(f"{vault} is no vault of a server: it has no {MACHINE_FOLDER}")
    table = await AccountTable.open(path)
    try:
        return await _ACTIONS[given.action](_Accounts(vault, table), given)
    finally:
        await table.close()


@late_dataclass(frozen=True, slots=True)
class _Accounts:
    """The accounts of a vault."""

    vault: Path
    table: AccountTable

    def record(self, event: str, whom: str, **fields: str) -> None:
        """Write a line to the audit log."""
        log = AuditLog(self.vault / MACHINE_FOLDER, SystemClock(), _warn)
        log.record(event, SHELL, whom=whom, **fields)
        log.close()

    async def check_free(self, name: str) -> str:
        """Return a name that a person may have. Raises `NameRefused`.

        A character without an account may get one, by its name.
        """
        from server.command_rows import list_commands  # noqa: PLC0415  # takes two seconds

        folders = list_agent_folders(self.vault)
        things = read_things(self.vault / MACHINE_FOLDER / "world.sqlite")
        bodies = [each for each in things if each.kind == "character"]
        taken = {*folders, *(each.name for each in bodies if ACCOUNT not in each.properties)}
        words = CommandTable(list_commands()).words()
        name = check_name(name, taken=taken, commands=words)
        others = {*taken, *(each.name for each in bodies), *await self.table.names()}
        return check_unmistakable(name, [each for each in others if key_of(each) != key_of(name)])


async def _list(accounts: _Accounts, given: Namespace) -> list[str]:
    entries = await accounts.table.entries()
    return [f"{each.name:<20} {each.role:<14} {each.created:%Y-%m-%d}" for each in entries] or [
        "no accounts"
    ]


async def _add(accounts: _Accounts, given: Namespace) -> list[str]:
    name = given.name
    if await accounts.table.find(key_of(name)):
        raise AccountRefused(f"{name} has an account: tarn account password {name}")
    name = await accounts.check_free(name)
    role = Role(given.role or Role.PLAYER)
    row = await accounts.table.add(
        key_of(name), name, _hash(_ask_password()), role, datetime.now(UTC)
    )
    if row is None:
        raise AccountRefused(f"{name} has an account")
    accounts.record("account-made", row.name, role=row.role.value)
    return [f"made the account of {row.name}: {row.role}"]


async def _password(accounts: _Accounts, given: Namespace) -> list[str]:
    row = await _find(accounts.table, given.name)
    await accounts.table.rehash(row.key, row.hash, _hash(_ask_password()))
    accounts.record("password", row.name, result="changed")
    return [f"{row.name} has a new password"]


async def _role(accounts: _Accounts, given: Namespace) -> list[str]:
    row = await _find(accounts.table, given.name)
    if not await accounts.table.assign(row.key, Role(given.role)):
        raise AccountRefused(f"{row.name} is the only administrator: make another one first")
    accounts.record("role", row.name, role=given.role, result="done")
    return [f"{row.name}: {given.role}; in force within seconds, also for who is connected"]


async def _remove(accounts: _Accounts, given: Namespace) -> list[str]:
    row = await _find(accounts.table, given.name)
    if not await accounts.table.remove(row.key):
        raise AccountRefused(f"{row.name} is the only administrator: make another one first")
    return [
        f"removed the account of {row.name}; the character leaves the world, and the name is free, "
        "within seconds, or at the next start if no server runs"
    ]


_Action = Callable[[_Accounts, Namespace], Awaitable[list[str]]]
_ACTIONS: Mapping[str, _Action] = {
    "list": _list, "add": _add, "password": _password, "role": _role, "remove": _remove,
}  # fmt: skip


async def _find(table: AccountTable, name: str) -> AccountRow:
    row = await table.find(key_of(name))
    if row is None:
        raise AccountRefused(f"nobody is called {name}: tarn account list")
    return row


def _ask_password() -> str:
    """Return a password from the terminal, asked twice, or the first line of standard input."""
    if sys.stdin.isatty():
        password = getpass.getpass("Password: ")
        if getpass.getpass("Again: ") != password:
            raise AccountRefused("the two passwords differ")
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD or not password.isprintable():
        allowed = f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters that can be typed"
        raise AccountRefused(f"the password does not fit, allowed: {allowed}")
    return password


def _warn(line: str) -> None:
    print(f"tarn: {line}", file=sys.stderr)


def _hash(password: str) -> str:
    return default_hasher().hash(unicodedata.normalize("NFC", password))
