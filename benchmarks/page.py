"""Fifty open pages at a world in which people talk and walk: ``python -m benchmarks.page``.

The same people do the same without a page and with fifty; the difference of the server's CPU time
is what the pages cost. One more player looks around all the while.
"""

from __future__ import annotations

import asyncio
import base64
import json
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from multiprocessing.synchronize import Event
from typing import Any

from agents.models.counters import percentile
from benchmarks.figures import Figure, list_figures
from benchmarks.process import RunningServer, scratch
from benchmarks.telnet.player import HANG_SECONDS, Player
from benchmarks.telnet.target import ROOM_END

PAGES = 50
PEOPLE = 10
SAY_SECONDS, WALK_SECONDS = 2.0, 5.0
"""Each of the people says something and goes to the other room so often."""
SECONDS = 15.0
LOOKS_PER_SECOND = 10
SHARE_AIM = 5.0
"""The most that all pages may cost, in percent of a core."""
EVENT = b'"type":"event"'


# --- the people ---------------------------------------------------------------------------


async def _live(port: int, number: int) -> None:
    player = await Player.arrive("127.0.0.1", port, "guest", ROOM_END)
    player.heard = lambda data: None  # nothing is kept
    await asyncio.sleep(SAY_SECONDS * number / PEOPLE)
    said, next_walk, way = 0, WALK_SECONDS * number / PEOPLE, "garden"
    while not player.lost:
        player.send(f"say The water is at mark {said} this morning.")
        said += 1
        if said * SAY_SECONDS >= next_walk:
            player.send(way)
            way = "hall" if way == "garden" else "garden"
            next_walk += WALK_SECONDS
        await asyncio.sleep(SAY_SECONDS)


async def _look(port: int) -> list[float]:
    looker = await Player.arrive("127.0.0.1", port, "guest", ROOM_END)
    taken, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        taken.append(await looker.ask("look", ROOM_END))
        await asyncio.sleep(1 / LOOKS_PER_SECOND)
    looker.close()
    return taken


def _run(main: Callable[..., Any], *given: Any) -> None:
    asyncio.run(main(*given))


async def _live_all(port: int) -> None:
    await asyncio.gather(*(_live(port, number) for number in range(PEOPLE)))


# --- the pages ----------------------------------------------------------------------------


class OpenPage:
    """One WebSocket that reads what it is sent, and counts the events."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer  # one that nobody holds hangs up
        self.events = 0

    @classmethod
    async def open(cls, web: str, cookie: str) -> OpenPage:
        """Open a page of a session. Raises `ConnectionError`."""
        key = base64.b64encode(os.urandom(16)).decode()
        reader, writer = await _connect(web)
        writer.write(
            f"GET /api/v1/stream HTTP/1.1\r\nHost: {web}\r\nOrigin: http://{web}\r\n"
            f"Cookie: {cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.partition(b"\r\n")[0]:
            raise ConnectionError(head.decode())
        return cls(reader, writer)

    async def read(self) -> None:
        """Read until the server hangs up."""
        while data := await self._reader.read(1 << 16):
            self.events += data.count(EVENT)


async def _connect(web: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = web.rpartition(":")
    return await asyncio.open_connection(host, int(port))


async def _log_in(web: str) -> str:
    """Return the cookie of a guest's session."""
    body = json.dumps({"guest": True})
    reader, writer = await _connect(web)
    writer.write(
        f"POST /api/v1/session HTTP/1.1\r\nHost: {web}\r\nOrigin: http://{web}\r\n"
        "Content-Type: application/json\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
    )
    answer = (await reader.read()).decode()
    writer.close()
    return answer.partition("tarn_session=")[2].partition(";")[0].join(("tarn_session=", ""))


async def _watch_all(web: str, opened: Event, counts: Any) -> None:
    cookie = await _log_in(web)
    pages = [await OpenPage.open(web, cookie) for _ in range(PAGES)]
    opened.set()
    reading = asyncio.gather(*(each.read() for each in pages))
    while not reading.done():
        counts[:] = [each.events for each in pages]
        await asyncio.sleep(0.5)


# --- the measurement ------------------------------------------------------------------------


def measure(repeat: int) -> list[list[Figure]]:
    """Measure with a new server each time."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    context = multiprocessing.get_context("spawn")
    opened, counts = context.Event(), context.Array("q", PAGES, lock=False)
    with scratch() as root, RunningServer(root) as server:
        people = context.Process(target=_run, args=(_live_all, server.port))
        pages = context.Process(target=_run, args=(_watch_all, server.web, opened, counts))
        try:
            people.start()
            time.sleep(3)
            alone, looks_alone = _measure_phase(server)
            pages.start()
            opened.wait(HANG_SECONDS)
            time.sleep(2)
            before = min(counts)
            watched, looks_watched = _measure_phase(server)
            seen = (min(counts) - before) / SECONDS
        finally:
            for process in (people, pages):
                process.kill()
                process.join()
    return [
        Figure("nobody watches: the server's share of a core", alone, "%"),
        Figure(f"{PAGES} pages: the server's share of a core", watched, "%"),
        Figure(f"{PAGES} pages cost", watched - alone, "%", aim=SHARE_AIM),
        Figure(f"{PAGES} pages: events a second, each page", seen, "", least=1),
        Figure("nobody watches: look, median", statistics.median(looks_alone)),
        Figure(f"{PAGES} pages: look, median", statistics.median(looks_watched)),
        Figure("nobody watches: look, 99th percentile", percentile(looks_alone, 0.99)),
        Figure(f"{PAGES} pages: look, 99th percentile", percentile(looks_watched, 0.99)),
    ]


def _measure_phase(server: RunningServer) -> tuple[float, list[float]]:
    """Return the server's share of a core in percent, and how long each look took in ms."""
    before, start = server.cpu_ms(), time.perf_counter()
    looks = asyncio.run(_look(server.port))
    return (server.cpu_ms() - before) / (time.perf_counter() - start) / 10, looks


if __name__ == "__main__":
    print("\n".join(list_figures(measure(3))))
