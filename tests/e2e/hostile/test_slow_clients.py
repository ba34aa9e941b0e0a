"""Clients that send next to nothing, or read nothing, at real servers of their own."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import write
from tests.e2e.hostile.attacks import Attacker, watched
from tests.e2e.worlds import SERVER, make_world

LINES, WORDS = 6000, "word " * 180
"""Six megabytes: more than a system keeps for a connection whose client does not read."""


def test_a_login_byte_by_byte_ends_with_the_time_for_it(tmp_path: Path) -> None:
    """However steadily the bytes come; and so it ends for a client that sends nothing."""
    world = make_world(tmp_path)
    write(world.config / "server.yaml", "limits: {login_seconds: 1}\n")
    with world.server() as server:
        silent, slow = (Attacker(server.port, f"127.0.8.{number}") for number in (1, 2))
        slow.socket.settimeout(0.1)
        seen = b""
        while slow.send(b"x") and (read := _read(slow)) is not None:
            seen += read
        assert b"Nobody came in for 1 seconds" in seen
        assert b"Nobody came in for 1 seconds" in silent.rest()
        assert server.stop() == 0


def _read(attacker: Attacker) -> bytes | None:
    """Return what has come within a moment; None at the end of the connection."""
    try:
        return attacker.socket.recv(65536) or None
    except TimeoutError:
        return b""
    except ConnectionResetError:
        return None


def test_a_client_that_never_reads_costs_a_bounded_amount(tmp_path: Path) -> None:
    """What it hears is not kept for it without end; it learns how many lines it has lost."""
    world = make_world(tmp_path)
    write(world.config / "server.yaml", SERVER)
    with world.server() as server:
        fern = server.client().create("Fern")
        with (
            Attacker(server.port, "127.0.8.3", buffer=4096) as deaf,
            watched(server, fern, "a client that never reads"),
        ):
            deaf.send(b"guest\r\n")
            deaf.until(b"Exits: ")
            for first in range(0, LINES, 100):
                fern.send(*(f"say {WORDS}{number}." for number in range(first, first + 100)))
                fern.expect(rf"\s{first + 99}\.\"\n")
            deaf.until(b"lines lost: your client did not read them in time.")
        assert server.stop() == 0
