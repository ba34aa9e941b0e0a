"""The command that ends the server, at once or after a countdown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agents.mind.commands.admin_row import admin_row
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.durations import split_time_and_why
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line

#: What ends a countdown; one who types it certainly does not want the end at once.
_CANCEL = frozenset({"cancel", "stop", "abort", "off", "no"})

#: What ends the server at once, and nothing else does: a slip must not.
_AT_ONCE = frozenset({"", "now"})

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
                "@shutdown", self.run_shutdown, "[now | cancel | in <time> [<why>]]",
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
        seconds, why = self._read(inv)
        if not seconds:
            inv.reply_text("shutdown.begun", name=inv.actor.name)
        inv.afterwards.append(partial(parts.count_down, inv.actor.name, seconds, why))

    def _read(self, inv: Invocation) -> tuple[float, str]:
        """Return the seconds to the end, 0 for at once, and why."""
        if inv.args.casefold() in _AT_ONCE:
            return 0.0, ""
        try:
            seconds, why = split_time_and_why(inv.args)
        except ValueError as error:
            inv.refuse_text("shutdown.time", time=clean_line(str(error), LONGEST_WHY))
        if not 0 < seconds <= LONGEST_COUNTDOWN:
            inv.refuse_text("shutdown.time", time=clean_line(inv.args, LONGEST_WHY))
        return seconds, inv.clean_argument(why, LONGEST_WHY)

    def _cancel(self, inv: Invocation) -> None:
        if self.parts().countdown.cancel() is None:
            inv.refuse_text("shutdown.none")
        for session in self.parts().gate.sessions:
            if session.character is not None and session.character != inv.actor.id:
                inv.world.notify(session.character, inv.say_text("shutdown.cancelled"))
        inv.reply_text("shutdown.cancelled")
