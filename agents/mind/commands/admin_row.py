"""What administrators' commands share: making their rows, and answering late."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from agents.mind.background_tasks import BackgroundTasks
from late.late_dataclass import late_dataclass
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature

OWN_OR_ADMINISTRATOR = Permission.ADMINISTRATORS_AND_AGENTS

Notify = Callable[[int, str, str], None]
"""Sends a character a late result: id, text, kind."""


@late_dataclass(frozen=True, slots=True)
class LateReply:
    """Answers a command after it has ended."""

    notify: Notify
    background: BackgroundTasks

    def send(self, inv: Invocation, work: Coroutine[Any, Any, str]) -> None:
        """Run `work`, and then tell the actor what it returns."""

        async def run() -> None:
            self.notify(inv.actor.id, await work, "notice")

        inv.answers_later = True
        self.background.run(run())


def admin_row(
    name: str,
    run: Callable[[Invocation], None],
    arguments: str,
    summary: str,
    nature: Nature,
    permission: Permission = Permission.ADMINISTRATORS,
    help: str = "",
    exact: bool = False,
) -> Command:
    """Return the row of a command that only the actor perceives, with `arguments` as syntax."""
    return Command(
        name,
        run,
        f"{name} {arguments}".rstrip(),
        summary,
        "admin",
        nature=nature,
        help=help,
        exact=exact,
        permission=permission,
        privacy=Privacy.SILENT,
    )
