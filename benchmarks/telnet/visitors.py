"""Clients that come, play, drop and lie at random, each from an address of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

LINES = Path(__file__).with_name("lines.txt").read_text("utf-8").splitlines()
"""What clients type."""
LIES: Sequence[bytes] = (
    b"\xff\xfa\x1f" + b"x" * 3000,
    b"\xff\xfd\x63\xff\xfe\x63" * 500,
    b"\x00" * 3000,
    b"\x08\x7f\x15" * 1000,
    b"GET / HTTP/1.1\r\n\r\n",
    b"connect Wren hunter2\r\n",
    b"create Admin x\r\n",
    b"create \xc3\xa9\xe2\x80\xae\r\nsecret\r\nother\r\n",
    b"\x1b[2J\x1b]0;owned\x07\r\n",
    b"say " + b"\xcc\x81" * 400 + b"\r\n",
    b"\xff\xfa\x18\x00" + b"\x1b[2J" * 40 + b"\xff\xf0",
    b"\xff\xfa\xc9" + b'{"a":' + b"[" * 3000 + b"\xff\xf0",
    b"a" * 9000,
    b"\xff\xff\xf6\xff\xf6\xff\xf0\xff\x00",
    b"connect\r\nquit\r\nguest\r\nguest\r\n",
)
LONGEST_PAUSE = 8.0
"""Seconds between two lines of one client, at most."""

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


class RandomClient:
    """One client that comes again and again, each time with another behaviour."""

    def __init__(
        self, port: int, address: str, rng: random.Random, pause: float = LONGEST_PAUSE
    ) -> None:
        self._longest_pause = pause
        self._port = port
        self._address = address
        self._rng = rng
        self.visits = 0
        self.refused = 0
        self._ways: Sequence[Callable[[Reader, Writer], Awaitable[None]]] = (
            self._play, self._play, self._play, self._drop, self._lie, self._stare, self._flood,
        )  # fmt: skip

    async def live(self) -> None:
        """Visit until cancelled."""
        while True:
            await asyncio.sleep(self._rng.uniform(0, self._longest_pause))
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                await self._visit()

    async def _visit(self) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self._address, 0)
        )
        self.visits += 1
        draining = asyncio.ensure_future(self._drain(reader))
        try:
            await self._rng.choice(self._ways)(reader, writer)
        finally:
            draining.cancel()
            writer.transport.abort()

    @staticmethod
    async def _drain(reader: Reader) -> None:
        while await reader.read(65536):
            pass

    async def _play(self, reader: Reader, writer: Writer) -> None:
        writer.write(b"guest\r\n")
        for _ in range(self._rng.randrange(5, 25)):
            await self._pause()
            writer.write(self._rng.choice(LINES).encode() + b"\r\n")
            await writer.drain()
        writer.write(b"quit\r\n")
        await self._pause()

    async def _drop(self, reader: Reader, writer: Writer) -> None:
        writer.write(b"guest\r\nsay I am")
        await self._pause()

    async def _lie(self, reader: Reader, writer: Writer) -> None:
        for _ in range(self._rng.randrange(1, 6)):
            writer.write(self._rng.choice(LIES))
            await self._pause()

    async def _stare(self, reader: Reader, writer: Writer) -> None:
        await asyncio.sleep(self._rng.uniform(5, 90))

    async def _flood(self, reader: Reader, writer: Writer) -> None:
        writer.write(b"guest\r\n" + b"look\r\n" * 400)
        await self._pause()
        writer.write(bytes(self._rng.randrange(256) for _ in range(2000)))
        await self._pause()

    async def _pause(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.2, self._longest_pause))


def addresses(count: int) -> list[str]:
    """Return `count` addresses of this machine itself, so that limits by address hold for each."""
    return [f"127.1.{n // 250}.{n % 250 + 1}" for n in range(count)]
