"""The commands that speak to everybody, and that show how the server and its accounts are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from agents.mind.commands.admin_row import admin_row
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.durations import name_duration
from server.administration.orders import OrderKind
from server.storage.accounts import AccountEntry
from world.commands.command import Command
from world.commands.invocation import SPEECH_LIMIT, Invocation
from world.model import Character, Room
from world.names import key_of
from world.nature import Nature
from world.text import clean_line

#: How many accounts a list shows.
MOST_ACCOUNTS = 100

_MARKS = {OrderKind.BAN_NAME: "accounts.banned", OrderKind.MUTE: "accounts.muted"}


@late_dataclass(frozen=True, slots=True)
class OverseerVerbs:
    """Makes the commands for the server as a whole."""

    parts: Callable[[], Administration]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            admin_row("@wall", self.run_wall, "<words>", "Tell everybody something", Nature.DEED),
            admin_row(
                "@stats", self.run_stats, "", "How the server is: people, things, load, storage",
                Nature.REPORT,
            ),
            admin_row(
                "@accounts", self.run_accounts, "[<words>]",
                "List the accounts: role, since when, banned or muted", Nature.REPORT,
                help="Words narrow the list: a part of a name, a role, banned, muted, here.",
            ),
        )  # fmt: skip

    def run_wall(self, inv: Invocation) -> None:
        """Tell every person who is here; agents do not hear it."""
        words = clean_line(inv.clean_argument(inv.need(inv.args, "wall.what"), SPEECH_LIMIT), 1000)
        told = inv.say_text("wall.told", name=inv.actor.name, words=words)
        for session in self.parts().gate.sessions:
            if session.character is not None and session.character != inv.actor.id:
                inv.world.notify(session.character, told)
        inv.reply(told)

    def run_stats(self, inv: Invocation) -> None:
        """Show how the server is."""
        parts, world = self.parts(), inv.world
        signs = parts.vitals.read()
        everything = list(world.registry)
        rooms = sum(isinstance(each, Room) for each in everything)
        characters = sum(isinstance(each, Character) for each in everything)
        calls, failed = parts.count_model_calls()
        work = parts.workers().counts
        inv.reply_text(
            "stats.shown", uptime=name_duration(signs.uptime), people=parts.gate.people,
            agents=parts.gate.agents, rooms=rooms, characters=characters,
            things=len(everything) - rooms - characters, commands=signs.commands,
            rate=f"{signs.commands_per_second:.1f}", delay=f"{signs.mean_delay * 1000:.1f}",
            worst=f"{signs.worst_delay * 1000:.1f}", memory=f"{signs.memory / 1e6:.0f}",
            processor=f"{signs.processor:.0f}", calls=calls, failed=failed,
            workers=work.running, done=work.done, died=work.died,
            storage=parts.describe_storage() or inv.say_text("stats.storage-works"),
        )  # fmt: skip

    def run_accounts(self, inv: Invocation) -> None:
        """List the accounts."""
        self.parts().late.send(inv, self._list_accounts(inv, inv.args.casefold().split()))

    async def _list_accounts(self, inv: Invocation, words: list[str]) -> str:
        entries = await self.parts().accounts.entries()
        lines = [self._describe(inv, each) for each in entries]
        found = [line for line in lines if all(word in line.casefold() for word in words)]
        head = inv.say_text("accounts.list", count=len(found), all=len(lines))
        left = len(found) - MOST_ACCOUNTS
        more = [inv.say_text("accounts.more", count=left)] if left > 0 else []
        return "\n".join([head, *found[:MOST_ACCOUNTS], *more])

    def _describe(self, inv: Invocation, entry: AccountEntry) -> str:
        marks = ", ".join(self._find_marks(inv, entry.name))
        made = f"{entry.created:%Y-%m-%d}"
        line = inv.say_text("accounts.line", name=entry.name, role=entry.role, made=made)
        return f"{line}, {marks}" if marks else line

    def _find_marks(self, inv: Invocation, name: str) -> Iterator[str]:
        parts, body = self.parts(), inv.world.find_character(name)
        if body is not None and parts.gate.find_session(body.id) is not None:
            yield inv.say_text("accounts.here")
        for kind, key in _MARKS.items():
            if parts.orders.find(kind, key_of(name)) is not None:
                yield inv.say_text(key)
