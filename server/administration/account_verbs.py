"""The commands for accounts and their roles, and the one that reads the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from agents.mind.commands.admin_row import admin_row
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.audit import AuditEntry
from server.boundaries import Refused, Role
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line

#: How many lines of the audit log are shown, and at most.
SHOWN_LINES, MOST_LINES = 20, 200
#: The longest line that is shown, in characters.
LINE_LENGTH = 400

_ROLES = tuple(role.value for role in Role if role is not Role.GUEST)


@late_dataclass(frozen=True, slots=True)
class AccountVerbs:
    """Makes the commands for accounts."""

    parts: Callable[[], Administration]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            admin_row(
                "@role", self.run_role, "<name> [<role>]",
                "Show what somebody may do here, or change it", Nature.DEED,
                help="Roles: player; builder, who may make and change rooms and things; "
                "administrator. There may be several of each, and one administrator stays.",
                exact=True,
            ),
            admin_row(
                "@audit", self.run_audit, "[<n>] [<name>]",
                "Who did what: logins, acts of administrators, changed personas", Nature.REPORT,
                help="Example: @audit 50 Wren. The whole log is vault/.tarn/audit.jsonl.",
            ),
        )  # fmt: skip

    def run_role(self, inv: Invocation) -> None:
        """Show or change a role."""
        name, *rest = clean_line(inv.args, 200).split() or [""]
        role = rest[0].casefold() if len(rest) == 1 else ""
        if rest and role not in _ROLES:
            inv.refuse_text("role.no-role", read=" ".join(rest), roles=", ".join(_ROLES))
        if not name:
            inv.refuse_text("role.which", roles=", ".join(_ROLES))
        late = self.parts().late
        late.send(inv, self._assign(inv, name, Role(role)) if role else self._describe(inv, name))

    async def _describe(self, inv: Invocation, name: str) -> str:
        account = await self.parts().accounts.find(name)
        if account is None:
            return inv.say_text("role.unknown", name=name)
        return inv.say_text("role.shown", name=account.name, role=account.role)

    async def _assign(self, inv: Invocation, name: str, role: Role) -> str:
        parts = self.parts()
        try:
            account = await parts.accounts.assign(name, role)
        except Refused as refused:
            self._record_role(inv, name, role, "refused")
            return str(refused)
        parts.gate.assign(account)
        self._record_role(inv, account.name, role, "done")
        return inv.say_text("role.changed", name=account.name, role=account.role)

    def _record_role(self, inv: Invocation, name: str, role: Role, result: str) -> None:
        record = self.parts().audit.record
        record("role", inv.actor.name, whom=name, role=role.value, result=result)

    def run_audit(self, inv: Invocation) -> None:
        """Show the newest lines of the audit log."""
        first, *rest = clean_line(inv.args, 200).split() or [""]
        count = _read_count(inv, first) if _is_number(first) else SHOWN_LINES
        name = " ".join(rest if _is_number(first) else [first, *rest])
        self.parts().late.send(inv, self._read_audit(inv, count, name))

    async def _read_audit(self, inv: Invocation, count: int, name: str) -> str:
        entries = await asyncio.to_thread(self.parts().audit.read, count, name)
        lines = [_describe_entry(inv, entry) for entry in entries]
        nothing = inv.say_text("audit.nothing-of", name=name) if name else ""
        return "\n".join(lines) or nothing or inv.say_text("audit.empty")


def _is_number(word: str) -> bool:
    return word.lstrip("+-#")[:1].isdigit()


def _read_count(inv: Invocation, word: str) -> int:
    """Return how many lines are wanted, or refuse."""
    if not (word.isascii() and word.isdigit() and len(word) < 6 and 0 < int(word) <= MOST_LINES):
        inv.refuse_text("audit.which", read=word, most=MOST_LINES)
    return int(word)


def _describe_entry(inv: Invocation, entry: AuditEntry) -> str:
    known = {key: entry.get(key, "") for key in ("at", "who", "event")}
    fields = " ".join(f"{key}={value}" for key, value in entry.items() if key not in known)
    at = known["at"][:19].replace("T", " ")
    who = known["who"] or "?"
    line = inv.say_text("audit.line", at=at, who=who, event=known["event"], fields=fields)
    return clean_line(line, LINE_LENGTH)
