"""Writes docs/commands.md from the command table: ``python -m server.cli.command_reference``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from server.command_rows import list_commands
from world.commands.command import Command, Permission
from world.commands.table import by_category

_HEAD = """# Commands

This page is made from the command table by
`python -m server.cli.command_reference docs/commands.md`; in play, `help <command>` says the same.
`<…>` stands for what you type, `[…]` may be left out, `|` separates alternatives. Whatever follows
` | ` at the end of a line is a private reason that nobody else reads. A clear beginning of a name
is enough, unless the command must be typed out.
"""

_TITLES = {
    "social": "Speaking and looking",
    "movement": "Going somewhere",
    "things": "Things",
    "memory": "Memory",
    "self": "Oneself",
    "query": "Asking about the world",
    "building": "Building",
    "admin": "Administration",
}


def render_command_reference(commands: Iterable[Command]) -> str:
    """Return the page: every command under its category, in the order of help."""
    groups = by_category(commands)
    sections = (_render_section(name, rows) for name, rows in groups.items())
    return "\n".join([_HEAD, *sections])


def _render_section(category: str, commands: Iterable[Command]) -> str:
    title = _TITLES.get(category, category.capitalize())
    entries = ("\n\n".join(_describe(command)) + "\n" for command in commands)
    return "\n".join([f"## {title}\n", *entries])


def _describe(command: Command) -> Iterator[str]:
    yield f"### `{command.name}`"
    yield f"`{command.syntax}`"
    yield f"{command.summary}."
    if command.help:
        yield command.help
    notes = list(_list_notes(command))
    if notes:
        yield " ".join(notes)


def _list_notes(command: Command) -> Iterator[str]:
    others = ", ".join(f"`{word}`" for word in (*command.aliases, *command.shorthands))
    if others:
        yield f"Also: {others}."
    if command.permission is not Permission.EVERYONE:
        yield f"For {command.permission.value}."
    if command.exact:
        yield "Must be typed out."
    if command.undoable:
        yield "`@undo` takes it back."


def main() -> int:
    """Write the page to the file that is named, else to standard output."""
    page = render_command_reference(list_commands())
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page, encoding="utf-8")
    else:
        sys.stdout.write(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
