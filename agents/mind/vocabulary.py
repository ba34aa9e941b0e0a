"""The commands that an agent may use, by their natures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from late.late_pattern import late_pattern
from world.commands.command import Command
from world.nature import Nature

_OPTIONAL = late_pattern(r"\[.*\]")


class Vocabulary:
    """Finds commands by nature, so that grammar and fallback can use new rows.

    Each row is used with the arguments of the starter world's row of the same nature.
    """

    def __init__(self, rows: Iterable[Command]) -> None:
        self.rows: Sequence[Command] = tuple(rows)
        words = ((word, row) for row in self.rows for word in (row.name, *row.aliases))
        self._rows_by_word = {word.casefold(): row for word, row in words}

    def names(self, nature: Nature) -> list[str]:
        """Return the names of the commands of this nature, in the table's order."""
        return [row.name for row in self.rows if row.nature is nature]

    def bare_names(self, nature: Nature) -> list[str]:
        """Return the names of the commands of this nature that need no arguments."""
        bare = [row.name for row in self.rows if "<" not in _OPTIONAL.sub("", row.syntax)]
        return [name for name in self.names(nature) if name in bare]

    def command_lines(self, nature: Nature, arguments: Iterable[str]) -> list[str]:
        """Return a line for each argument and each command of this nature."""
        return [f"{name} {each}" for each in arguments for name in self.names(nature)]

    def find_nature(self, line: str) -> Nature | None:
        """Return the nature of the command in `line`; None if it is not in this vocabulary."""
        row = self.find_row(line)
        return row.nature if row else None

    def find_row(self, line: str) -> Command | None:
        """Return the command in `line`; None if it is not in this vocabulary."""
        first = line.split(None, 1)[:1]
        return self._rows_by_word.get(first[0].casefold()) if first else None
