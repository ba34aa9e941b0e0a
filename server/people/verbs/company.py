"""The commands about being away and about others: afk, ignore, last."""

from __future__ import annotations

from collections.abc import Callable

from late.late_dataclass import late_dataclass
from server.people.people import People
from server.people.post import has_account
from server.session.who import format_duration
from world.boundaries import Event
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.model import Character
from world.nature import Nature
from world.text import clean_line, soften_speech

LONGEST_AWAY = 60
"""In characters: it stands beside the name."""
MOST_VISITS = 20


@late_dataclass(frozen=True, slots=True)
class CompanyVerbs:
    """Makes the commands. `people` is made after them."""

    people: Callable[[], People]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                "afk", self.run_afk, "afk [<words>]", "Show that you are away for a while",
                "social", nature=Nature.REST, permission=Permission.PEOPLE,
                help="Example: afk making tea. The next line that you type ends it.",
            ),
            Command(
                "stop", self.run_stop, "stop", "Stand still on the way to somewhere", "movement",
                nature=Nature.REPORT, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="Whatever else is typed ends a walk, too.",
            ),
            Command(
                "ignore", self.run_ignore, "ignore [<someone>]",
                "Hear no words of somebody any more; again: hear them once more", "social",
                nature=Nature.REPORT, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="Speech, gestures, channels, tells and mail of that name do not reach you. "
                "Alone it lists whom you ignore.",
            ),
            Command(
                "last", self.run_last, "last [<someone>]", "See when people were here last",
                "query", nature=Nature.LISTING, permission=Permission.PEOPLE,
                privacy=Privacy.SILENT, help="Guests are not remembered.",
            ),
        )  # fmt: skip

    def run_afk(self, inv: Invocation) -> None:
        """Mark the actor as away; the gate takes the mark off at the next line."""
        words = soften_speech(clean_line(inv.clean_argument(inv.args, LONGEST_AWAY), LONGEST_AWAY))
        gag = inv.world.rules.gag(inv.actor.id, Nature.SPEECH) if words else ""
        if gag:
            inv.refuse(gag)
        mark = inv.say_text("afk.mark-words", words=words) if words else inv.say_text("afk.mark")
        inv.world.presence.mark(inv.actor.id, mark)
        others = inv.say_text("afk.others", actor=inv.actor.name, mark=mark)
        own = inv.say_text("afk.own", mark=mark)
        inv.emit(Event(inv.command.name, inv.actor.id, inv.room.id, own=own, others=others))

    def run_stop(self, inv: Invocation) -> None:
        """Answer; the line itself has ended a walk."""
        inv.reply_text("walk.stop")

    def run_ignore(self, inv: Invocation) -> None:
        """List whom the actor ignores, or begin or end ignoring somebody."""
        ignoring = self.people().ignoring
        names = ignoring.names(inv.actor.name)
        if not inv.args:
            inv.reply(
                inv.say_text("ignore.list", names=", ".join(names))
                if names
                else inv.say_text("ignore.nobody")
            )
            return
        target = inv.match_character(inv.args)
        if target is inv.actor:
            inv.refuse_text("ignore.self")
        if target.name not in names and ignoring.is_full(inv.actor.name):
            inv.refuse_text("ignore.full", count=len(names))
        begun = ignoring.toggle(inv.actor.name, target.name)
        key = "ignore.begun" if begun else "ignore.ended"
        inv.reply_text(key, name=target.name)

    def run_last(self, inv: Invocation) -> None:
        """Say when one person, or the latest of all, were here."""
        if inv.args:
            target = inv.match_character(inv.args)
            if not (has_account(target) or inv.world.is_present(target)):
                inv.refuse_text("last.not-known", name=target.name)
            inv.reply(self._describe_visit(inv, target))
            return
        found = map(inv.world.find_character, self.people().visits.persons())
        lines = [self._describe_visit(inv, one) for one in found if one][:MOST_VISITS]
        inv.reply("\n".join([inv.say_text("last.head"), *lines]))

    def _describe_visit(self, inv: Invocation, one: Character) -> str:
        at = self.people().visits.find(one.name)
        if inv.world.is_present(one):
            return inv.say_text("last.here", name=one.name)
        if at is None:
            return inv.say_text("last.not-known", name=one.name)
        ago = format_duration(self.people().visits.since(at).total_seconds())
        return inv.say_text("last.line", name=one.name, at=f"{at:%Y-%m-%d %H:%M} UTC", ago=ago)
