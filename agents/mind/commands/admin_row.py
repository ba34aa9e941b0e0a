"""Making rows of administrators' commands."""

from __future__ import annotations

from collections.abc import Callable

from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature

OWN_OR_ADMINISTRATOR = Permission.ADMINISTRATORS_AND_AGENTS

Notify = Callable[[int, str, str], None]
"""Sends a character a late result: id, text, kind."""


def admin_row(
    name: str,
    run: Callable[[Invocation], None],
    arguments: str,
    summary: str,
    nature: Nature,
    permission: Permission = Permission.ADMINISTRATORS,
    help: str = "",
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
        permission=permission,
        privacy=Privacy.SILENT,
    )
