"""Several stores seen as one, for whoever waits until a change is on disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Keeper(Protocol):
    """A store that counts its changes and can bring them to disk."""

    @property
    def recorded(self) -> int:
        """How many changes were made so far."""
        ...

    async def flush(self) -> None:
        """Return when every change is on disk. Raises `StorageError`."""
        ...


class KeptTogether:
    """A `Keeper` of several."""

    def __init__(self, keepers: Sequence[Keeper]) -> None:
        self._keepers = keepers

    @property
    def recorded(self) -> int:
        """How many changes were made so far."""
        return sum(each.recorded for each in self._keepers)

    async def flush(self) -> None:
        """Return when every change is on disk. Raises the first error, after all have tried."""
        errors = []
        for each in self._keepers:
            try:
                await each.flush()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]


_keeper: type[Keeper] = KeptTogether
