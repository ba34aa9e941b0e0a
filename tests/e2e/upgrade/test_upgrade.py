"""A running server gives its place to the program on the disk, and nobody is dropped."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.harness import Client, Server, until, write
from tests.e2e.worlds import World, make_world

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows hands no sockets on")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return make_world(tmp_path)


def holder(server: Server) -> dict[str, str]:
    said = (server.vault / ".tarn" / "lock").read_text(encoding="utf-8")
    return dict(json.loads(said or "{}"))


def test_everybody_stays_where_they_are(world: World) -> None:
    """Bodies, names, half-typed lines and the pid stay; a line typed meanwhile is performed."""
    with world.server() as server:
        ada, guest, door = server.client().create("Ada"), server.client(), server.client()
        guest.ask("guest", r"Exits?: .*\n")
        ada.ask("go garden", r"Exits?: .*\n")
        ada.hears_all()
        door.expect("who")
        ada.socket.sendall(b"say half a ")
        pid = server.process.pid if server.process else 0
        done = server.renew()
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(rf"tarn: renewed in [\d.]+ s, pid {pid}\n", done.stdout)
        ada.socket.sendall(b"line\r\n")
        seen = ada.expect('You say, "half a line"\n')
        assert "The server is renewed." in seen
        assert "comes in" not in seen
        assert "The Garden" in ada.ask("look", r"Exits?: .*\n")
        assert "is gone" not in guest.hears_all()
        assert "Welcome" in door.ask("create Bert correct horse", r"Exits?: .*\n")
        assert "Ada" in door.ask("who", "(?s)Ada.*The Garden")
        # It can be done again, and a newcomer finds the port open.
        assert server.renew().returncode == 0
        server.client().ask("guest", r"Exits?: .*\n")
        guest.ask("look", r"Exits?: .*\n")


def test_a_program_that_cannot_start_takes_nothing_over(world: World) -> None:
    """A wrong setting is found by the trial: the server goes on and says why to administrators."""
    with world.server() as server:
        ada = server.client().create("Ada")
        write(world.config / "server.yaml", "limits: {burst: many}\n")
        started = holder(server)["started"]
        done = server.renew()
        assert done.returncode == 1
        assert "the server goes on as it was" in done.stderr
        assert "burst" in done.stderr
        assert "is refused" in ada.expect("burst(?s:.*)as it was")
        assert holder(server)["started"] == started
        assert "You say" in ada.ask("say still here", "You say.*\n")


def test_an_administrator_upgrades_from_within(world: World) -> None:
    """``@upgrade`` does the same; a line that waits behind it is performed by the new program."""
    with world.server() as server:
        ada = server.client().create("Ada")
        started = holder(server)["started"]
        ada.send("@upgrade")
        ada.expect("The server is renewed")
        until(lambda: holder(server).get("started", started) != started, "the new program")
        assert "You say" in ada.ask("say still here", "You say.*\n")


def test_no_server_is_told_plainly(world: World) -> None:
    """Without a server there is nobody to ask."""
    done = subprocess.run(
        [sys.executable, "-m", "server", "upgrade", "--vault", str(world.vault)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "no server runs" in done.stderr


def test_a_client_that_has_gone_meanwhile_leaves_its_body_asleep(world: World) -> None:
    """The new program finds the connection closed, and treats it like any other that is lost."""
    with world.server() as server:
        ada, bert = server.client().create("Ada"), server.client().create("Bert")
        bert.socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        ada.send("@upgrade")
        bert.close()
        ada.expect("The server is renewed")
        until(lambda: "Bert" not in ada.ask("who", r"(?s)Ada.*\n") or None, "Bert to be gone")


def test_a_compressed_client_goes_on_compressed(world: World) -> None:
    """Compression ends before the hand-over and is offered again after it."""
    with world.server() as server:
        client = Client(server.port)
        client.ask("guest", r"Exits?: .*\n")
        client.socket.sendall(b"\xff\xfd\x56")
        raw = b""
        while b"\xff\xfa\x56\xff\xf0" not in raw:
            raw += client.socket.recv(65536)
        assert server.renew().returncode == 0
        client.socket.sendall(b"\xff\xfe\x56look\r\n")
        while b"Exits" not in raw:
            raw += client.socket.recv(65536)
        assert raw.count(b"\xff\xfb\x56") == 1
