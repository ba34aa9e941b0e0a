"""The numbers of guests: each is given once, so that nothing of one guest reaches another.

Numbers are reserved in the file by the block before any is given, so that a guest need not wait for
the disk and a crash only leaves some of them out.
"""

from __future__ import annotations

import asyncio

from server.storage.accounts import AccountTable
from server.storage.database import StorageError

BLOCK = 100
"""How many numbers are reserved at a time; the next block, when half of them are given."""

FORMERLY = 1000
"""Above the numbers that guests had when the lowest that was free was given again."""


class GuestNumbers:
    """Gives the numbers of one accounts file. Make it with `await GuestNumbers.open(…)`."""

    def __init__(self, table: AccountTable, end: int) -> None:
        self._table = table
        self._next, self._end = end - BLOCK + 1, end
        self._reserving: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, table: AccountTable, *, lived_in: bool) -> GuestNumbers:
        """Begin to give numbers. Raises `StorageError`.

        `lived_in`: agents may know guests whose numbers are not on record.
        """
        await table.begin_guests(FORMERLY if lived_in else 0)
        return cls(table, await table.reserve_guests(BLOCK))

    def take(self) -> int | None:
        """Return a number that no guest had before; None: the disk does not keep any more."""
        if self._end - self._next < BLOCK // 2 and self._reserving is None:
            self._reserving = asyncio.ensure_future(self._reserve())
        if self._next > self._end:
            return None
        self._next += 1
        return self._next - 1

    async def settle(self) -> None:
        """Wait until the numbers that are being reserved are there."""
        if self._reserving is not None:
            await self._reserving

    async def close(self) -> None:
        """Give back the numbers that nobody got."""
        await self.settle()
        try:
            await self._table.return_guests(self._next - 1, self._end)
        except StorageError:  # they are left out, which costs nothing
            return

    async def _reserve(self) -> None:
        try:
            end = await self._table.reserve_guests(BLOCK)
            if end != self._end + BLOCK:  # a new version of the program has taken over
                self._next = end - BLOCK + 1
            self._end = end
        except StorageError:  # tried again with the next guest
            return
        finally:
            self._reserving = None
