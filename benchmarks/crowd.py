"""`look` and `say` with 50 clients in one room, on the real server over real sockets.

CPU is the server process's own (user and system, all threads), read from its CPU clock
before and after; latency is one client's, from the line sent to the last byte of the answer,
with nobody else sending.  A well-known MUD server in Python needs 1.3 ms of CPU per `look`
and 4.5 ms per `say` here.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from collections.abc import Sequence

from agents.models.counters import percentile
from benchmarks.figures import Figure
from benchmarks.process import RunningServer, scratch

CLIENTS = 50
LOOKS = 2000
SAYS = 300
REFERENCE_LOOK_MS, REFERENCE_SAY_MS = 1.3, 4.5


class Guest:
    """One client: sends a line and reads until a marker comes back."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def arrive(cls, port: int) -> Guest:
        """Connect and enter as a guest."""
        guest = cls(*await asyncio.open_connection("127.0.0.1", port))
        guest.send("guest")
        await guest.wait_for_room()
        return guest

    def send(self, line: str, before: bytes = b"") -> None:
        """Send one line; `before` goes first, as it is."""
        self.writer.write(before + line.encode() + b"\r\n")

    async def until(self, marker: bytes) -> None:
        """Read until `marker` arrives."""
        await asyncio.wait_for(self.reader.readuntil(marker), 30)

    async def wait_for_room(self) -> None:
        """Read to the end of a room's description."""
        await self.until(b"Exits:")
        await self.until(b"\r\n")

    async def synchronise(self) -> None:
        """Read until all earlier output has arrived."""
        self.send("help nothing-of-the-kind-exists")
        await self.until(b"nothing-of-the-kind-exists")
        await self.until(b"\r\n")


def window_size(width: int) -> bytes:
    """Return telnet's message that the client's window has `width` columns (NAWS)."""
    return b"\xff\xfb\x1f\xff\xfa\x1f" + width.to_bytes(2, "big") + b"\x00\x18\xff\xf0"


async def _time_looks(
    guests: Sequence[Guest], server: RunningServer, *, anew: bool
) -> tuple[float, list[float]]:
    """Return the CPU in ms per `look`, and the latency of each in ms.

    `anew`: each client in turn, with a window as wide as none has had, so that the text has
    to be laid out again.  Otherwise one client looks and looks.
    """
    widths = itertools.cycle(range(60, 200))
    lookers = itertools.cycle(guests if anew else guests[:1])
    taken, before = [], server.cpu_ms()
    for guest in itertools.islice(lookers, LOOKS):
        start = time.perf_counter()
        guest.send("look", window_size(next(widths)) if anew else b"")
        await guest.wait_for_room()
        taken.append((time.perf_counter() - start) * 1000)
    return (server.cpu_ms() - before) / LOOKS, taken


async def _time_says(guests: Sequence[Guest], server: RunningServer) -> tuple[float, list[float]]:
    """Return the CPU in ms per `say`, and the ms until all have heard each."""
    taken, before = [], server.cpu_ms()
    for number in range(SAYS):
        start = time.perf_counter()
        guests[number % CLIENTS].send(f"say The water is at mark {number} this morning.")
        marker = f"mark {number} this".encode()
        await asyncio.gather(*(guest.until(marker) for guest in guests))
        taken.append((time.perf_counter() - start) * 1000)
    return (server.cpu_ms() - before) / SAYS, taken


async def _time_rush(guests: Sequence[Guest]) -> list[float]:
    """Return the ms from each client's `look` to its answer when all send at once."""

    async def one(guest: Guest) -> float:
        start = time.perf_counter()
        guest.send("look")
        await guest.wait_for_room()
        return (time.perf_counter() - start) * 1000

    return list(await asyncio.gather(*(one(guest) for guest in guests)))


async def _measure_server(server: RunningServer) -> list[Figure]:
    guests = [await Guest.arrive(server.port) for _ in range(CLIENTS)]
    await asyncio.gather(*(guest.synchronise() for guest in guests))
    look_cpu, look_ms = await _time_looks(guests, server, anew=False)
    say_cpu, say_ms = await _time_says(guests, server)
    rush_ms = await _time_rush(guests)
    anew_cpu, anew_ms = await _time_looks(guests, server, anew=True)
    hearers = CLIENTS - 1
    return [
        Figure("look: CPU", look_cpu, aim=0.4, reference=REFERENCE_LOOK_MS),
        Figure("look: one client's wait, median", statistics.median(look_ms), aim=1.0),
        Figure("look: one client's wait, 99th percentile", percentile(look_ms, 0.99)),
        Figure("look, laid out anew each time: CPU", anew_cpu, aim=0.4),
        Figure("look, laid out anew each time: wait, median", statistics.median(anew_ms), aim=1.0),
        Figure(f"look by all {CLIENTS} at once: wait of the last", max(rush_ms)),
        Figure(f"say heard by {hearers}: CPU", say_cpu, aim=1.5, reference=REFERENCE_SAY_MS),
        Figure(f"say: until all {hearers} have it, median", statistics.median(say_ms)),
    ]


def measure(repeat: int) -> list[list[Figure]]:
    """Measure in a fresh vault without agents, with a new server each time."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    with scratch() as root, RunningServer(root) as server:
        return asyncio.run(_measure_server(server))
