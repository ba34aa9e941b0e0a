"""The command that ends the server, at once or after a countdown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agents.mind.commands.admin_row import admin_row
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.durations import is_like_duration, split_duration
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature

#: What ends a countdown; one who types it certainly does not want the end at once.
_CANCEL = frozenset({"cancel", "stop", "abort", "off", "no"})

#: The longest reason, in characters, and the longest countdown, in seconds.
LONGEST_WHY, LONGEST_COUNTDOWN = 200, 7 * 86400.0


@late_dataclass(frozen=True, slots=True)
class ShutdownVerbs:
    """Makes the command for the end."""

    parts: Callable[[], Administration]

    def rows(self) -> tuple[Command, ...]:
        """Return the command."""
        return (
            admin_row(
                "@shutdown", self.run_shutdown, "[in <time>] [<why>] | @shutdown cancel",
                "Save everything and end the server, at once or after a countdown", Nature.DEED,
                help="Example: @shutdown in 10 minutes for a new disk. Everybody is told at once "
                "and 10, 5 and 1 minutes, 30 and 10 seconds before the end.",
                exact=True,
            ),
        )  # fmt: skip

    def run_shutdown(self, inv: Invocation) -> None:
        """End the server, begin a countdown, or cancel one."""
        parts = self.parts()
        if inv.args.casefold() in _CANCEL:
            self._cancel(inv)
            return
        try:
            seconds, why = split_duration(inv.args)
        except ValueError as error:
            inv.refuse_text("shutdown.time", time=error)
        if seconds > LONGEST_COUNTDOWN or (not seconds and is_like_duration(inv.args)):
            inv.refuse_text("shutdown.time", time=inv.args)
        why = inv.clean_argument(why.strip(), LONGEST_WHY)
        if not seconds:
            inv.reply_text("shutdown.begun", name=inv.actor.name)
        inv.afterwards.append(partial(parts.count_down, inv.actor.name, seconds, why))

    def _cancel(self, inv: Invocation) -> None:
        if self.parts().countdown.cancel() is None:
            inv.refuse_text("shutdown.none")
        for session in self.parts().gate.sessions:
            if session.character is not None and session.character != inv.actor.id:
                inv.world.notify(session.character, inv.say_text("shutdown.cancelled"))
        inv.reply_text("shutdown.cancelled")
