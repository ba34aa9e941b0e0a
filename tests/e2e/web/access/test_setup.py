"""Where the page is served: as it is asked for, nowhere, or not at all if that cannot be."""

from __future__ import annotations

import http.client
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.harness import Server
from tests.e2e.worlds import World, make_world

DEFAULT = 4001
linux = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.0/8 is one's own on Linux")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("setup"))


def choose_host() -> str:
    """An address of this machine that no other process of the tests chooses."""
    return f"127.{os.getpid() >> 16 & 127}.{os.getpid() >> 8 & 255}.{os.getpid() & 255}"


def fetch(address: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(address)
    connection.request("GET", "/", headers=headers)
    reply = connection.getresponse()
    found = reply.status, reply.read().decode()
    connection.close()
    return found


def refuse(server: Server) -> str:
    """Return the one line with which a server refuses to start; its status is 2."""
    run = server.run()
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("tarn: ") and run.stderr.count("\n") == 1, run.stderr
    return run.stderr


@contextmanager
def hold(host: str, port: int) -> Iterator[None]:
    """Have a port that others want, unless somebody else has it already."""
    try:
        held = socket.create_server((host, port))
    except OSError:
        yield
        return
    with held:
        yield


@contextmanager
def configure(world: World, more: str) -> Iterator[None]:
    """Have more in ``server.yaml``."""
    settings = world.config / "server.yaml"
    before = settings.read_text("utf-8")
    settings.write_text(f"{before}{more}\n", "utf-8")
    try:
        yield
    finally:
        settings.write_text(before, "utf-8")


def test_off_is_off(world: World) -> None:
    """By option and by settings; the ready line says so, and its field is the last."""
    with world.server("--web", "off") as server:
        assert server.process is not None
        assert server.ready.endswith(f" pid={server.process.pid} web=off\n")
    with configure(world, "web: {listen: off}"), world.server() as server:
        assert server.ready.endswith(" web=off\n")


def test_a_port_that_was_asked_for_and_is_taken_ends_the_start(world: World) -> None:
    """With what to do about it."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        said = refuse(world.server("--web", address))
    assert f"cannot listen on {address}" in said and "in use" in said and "--web off" in said


@linux
def test_a_port_of_the_settings_that_is_taken_ends_the_start(world: World) -> None:
    """Where telnet has any free port, the page has one, too, and nothing is taken."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with configure(world, f'web: {{listen: "{address}"}}'):
            said = refuse(world.server("--telnet", f"{choose_host()}:4000"))
            with world.server() as server:
                assert server.web not in ("off", f"http://{address}")
    assert f"cannot listen on {address}" in said


@linux
def test_the_default_port_is_left_to_whoever_has_it(world: World) -> None:
    """The world starts without the page, says so in one line, and everything else is there."""
    with hold("127.0.0.1", DEFAULT), world.server("--telnet", f"{choose_host()}:4000") as server:
        assert server.ready.endswith(" web=off\n")
        told = [line for line in server.errors().splitlines() if "browsers" in line]
    assert len(told) == 1
    assert f"no page for browsers: cannot listen on 127.0.0.1:{DEFAULT}" in told[0]


@linux
def test_the_address_that_was_asked_for_is_served(world: World) -> None:
    """And answers to no foreign name, so that no page of elsewhere can read it."""
    address = f"{choose_host()}:4002"
    with world.server("--web", address) as server:
        assert server.web == f"http://{address}"
        status, text = fetch(address)
        assert status == 200 and "<title>Tarn</title>" in text
        status, text = fetch(address, Host="evil.example")
        assert status == 421 and "<title>" not in text


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"])
def test_an_address_of_the_network_has_to_be_meant(world: World, address: str) -> None:
    """The start ends, with what to write and a word about encryption."""
    said = refuse(world.server("--web", address))
    assert f"--web is '{address}', allowed: " in said
    assert "web: {public: true}" in said and "TLS" in said


def test_an_address_that_is_meant_is_served_by_any_name(world: World) -> None:
    with configure(world, "web: {public: true}"), world.server("--web", "0.0.0.0:0") as server:
        port = server.web.rpartition(":")[2]
        assert fetch(f"127.0.0.1:{port}", Host="tarn.example")[0] == 200
