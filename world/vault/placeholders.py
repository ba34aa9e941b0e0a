"""The placeholders of the texts in ``vault/text``: which each may have, and which it needs.

A text needs a placeholder (marked ``!``) if without it the text would withhold what it is there
to pass on: memories in a prompt, what somebody said, the reason of a failure, a list that was
asked for.  Names, numbers and places it may leave out.  A text without a row has no
placeholders, or those of its shipped version.  Texts with the same placeholders may share a line.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from late.late_dataclass import late_dataclass
from world.vault.placeholder_tables.administration import ADMINISTRATION_TABLE
from world.vault.placeholder_tables.minds import MINDS_TABLE
from world.vault.placeholder_tables.people import PEOPLE_TABLE
from world.vault.placeholder_tables.server import SERVER_TABLE
from world.vault.placeholder_tables.story import STORY_TABLE
from world.vault.placeholder_tables.world import WORLD_TABLE


@late_dataclass(frozen=True, slots=True)
class Placeholders:
    """The placeholders of one text."""

    allowed: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()

    def find_mistakes(self, names: Collection[str]) -> list[tuple[str, str]]:
        """Return each unknown or missing placeholder: what is wrong, and what was read."""
        if not (names or self.needed):
            return []
        unknown = [each for each in dict.fromkeys(names) if each not in self.allowed]
        missing = [each for each in self.needed if each not in names]
        return [
            *(("unknown placeholder", each) for each in unknown),
            *(("missing placeholder", f"a text without {{{each}}}") for each in missing),
        ]

    def describe(self) -> str:
        """Return what is allowed, for an error message."""
        marked = (
            f"{{{each}}}{' (needed)' if each in self.needed else ''}" for each in self.allowed
        )
        return ", ".join(marked) or "none"


def _read_row(names: str) -> Placeholders:
    words = names.split()
    needed = tuple(each[:-1] for each in words if each.endswith("!"))
    return Placeholders(tuple(each.rstrip("!") for each in words), needed)


def _read_table(table: str) -> dict[str, Placeholders]:
    lines = (line.partition(":") for line in table.split("\n") if line)
    rows = ((keys.split(), _read_row(names)) for keys, _, names in lines)
    return {key: row for keys, row in rows for key in keys}


_TABLES = (
    ADMINISTRATION_TABLE,
    MINDS_TABLE,
    PEOPLE_TABLE,
    SERVER_TABLE,
    STORY_TABLE,
    WORLD_TABLE,
)


@cache
def list_placeholders() -> dict[str, Placeholders]:
    """Return the rows of all tables, by the text's key."""
    return {key: row for table in _TABLES for key, row in _read_table(table).items()}


_OF_BRAIN = _read_row("exit me name own place thing to topic")
"""Values for each line that the fallback policy may choose; a line needs none."""


def find_placeholders(key: str) -> Placeholders | None:
    """Return the placeholders of the text `key`; None if the table does not have it."""
    return _OF_BRAIN if key.startswith("brain.") else list_placeholders().get(key)
