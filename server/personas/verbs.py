"""Commands that show the earlier versions of an agent's notes and put one back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.mind.agent import Agent
from agents.mind.commands.admin_row import admin_row
from agents.mind.commands.choosing import AgentChooser
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from server.personas.history import KeptVersion
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature

SHOWN = 20
"""So many versions are listed."""


@late_dataclass(frozen=True, slots=True)
class PersonaVerbs:
    """The rows of this file."""

    minds: Minds
    versions: Callable[[str], Sequence[KeptVersion]]
    """An agent's name → the earlier versions of its notes, the newest first."""
    restore: Callable[[Agent, KeptVersion, str, str], None]
    """Put a version back, for somebody and by a command."""

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            admin_row(
                "@profile-history", self.show, "<agent>",
                "See who changed an agent's profile and voice, and when", Nature.REPORT,
                help="Every version before a change is kept, whoever made it. "
                "Example: @profile-history Moss",
            ),
            admin_row(
                "@restore-profile", self.put_back, "<agent> [<number>]",
                "Put an earlier version of an agent's profile or voice back", Nature.DEED,
                help="The number is the one in @profile-history; without it, the newest. What was "
                "in force is kept in turn. Example: @restore-profile Moss 2",
            ),
        )  # fmt: skip

    def show(self, inv: Invocation) -> None:
        """List the earlier versions."""
        agent = AgentChooser(self.minds).choose_one(inv)
        found = self._list(inv, agent)
        inv.reply_text("persona.history", name=agent.name, count=len(found))
        for number, kept in enumerate(found[:SHOWN], 1):
            who = kept.by or inv.say_text("persona.outside")
            inv.reply_text(
                "persona.version", number=number, at=kept.at, note=kept.note, who=who, how=kept.how,
                file=kept.file,
            )  # fmt: skip

    def put_back(self, inv: Invocation) -> None:
        """Put one back."""
        name, _, number = inv.args.rpartition(" ")
        if not (name and number.isdecimal()):
            name, number = inv.args, "1"
        agent = AgentChooser(self.minds).find_named(inv, name)
        found = self._list(inv, agent)
        if not 1 <= int(number[:6]) <= len(found):
            inv.refuse_text("persona.no-version", number=number, name=agent.name, count=len(found))
        kept = found[int(number[:6]) - 1]
        try:
            self.restore(agent, kept, inv.actor.name, inv.command.name)
        except Exception as error:  # whatever is wrong with the version, the present one stays
            inv.refuse_text("persona.not-restored", name=agent.name, why=error)
        inv.reply_text("persona.restored", name=agent.name, note=kept.note, file=kept.file)

    def _list(self, inv: Invocation, agent: Agent) -> Sequence[KeptVersion]:
        found = self.versions(agent.name)
        if not found:
            inv.refuse_text("persona.none", name=agent.name)
        return found
