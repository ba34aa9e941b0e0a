"""How a server begins and ends."""

from __future__ import annotations

import re
import signal
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.harness import Server, flat, until
from tests.e2e.worlds import World, make_world, profile


def start_afresh(world: World) -> Server:
    """A server in a Python of its own: nothing is imported before its ``main``."""
    return replace(world.server(), fresh=True)


ENDS = ["SIGINT", "SIGTERM", "@shutdown"]


def _end(server: Server, how: str) -> int:
    if how == "@shutdown":
        client = server.client().connect("Rowan")
        client.ask("@shutdown", r"The server goes down now, by Rowan's word\.\n")
        return server.ended()
    return server.stop(getattr(signal, how))


@pytest.mark.parametrize("how", ENDS)
def test_every_way_to_end_says_goodbye(tmp_path: Path, how: str) -> None:
    """Signals and @shutdown end with status 0, and everyone connected is told, in or out."""
    world = make_world(tmp_path, {"Moss": profile("Moss", interval=1)})
    with start_afresh(world) as server:
        rowan = server.client().create("Rowan")
        rowan.close()
        fern, stranger = server.client().create("Fern"), server.client()
        stranger.expect("connect <name>")
        assert _end(server, how) == 0
        for person in (fern, stranger):
            assert "The server goes down. The world will be here" in flat(person.rest())
        assert "not clean" not in server.errors() and "Traceback" not in server.errors()


def test_only_administrators_end_the_server(tmp_path: Path) -> None:
    """@shutdown is refused to everyone else, and runs only when it is typed out."""
    world = make_world(tmp_path)
    with world.server() as server:
        rowan = server.client().create("Rowan")
        fern = server.client().create("Fern")
        guest = server.client()
        guest.ask("guest", r"Exits: .*\n")
        for person in (fern, guest):
            person.send("@shutdown")
            assert "goes down" not in person.hears_all()
        rowan.send("@shutdow", "@shut")
        assert "goes down" not in rowan.hears_all()
        assert server.stop() == 0


def test_ready_line_tells_address_vault_and_process(tmp_path: Path) -> None:
    """Port 0 picks a port that works; the line names it, the vault's folder and the process."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with start_afresh(world) as server:
        assert server.process is not None
        if (maps := Path(f"/proc/{server.process.pid}/maps")).exists():
            # The ranks of tokens come behind the ready line, and before anybody asks for a count.
            until(lambda: "tiktoken" in maps.read_text(), "the ranks of tokens")
        assert server.ready == (
            f"tarn ready telnet=127.0.0.1:{server.port} vault={world.vault}"
            f" pid={server.process.pid} web={server.web}\n"
        )
        assert server.web.startswith("http://127.0.0.1:")
        assert server.port > 0
        server.client().expect("connect <name>")


def test_option_overrides_the_configured_port(tmp_path: Path) -> None:
    """--telnet beats server.yaml, whose address is not even tried."""
    world = make_world(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        text = f'telnet: {{listen: "127.0.0.1:{port}"}}\n'
        (world.config / "server.yaml").write_text(text, encoding="utf-8")
        with world.server() as server:
            assert server.port != port


def test_second_server_is_refused_by_name(tmp_path: Path) -> None:
    """A second server on the vault ends with status 2 and names the first; the first goes on."""
    world = make_world(tmp_path)
    with world.server() as server:
        assert server.process is not None
        before = world.files()
        second = start_afresh(world).run()
        assert second.returncode == 2 and second.stdout == ""
        assert second.stderr.count("\n") == 1
        for named in (str(world.vault), f"pid {server.process.pid}", f"127.0.0.1:{server.port}"):
            assert named in second.stderr
        assert world.files().keys() == before.keys()
        # Started again with the same settings, it would have the same port.
        again = start_afresh(world)
        again.options = ("--telnet", f"127.0.0.1:{server.port}")
        third = again.run()
        assert (third.returncode, third.stderr) == (2, second.stderr)
        server.client().create("Rowan")


def test_lock_is_free_after_kill(tmp_path: Path) -> None:
    """However the server died, the next one has the vault at once."""
    world = make_world(tmp_path)
    with world.server() as server:
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    with world.server() as server:
        assert server.stop() == 0


def test_signal_during_the_start_is_clean(tmp_path: Path) -> None:
    """A server that is told to stop while it comes up stops: status 0, nothing half open."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    server = start_afresh(world)
    try:
        process = server.launch()
        until((world.vault / ".tarn" / "world.sqlite").exists, "the server comes up")
        assert server.stop() == 0
        assert process.stdout is not None
        errors = server.errors()
        assert "Traceback" not in errors and "not clean" not in errors
    finally:
        server.__exit__()
    assert not list((world.vault / ".tarn").glob("*-wal"))


def test_sub_command_help_and_version(tmp_path: Path) -> None:
    """`serve` is what happens anyway; --help and --version print and end with status 0."""
    world = make_world(tmp_path)
    with Server(world.vault, world.config, ("serve",), fresh=True) as server:
        server.client().expect("connect <name>")
    for option, told in (("--help", "--telnet HOST:PORT"), ("--version", "tarn ")):
        run = Server(world.vault, world.config, (option,)).run()
        assert run.returncode == 0
        assert told in re.sub(r"\s+", " ", run.stdout)
