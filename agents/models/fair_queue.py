"""Turns at an endpoint: a limited number at once, and owners in rotation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """Gives at most `limit` turns at once, and at most one to each owner.

    Waiting owners are served in rotation, each owner's requests in order. So many requests
    of one owner delay another owner's next turn by one request at most.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._busy: set[str] = set()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def in_flight(self) -> int:
        """The number of turns in progress."""
        return len(self._busy)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a turn."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a turn and hold it. The wait can be cancelled at any time."""
        await self._acquire(owner)
        try:
            yield
        finally:
            self._release(owner)

    async def _acquire(self, owner: str) -> None:
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(ticket)
        self._serve()
        try:
            await ticket
        except asyncio.CancelledError:
            self._withdraw(owner, ticket)
            raise

    def _withdraw(self, owner: str, ticket: asyncio.Future[None]) -> None:
        if ticket.done() and not ticket.cancelled():
            self._release(owner)
            return
        queue = self._waiting.get(owner)
        if queue and ticket in queue:
            self._take(owner, ticket)

    def _release(self, owner: str) -> None:
        self._busy.discard(owner)
        self._serve()

    def _serve(self) -> None:
        while len(self._busy) < self._limit:
            owner = next((name for name in self._waiting if name not in self._busy), None)
            if owner is None:
                return
            ticket = self._waiting[owner][0]
            self._take(owner, ticket)
            # An owner with more requests waits behind the others.
            if owner in self._waiting:
                self._waiting.move_to_end(owner)
            if not ticket.done():
                self._busy.add(owner)
                ticket.set_result(None)

    def _take(self, owner: str, ticket: asyncio.Future[None]) -> None:
        queue = self._waiting[owner]
        queue.remove(ticket)
        if not queue:
            del self._waiting[owner]
