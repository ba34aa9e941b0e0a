"""Real sockets on this machine: timing, hostile input and ordinary input side by side."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from twisted.internet import reactor as running

from config.server import ConnectionLimits
from server.telnet.factory import TelnetFactory
from tests.limits import HANG_SECONDS
from tests.server.session.fakes import MemoryAccounts, OneRoom
from tests.texts import shipped_texts

REACTOR: Any = running  # Twisted's interfaces are for run time only
BANNER = b"connect <name> <password>"


@contextlib.asynccontextmanager
async def house(**limits: Any) -> AsyncIterator[House]:
    """Open a listening factory on a free port."""
    log: list[str] = []
    gate, accounts = OneRoom(), MemoryAccounts(Rowan="hazel")
    factory = TelnetFactory(
        REACTOR, gate, accounts, shipped_texts(), limits=ConnectionLimits(**limits), log=log.append
    )
    port = REACTOR.listenTCP(0, factory, interface="127.0.0.1")
    place = House(factory, gate, log, port.getHost().port)
    try:
        yield place
    finally:
        loop = asyncio.get_running_loop()
        await port.stopListening().asFuture(loop)
        closed = factory.close_all()
        place.hang_up()
        await closed.asFuture(loop)


class House:
    def __init__(self, factory: TelnetFactory, gate: OneRoom, log: list[str], port: int) -> None:
        self.factory, self.gate, self.log, self.port = factory, gate, log, port
        self._clients: list[Client] = []

    async def connect(self) -> Client:
        client = Client(*await asyncio.open_connection("127.0.0.1", self.port))
        self._clients.append(client)
        return client

    async def guest(self) -> Client:
        client = await self.connect()
        client.write(b"guest\r\n")
        await client.until(b"Exits:.*\r\n")
        return client

    async def room(self) -> None:
        """Wait until somebody has left."""
        before = self.factory.connections
        async with asyncio.timeout(HANG_SECONDS):
            while self.factory.connections == before:  # noqa: ASYNC110  (nothing tells of it)
                await asyncio.sleep(0)

    def hang_up(self) -> None:
        for client in self._clients:
            client.writer.close()


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.seen = b""

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def until(self, pattern: bytes) -> bytes:
        """Read until `pattern` has come; return all up to its end."""
        async with asyncio.timeout(HANG_SECONDS):
            while not (found := re.search(pattern, self.seen)):
                data = await self.reader.read(65536)
                assert data, f"closed before {pattern!r}; last seen: {self.seen[-300:]!r}"
                self.seen += data
        taken, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return taken

    async def end(self) -> bytes:
        """Read until the server hangs up; return all that was left."""
        async with asyncio.timeout(HANG_SECONDS):
            with contextlib.suppress(ConnectionResetError):
                while data := await self.reader.read(65536):
                    self.seen += data
        return self.seen


async def test_a_silent_client_sees_the_banner() -> None:
    async with house() as place:
        await (await place.connect()).until(BANNER)


async def test_input_sent_before_the_banner_is_not_lost() -> None:
    async with house() as place:
        client = await place.connect()
        client.write(b"guest\r\nsay early\r\n")
        await client.until(b'You say, "early"')


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r\x00", b"\r"])
async def test_every_line_ending_over_a_real_socket(end: bytes) -> None:
    """One command per line, whole or split inside the line ending."""
    async with house() as place:
        client = await place.guest()
        client.write(b"say one" + end + b"say two" + end[:1])
        await client.until(b'You say, "two"\r\n')
        client.write(end[1:] + b"say three" + end)
        assert await client.until(b'You say, "three"\r\n') == b'You say, "three"\r\n'
        assert [line for _, line in place.gate.lines] == ["say one", "say two", "say three"]


async def test_a_password_is_hidden_and_lines_typed_ahead_are_kept() -> None:
    async with house() as place:
        client = await place.connect()
        client.write(b"connect Rowan\r\n")
        await client.until(rb"\xff\xfb\x01Password: $")
        client.write(b"hazel\r\nsay hello\r\n")
        seen = await client.until(b'You say, "hello"')
        assert seen.startswith(b"\xff\xfc\x01")
        assert b"hazel" not in seen
        assert not any("hazel" in event for event in place.log)


async def test_twenty_megabytes_without_a_newline() -> None:
    """One message, then the rest is thrown away; a neighbour's look is answered meanwhile."""
    async with house() as place:
        neighbour = await place.guest()
        client = await place.connect()
        await client.until(BANNER)

        async def pour() -> None:
            for _ in range(320):
                client.write(b"x" * 65536)
                await client.writer.drain()

        pouring = asyncio.ensure_future(pour())
        answered = 0
        while not pouring.done():
            neighbour.write(b"look\r\n")
            await neighbour.until(b"Exits:.*\r\n")
            answered += 1
        await pouring
        client.write(b"\r\nwho\r\n")
        seen = await client.until(b"Living here")
        assert seen.count(b"longer than 8192 bytes") == 1
        assert answered > 10


