"""`look` and `say` with 50 clients in one room, on the real server over real sockets.

CPU is the server process's own (user and system), read from the operating system before and
after; latency is one client's, from the line sent to the last byte of the answer.  A
well-known Python MUD server needs 1.3 ms of CPU per `look` and 4.5 ms per `say` here.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.process import RunningServer

CLIENTS = 50
LOOKS = 2000
SAYS = 300
REFERENCE_LOOK_MS, REFERENCE_SAY_MS = 1.3, 4.5
CONFIG = """\
limits: {commands_per_second: 0, burst: 0, connections_per_address: 0, connections: 0}
"""
MODELS = """\
default: npc
profiles:
  npc: {provider: scripted, script: none.txt}
"""


class Guest:
    """One client: sends a line and reads until a marker comes back."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def arrive(cls, port: int) -> Guest:
        """Connect and enter as a guest."""
        guest = cls(*await asyncio.open_connection("127.0.0.1", port))
        guest.send("guest")
        await guest.until(b"Exits:")
        await guest.until(b"\r\n")
        return guest

    def send(self, line: str) -> None:
        """Send one line."""
        self.writer.write(line.encode() + b"\r\n")

    async def until(self, marker: bytes) -> None:
        """Read up to `marker`."""
        await asyncio.wait_for(self.reader.readuntil(marker), 30)


def _cpu_ms(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


async def _looks(guest: Guest, pid: int) -> tuple[float, float]:
    taken, before = [], _cpu_ms(pid)
    for _ in range(LOOKS):
        start = time.perf_counter()
        guest.send("look")
        await guest.until(b"Exits:")
        await guest.until(b"\r\n")
        taken.append(time.perf_counter() - start)
    return (_cpu_ms(pid) - before) / LOOKS, statistics.median(taken) * 1000


async def _says(guests: list[Guest], pid: int) -> float:
    before = _cpu_ms(pid)
    for number in range(SAYS):
        guests[0].send(f"say The water is at mark {number} this morning.")
        marker = f"mark {number} this".encode()
        await asyncio.gather(*(guest.until(marker) for guest in guests))
    return (_cpu_ms(pid) - before) / SAYS


async def _measure(server: RunningServer) -> None:
    guests = [await Guest.arrive(server.port) for _ in range(CLIENTS)]
    await asyncio.sleep(0.5)
    looker = await Guest.arrive(server.port)
    look_cpu, look_latency = await _looks(looker, server.pid)
    for guest in guests:
        guest.reader._buffer.clear()  # type: ignore[attr-defined]
    say_cpu = await _says(guests, server.pid)
    print(f"clients in the room            {CLIENTS}")
    print(f"look: server CPU               {look_cpu:.3f} ms   (aim 0.4; ratio to the reference "
          f"{look_cpu / REFERENCE_LOOK_MS:.2f})")
    print(f"look: one client, median       {look_latency:.3f} ms   (aim 1.0)")
    print(f"say heard by {CLIENTS - 1}: server CPU    {say_cpu:.3f} ms   (aim 1.5; ratio to the "
          f"reference {say_cpu / REFERENCE_SAY_MS:.2f})")


def main() -> None:
    """Run the server in a fresh vault without agents and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "config").mkdir()
        (root / "config" / "server.yaml").write_text(CONFIG)
        (root / "config" / "llm.yaml").write_text(MODELS)
        (root / "config" / "none.txt").write_text("look\n")
        rooms = root / "vault" / "world"
        rooms.mkdir(parents=True)
        (rooms / "The Hall.md").write_text(
            "---\nstart: true\nexits: {garden: The Garden}\n---\n"
            + "A long stone hall, cold even in June. " * 12
        )
        (rooms / "The Garden.md").write_text("---\nexits: {hall: The Hall}\n---\nA garden.\n")
        with RunningServer(root / "vault", root / "config") as server:
            asyncio.run(_measure(server))


if __name__ == "__main__":
    main()
