"""Finds out whether a world has lost the accounts of its people."""

from __future__ import annotations

from pathlib import Path

from server.lock import MACHINE_FOLDER, VaultError
from server.people.people import ACCOUNT
from server.storage.accounts import count_accounts
from server.storage.world import read_things


class AccountsLost(VaultError):
    """People live in the world and nobody has an account: a stranger would get all of it."""


def check_accounts(vault: Path) -> None:
    """Raise `AccountsLost` if the world has people and no accounts, and `StorageError`."""
    machine = vault / MACHINE_FOLDER
    people = [row for row in read_things(machine / "world.sqlite") if _is_person(row.properties)]
    if people and not count_accounts(machine / "accounts.sqlite"):
        names = ", ".join(sorted(row.name for row in people)[:5])
        raise AccountsLost(
            f"{machine / 'accounts.sqlite'} has no account, but the world has people ({names}): "
            "the first stranger would become the administrator. Put back a copy of the file, or "
            f"make an account: tarn account add {sorted(row.name for row in people)[0]} "
            f"--role administrator --vault {vault}"
        )


def _is_person(properties: object) -> bool:
    return isinstance(properties, dict) and properties.get(ACCOUNT) == "person"
