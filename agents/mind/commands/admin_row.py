"""What the rows of administrators' commands have in common."""

from __future__ import annotations

from collections.abc import Callable

from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature

OWN_OR_ADMINISTRATOR = Permission.ADMINISTRATORS_AND_AGENTS

Notify = Callable[[int, str, str], None]
"""Tell a character something that comes later: id, text, kind."""


def admin_row(
    name: str,
    run: Callable[[Invocation], None],
    arguments: str,
    summary: str,
    nature: Nature,
    permission: Permission = Permission.ADMINISTRATORS,
    help: str = "",
) -> Command:
    """Return the row of a command that nobody else sees; its syntax is the name and `arguments`."""
    return Command(
        name,
        run,
        f"{name} {arguments}".rstrip(),
        summary,
        "admin",
        nature=nature,
        help=help,
        permission=permission,
        privacy=Privacy.SILENT,
    )
