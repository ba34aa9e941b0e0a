"""The observer of the soak counts a look that gets no answer, and looks again."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from benchmarks.telnet.soak import Observer
from benchmarks.telnet.target import Target
from tests.limits import HANG_SECONDS

SILENT, HANGS_UP = "silent", "hangs up"


class Rooms:
    """A server of one room that fails those of its visits for which a fault is planned."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = [*faults]
        self.visits = 0
        self._ended = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fault = self.faults.pop(0) if self.faults else ""
        self.visits += 1
        await reader.readline()
        writer.write(b"Exits: none\r\n")
        while await reader.readline() and not fault:
            writer.write(b"Exits: none\r\n")
        if fault == SILENT:
            await self._ended.wait()
        writer.close()

    def end(self) -> None:
        self._ended.set()


@asynccontextmanager
async def serving(*faults: str) -> AsyncIterator[tuple[Rooms, Target]]:
    rooms = Rooms(faults)
    server = await asyncio.start_server(rooms.serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield rooms, Target(host, port, look="look")
    finally:
        rooms.end()
        server.close()


async def test_a_look_without_an_answer_is_none_and_the_next_has_one() -> None:
    async with serving(HANGS_UP) as (rooms, target):
        observer = Observer(target, HANG_SECONDS)
        assert await observer.look() is None
        assert await observer.look() is not None
        assert await observer.look() is not None
        assert rooms.visits == 2


async def test_an_answer_is_waited_for_no_longer_than_patience_lasts() -> None:
    async with serving(SILENT) as (_, target):
        assert await Observer(target, 0.1).look() is None
