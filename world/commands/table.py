"""The table of commands: lookup, permissions and the help made from the rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from world.boundaries import CommandList, MindKind, Role
from world.commands.command import Command, Permission
from world.nature import Nature


class TableError(Exception):
    """Two rows of a table have one name."""


class CommandTable:
    """Holds all commands by name and alias. Raises `TableError` if a word means two commands."""

    def __init__(self, rows: Iterable[Command]) -> None:
        self.rows: Sequence[Command] = tuple(rows)
        self._by_word: dict[str, Command] = {}
        for row in self.rows:
            for word in (row.name, *row.aliases):
                self._add(word.casefold(), row)
        self._shorthands = tuple((mark, row) for row in self.rows for mark in row.shorthands)
        self._first_marks = frozenset(mark[:1] for mark, _ in self._shorthands)

    def _add(self, word: str, row: Command) -> None:
        other = self._by_word.setdefault(word, row)
        if other is not row:
            raise TableError(f"'{word}' is a name of both {other.name} and {row.name}")

    def get(self, word: str) -> Command | None:
        """Return the command of which `word` is the name or an alias, or None."""
        return self._by_word.get(word.casefold())

    def words(self) -> tuple[str, ...]:
        """Return every name and alias."""
        return tuple(self._by_word)

    def items(self) -> Iterable[tuple[str, Command]]:
        """Return every name and alias with its command."""
        return self._by_word.items()

    def shorthands(self) -> Iterable[tuple[str, Command]]:
        """Return every mark that stands for a command's name, with its command."""
        return self._shorthands

    def may_be_shorthand(self, text: str) -> bool:
        """Return whether `text` begins as a mark of `shorthands` does; most lines do not."""
        return text[:1] in self._first_marks

    def of_nature(self, nature: Nature) -> Command | None:
        """Return the table's first command of this nature, or None."""
        return next((row for row in self.rows if row.nature is nature), None)

    def for_mind(self, kind: MindKind | None, role: Role = Role.PLAYER) -> list[Command]:
        """Return the commands that such a mind may use, in the table's order."""
        return [row for row in self.rows if permits(row, kind, role)]

    # --- help -------------------------------------------------------------------------

    def summaries(self, kind: MindKind | None) -> str:
        """Return a line for each command that any such mind may use, under its category."""
        lines = []
        for category, group in by_category(self.for_mind(kind)).items():
            lines.append(f"{category}:")
            lines += [f"  {command.syntax} - {command.summary}" for command in group]
        return "\n".join(lines)

    def names(self, kind: MindKind | None, role: Role) -> str:
        """Return a line for each category with the names of its commands for such a mind."""
        return _list_names(self.for_mind(kind, role))

    def more_names(self, kind: MindKind | None, role: Role) -> str:
        """Return likewise the names of what such a mind may use beyond players; empty: nothing."""
        usual = {row.name for row in self.for_mind(kind)}
        return _list_names([e for e in self.for_mind(kind, role) if e.name not in usual])

    def help_on(self, word: str, kind: MindKind | None, role: Role) -> str | None:
        """Return the help of the command `word` (``@`` is optional); None if it has none."""
        command = self.get(word) or self.get(f"@{word}")
        usable = command is not None and permits(command, kind, role)
        return help_for(command) if command and usable else None


def _list_names(rows: Sequence[Command]) -> str:
    return "\n".join(
        f"{category}: {', '.join(_with_aliases(command) for command in group)}"
        for category, group in by_category(rows).items()
    )


def permits(command: Command, kind: MindKind | None, role: Role) -> bool:
    """Return whether a mind of `kind` (None: no mind) and `role` may use `command`.

    An agent is never a builder or an administrator, whatever its character's properties say.
    """
    if command.permission is Permission.EVERYONE:
        return True
    if command.permission is Permission.PEOPLE:
        return kind == "person"
    if command.permission is Permission.AGENTS:
        return kind == "agent"
    if command.permission is Permission.ADMINISTRATORS_AND_AGENTS and kind == "agent":
        return True
    least = Role.BUILDER if command.permission is Permission.BUILDERS else Role.ADMINISTRATOR
    return kind == "person" and role.includes(least)


def help_for(command: Command) -> str:
    """Return the help text of one command: syntax, other names, summary and explanation."""
    names = f" (also: {', '.join(command.aliases)})" if command.aliases else ""
    lines = [f"{command.syntax}{names}", f"{command.summary}."]
    if command.help:
        lines.append(command.help)
    return "\n".join(lines)


def by_category(commands: Iterable[Command]) -> dict[str, list[Command]]:
    """Return the commands in groups, both in the order in which they first come."""
    groups: dict[str, list[Command]] = {}
    for command in commands:
        groups.setdefault(command.category, []).append(command)
    return groups


def _with_aliases(command: Command) -> str:
    return f"{command.name} ({', '.join(command.aliases)})" if command.aliases else command.name


_list: type[CommandList] = CommandTable
