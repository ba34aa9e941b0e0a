"""Puts roles in force that were given from the shell to people who are here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from server.accounts import StoredAccounts
from server.boundaries import Account, Role
from server.gate import WorldGate
from server.storage.database import StorageError


class RoleChanges:
    """Compares the roles of those who are here with their accounts, whenever the file changed."""

    def __init__(
        self, accounts: StoredAccounts, gate: WorldGate, log: Callable[[str], None]
    ) -> None:
        self._accounts, self._gate, self._log = accounts, gate, log
        self._seen: int | None = None

    async def carry_out(self) -> None:
        """Put changed roles in force; what cannot be read waits for the next look."""
        try:
            version = await self._accounts.version()
            if version != self._seen:
                self._compare({each.name: each.role for each in await self._accounts.entries()})
                self._seen = version
        except StorageError as error:
            self._log(f"[Accounts] a look at the roles waits: {error}")

    def _compare(self, roles: Mapping[str, Role]) -> None:
        for account in self._gate.accounts:
            role = roles.get(account.name, account.role)
            if role != account.role:
                self._gate.assign(Account(account.name, role))
                self._log(f"[Accounts] {account.name} has the role {role} now, from the shell")
