"""The commands by which people set how they want to be shown the world."""

from __future__ import annotations

from collections.abc import Callable

from late.late_dataclass import late_dataclass
from server.people.people import People
from server.people.preferences import PREFERENCES, PreferenceRefused, PreferenceRow
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line


@late_dataclass(frozen=True, slots=True)
class PreferenceVerbs:
    """Makes the command for preferences. `people` is made after the commands."""

    people: Callable[[], People]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                "set", self.run_set, "set [<preference> [<value>]]",
                "See or change how the world is shown to you", "self",
                nature=Nature.REPORT, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="Example: set colour none. What you set is there again at your next visit; "
                "a guest's is forgotten.",
            ),
        )  # fmt: skip

    def run_set(self, inv: Invocation) -> None:
        """List the preferences, show one, or set one."""
        name, _, value = inv.args.partition(" ")
        if not name:
            shown = "\n".join(self._describe(inv, row) for row in PREFERENCES)
            inv.reply_text("set.list", preferences=shown)
            return
        try:
            row = self.people().preferences.find(name)
            if value.strip():
                set_to = self.people().preferences.set(inv.actor.name, row.name, value)
                inv.reply_text("set.done", name=row.name, value=set_to)
            else:
                inv.reply(self._describe(inv, row))
        except PreferenceRefused as refused:
            self._refuse(inv, refused, value)

    def _describe(self, inv: Invocation, row: PreferenceRow) -> str:
        value = self.people().preferences.get(inv.actor.name, row.name)
        values = row.describe_values()
        return inv.say_text(
            "set.line", name=row.name, value=value, summary=row.summary, values=values
        )

    def _refuse(self, inv: Invocation, refused: PreferenceRefused, value: str) -> None:
        if not refused.values:
            names = ", ".join(row.name for row in PREFERENCES)
            inv.refuse_text("set.unknown", name=clean_line(refused.name, 40), names=names)
        read = clean_line(value, 40)
        inv.refuse_text("set.value", name=refused.name, value=read, values=refused.values)
