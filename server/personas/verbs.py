"""Commands that show the earlier versions of a profile and put an agent's back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.mind.agent import Agent
from agents.mind.commands.admin_row import admin_row
from agents.mind.commands.choosing import AgentChooser
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from server.people.own.profiles import OwnVersion
from server.people.people import ACCOUNT
from server.personas.history import KeptVersion
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.names import key_of
from world.nature import Nature
from world.text import clean_line

SHOWN = 20
"""So many versions of an agent's are listed."""

LINE_WIDTH = 60
"""So many characters of a person's version stand in the list."""


@late_dataclass(frozen=True, slots=True)
class PersonaVerbs:
    """The rows of this file."""

    minds: Minds
    versions: Callable[[str], Sequence[KeptVersion]]
    """An agent's name → the earlier versions of its notes, the newest first."""
    restore: Callable[[Agent, KeptVersion, str, str], None]
    """Put a version back, for somebody and by a command."""
    own_versions: Callable[[str], Sequence[OwnVersion]]
    """A person's name → the earlier versions of their profile, the newest first."""

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            Command(
                "@profile-history", self.show, "@profile-history [<agent or person>] [<number>]",
                "See who changed a profile, and when", "self", nature=Nature.REPORT,
                permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="Every version before a change is kept, whoever made it: of your own profile, "
                "and for administrators of everybody's and of agents' profiles and voices. A "
                "number shows one of a person's whole. Examples: @profile-history, "
                "@profile-history 2, @profile-history Moss",
            ),
            admin_row(
                "@restore-profile", self.put_back, "<agent> [<number>]",
                "Put an earlier version of an agent's profile or voice back", Nature.DEED,
                help="The number is the one in @profile-history; without it, the newest. What was "
                "in force is kept in turn. Example: @restore-profile Moss 2",
            ),
        )  # fmt: skip

    def show(self, inv: Invocation) -> None:
        """List the earlier versions, or show one of a person."""
        name, _, number = inv.args.rpartition(" ")
        if not number.isdecimal():
            name, number = inv.args, ""
        name = name.strip() or inv.actor.name
        is_own = key_of(name) == key_of(inv.actor.name)
        if not is_own and not inv.administrator:
            command = f"{inv.command.name} {clean_line(name, 60)}"
            inv.refuse_text("refuse.administrators-only", command=command)
        body = inv.world.find_character(name)
        if is_own or self.own_versions(name) or (body and ACCOUNT in body.properties):
            self._show_person(inv, body.name if body else clean_line(name, 60), number)
        else:
            self._show_agent(inv, AgentChooser(self.minds).find_named(inv, name))

    def _show_person(self, inv: Invocation, name: str, number: str) -> None:
        found = self.own_versions(name)
        if not found:
            inv.refuse_text("persona.own-none", name=name)
        if not number:
            inv.reply_text("persona.history", name=name, count=len(found))
            for each, kept in enumerate(found, 1):
                inv.reply_text(
                    "persona.own-version", number=each, at=kept.at, who=kept.by, how=kept.how,
                    begins=clean_line(kept.text, LINE_WIDTH),
                )  # fmt: skip
            return
        if not 1 <= int(number[:6]) <= len(found):
            inv.refuse_text("persona.no-version", number=number, name=name, count=len(found))
        kept = found[int(number[:6]) - 1]
        inv.reply_text(
            "persona.own-whole", name=name, at=kept.at, who=kept.by, how=kept.how, text=kept.text
        )

    def _show_agent(self, inv: Invocation, agent: Agent) -> None:
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
