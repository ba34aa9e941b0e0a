"""A real server that runs out of file descriptors: it says so, goes on, and loses nothing."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import pytest

from tests.e2e.harness import Server, until, write
from tests.e2e.hostile.attacks import Attacker
from tests.e2e.worlds import make_world, profile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit and /proc")

DESCRIPTORS = 140
SETTINGS = "limits: {connections_per_address: 0, places_for_administrators: 0}\n"


def _take_all(server: Server) -> None:
    """Leave the server no descriptor beyond those that it has open; what it closes is free."""
    assert server.process is not None
    pid = server.process.pid
    used = {int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir()}
    lowest = next(number for number in range(DESCRIPTORS) if number not in used)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (lowest, DESCRIPTORS))


def test_a_server_without_descriptors_says_so_and_goes_on(tmp_path: Path) -> None:
    """@reload answers, nothing that cannot be read is taken for gone, and later all is as before.

    Connections beyond what the limit allows are told so; once some leave, others come in.
    """
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    write(world.config / "server.yaml", SETTINGS)
    server = world.server()
    server.prefix = ("sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "sh")
    with server:
        server.logged(r"the system's limit of open files allows \d+ connections")
        ada = server.client().create("Ada")
        crowd = [Attacker(server.port, "127.0.9.1") for _ in range(DESCRIPTORS)]
        assert b"Every place is taken" in crowd[-1].rest()
        _take_all(server)
        late = Attacker(server.port, "127.0.9.2")
        assert b"Every place is taken" in late.rest()
        server.logged("turned away: no file descriptor is left")
        ada.ask("@reload", r"Read\s+again: 3 rooms, 1 agents|Too\s+many\s+open\s+files")
        ada.ask("who", "Moss")
        ada.ask("look", "Exits: garden, landing")
        for each in crowd:
            each.socket.close()
        until(lambda: b"connect <name>" in _greet(server), "a place is free again")
        ada.ask("@create pebble", "You make pebble")
        assert "Not saved" not in ada.ask("@save", "aved.*")
        ada.ask("@reload", r"Read\s+again:\s+3\s+rooms,\s+1\s+agents")
        assert server.stop() == 0
        assert "Traceback" not in server.errors()


def _greet(server: Server) -> bytes:
    with Attacker(server.port, "127.0.9.3") as visitor:
        visitor.send(b"quit\r\n")
        return visitor.rest()
