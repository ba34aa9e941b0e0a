"""A store in memory, for tests and for worlds that need not last."""

from __future__ import annotations

from collections.abc import Sequence

from world.boundaries import Store, ThingRow


class MemoryStore:
    """Keeps the rows as a database would. `batches` counts the transactions recorded."""

    def __init__(self) -> None:
        self._rows: dict[int, ThingRow] = {}
        self.batches = 0
        self.refuses = ""

    def record(self, saved: Sequence[ThingRow], removed: Sequence[int]) -> None:
        """Insert or replace the rows and delete the ids."""
        self.batches += 1
        self._rows.update({row.id: row for row in saved})
        for id in removed:
            self._rows.pop(id, None)

    def rows(self) -> list[ThingRow]:
        """Return everything kept, by id: what `World.load` takes."""
        return sorted(self._rows.values(), key=lambda row: row.id)


_store: type[Store] = MemoryStore