async def test_an_endless_subnegotiation_is_dropped() -> None:
    async with house() as place:
        client = await place.connect()
        client.write(b"\xff\xfa\x1f" + b"x" * 1_000_000)
        await client.end()
        assert place.factory.connections == 0
        assert "endless subnegotiation" in place.log[-1]


async def test_a_client_that_never_reads_costs_a_bounded_amount() -> None:
    """Ten megabytes for a client that does not read: capped; its neighbour hears it all."""
    async with house(commands_per_second=0) as place:
        deaf, talker = await place.guest(), await place.guest()
        # Nothing is read from here on: the kernel's buffers fill, then ours.
        cast(asyncio.Transport, deaf.writer.transport).pause_reading()
        for _ in range(40):
            talker.write(b"say " + b"x" * 8000 + b"\r\n")
            await talker.until(rb'You say,\s+"[x\s]*"\r\n')
        for _ in range(200):
            place.factory.broadcast("y" * 50_000)
        waiting = max(protocol._outflow._waiting for protocol in place.factory._open)
        assert waiting <= 65536
        await talker.until(rb"(?:y+\r\n)+")


async def test_five_thousand_commands_do_not_keep_others_waiting() -> None:
    """One warning for the flood, whose burst alone comes before a neighbour's looks."""
    async with house(commands_per_second=0.001) as place:
        flood, neighbour = await place.guest(), await place.guest()
        flood.write(b"look\r\n" * 5000)
        for _ in range(30):
            neighbour.write(b"look\r\n")
            await neighbour.until(b"Exits:.*\r\n")
        seen = await flood.until(b"faster than this world")
        assert seen.count(b"faster than this world") == 1
        assert len([1 for name, _ in place.gate.lines if name == "Guest1"]) <= 101


async def test_a_web_browser_is_refused_and_closed() -> None:
    async with house() as place:
        client = await place.connect()
        client.write(b"GET / HTTP/1.1\r\nHost: tarn\r\n\r\n")
        assert b"not a web page" in await client.end()


async def test_two_hundred_silent_connections_from_one_address() -> None:
    """All but the address's share are told why and closed; after that there is room again."""
    async with house(connections_per_address=20) as place:
        clients = [await place.connect() for _ in range(200)]
        told = [await client.end() for client in clients[20:]]
        assert all(b"already 20 connections" in words for words in told)
        await clients[0].until(BANNER)
        assert place.factory.connections == 20
        clients[0].writer.close()
        await place.room()
        await (await place.connect()).until(BANNER)


async def test_login_and_idle_times_run_on_the_real_clock() -> None:
    async with house(login_seconds=0.1) as place:
        assert b"Nobody came in" in await (await place.connect()).end()
    async with house(idle_seconds=0.1) as place:
        player = await place.connect()
        player.write(b"guest\r\n")
        assert b"Nothing was heard" in await player.end()


async def test_closing_all_says_why_to_everyone() -> None:
    async with house() as place:
        door, player = await place.connect(), await place.guest()
        closed = place.factory.close_all("The world is closing.")
        for client in (door, player):
            assert (await client.end()).endswith(b"The world is closing.\r\n")
        await closed.asFuture(asyncio.get_running_loop())
        assert place.factory.connections == 0
