"""The commands that make an agent in the running world, and put one to rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from agents.mind.commands.admin_row import admin_row
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.agent_making import (
    STARTER_TEMPLATE,
    call_back,
    is_at_rest,
    is_known_at_rest,
    list_agent_folders,
    put_to_rest,
    read_template,
    write_agent_folder,
)
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.names import NameRefused, PathRefused, key_of
from world.nature import Nature
from world.text import clean_line

_FAILURES = (NameRefused, PathRefused, OSError, UnicodeDecodeError)


@late_dataclass(frozen=True, slots=True)
class AgentLifeVerbs:
    """Makes the commands that begin and end an agent's life in the world."""

    parts: Callable[[], Administration]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            admin_row(
                "@spawn", self.run_spawn, "<Name> [from <agent>]",
                "Make an agent, or wake one that was put to rest", Nature.DEED, exact=True,
                help="A new one has its own folder in vault/agents: a profile and a voice to fill "
                "in, or copies of another agent's with its own name. One that was put to rest has "
                "all its memories. Other changed profiles are read again, too.",
            ),
            admin_row(
                "@retire", self.run_retire, "<Name>", "Put an agent to rest; nothing is lost",
                Nature.DEED, exact=True,
                help="Its folder stays as it is; profile.md is called profile.retired.md until "
                "@spawn <Name> wakes it.",
            ),
        )  # fmt: skip

    # --- making -----------------------------------------------------------------------

    def run_spawn(self, inv: Invocation) -> None:
        """Make or wake an agent, and report when it is here."""
        name, *rest = clean_line(inv.need(inv.args, "spawn.whom"), 200).split()
        if rest and (len(rest) != 2 or rest[0].casefold() != "from"):
            inv.refuse_text("spawn.whom")
        if self.parts().minds.find_exactly(name) is not None:
            inv.refuse_text("spawn.here", name=name)
        self.parts().late.send(inv, self._spawn(inv, name, rest[1] if rest else ""))

    async def _spawn(self, inv: Invocation, name: str, source: str) -> str:
        parts = self.parts()
        folders = await asyncio.to_thread(list_agent_folders, parts.vault)
        known = {key_of(each): each for each in folders}
        name, source = known.get(key_of(name), name), known.get(key_of(source), source)
        try:
            woken = await asyncio.to_thread(self._wake, name)
            if not woken:
                await self._make(inv, name, source, folders)
        except _FAILURES as error:
            self._record_failure(inv, "spawn", name, str(error))
            return inv.say_text("spawn.failed", name=clean_line(name, 40), why=error)
        wrong = (await parts.reloader().settle_agents()).lines
        agent = parts.minds.find_exactly(name)
        if agent is None:
            self._record_failure(inv, "spawn", name, " ".join(wrong))
            return inv.say_text("spawn.failed", name=name, why=" ".join(wrong))
        arrives = inv.say_text("gate.arrives", name=agent.name)
        parts.world.announce(agent.character, "arrive", arrives, Nature.MOVEMENT)
        parts.audit.record("spawn", inv.actor.name, whom=agent.name, source=source)
        parts.late.send(inv, self._catch_up())
        return inv.say_text("spawn.woken" if woken else "spawn.done", name=agent.name)

    def _record_failure(self, inv: Invocation, event: str, name: str, why: str) -> None:
        self.parts().audit.record(event, inv.actor.name, whom=name, result="refused", why=why)

    async def _catch_up(self) -> str:
        return "\n".join(await self.parts().reloader().catch_up())

    def _wake(self, name: str) -> bool:
        """Call an agent back that is at rest; False if there is none of this name."""
        if not is_at_rest(self.parts().vault, name):
            return False
        call_back(self.parts().vault, name)
        return True

    async def _make(self, inv: Invocation, name: str, source: str, folders: list[str]) -> None:
        vault, world = self.parts().vault, self.parts().world
        template = await asyncio.to_thread(read_template, vault, source) if source else None
        if source and template is None:
            raise NameRefused(inv.say_text("spawn.no-template", name=clean_line(source, 40)))
        taken = [*folders, *(each.name for each in world.characters())]
        words = world.table.words()
        await asyncio.to_thread(
            write_agent_folder, vault, name, taken, words, template or STARTER_TEMPLATE
        )

    # --- putting to rest --------------------------------------------------------------

    def run_retire(self, inv: Invocation) -> None:
        """Put an agent to rest, and report when its memory is on disk."""
        agent = self.parts().minds.find_exactly(inv.need(inv.args, "retire.whom"))
        if agent is None and is_known_at_rest(self.parts().vault, inv.args):
            inv.refuse_text("retire.at-rest", name=clean_line(inv.args, 40))
        if agent is None:
            names = ", ".join(self.parts().minds.names()) or "none"
            inv.refuse_text("retire.unknown", name=clean_line(inv.args, 40), names=names)
        self.parts().late.send(inv, self._retire(inv, agent.name))

    async def _retire(self, inv: Invocation, name: str) -> str:
        parts = self.parts()
        agent = parts.minds.find_exactly(name)
        try:
            await asyncio.to_thread(put_to_rest, parts.vault, name)
        except _FAILURES as error:
            self._record_failure(inv, "retire", name, str(error))
            return inv.say_text("retire.failed", name=name, why=error)
        if agent is not None:
            gone = inv.say_text("gate.leaves", name=name)
            parts.world.announce(agent.character, "leave", gone, Nature.MOVEMENT)
        await parts.reloader().settle_agents()
        parts.audit.record("retire", inv.actor.name, whom=name)
        return inv.say_text("retire.done", name=name)
