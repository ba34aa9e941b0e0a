"""One server and a neighbour who looks, for all attacks that can share them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.tls.making import make_certificate_files
from tests.e2e.harness import Client, Server, write
from tests.e2e.hostile.attacks import watched
from tests.e2e.worlds import make_world, profile

SETTINGS = """
telnet: {tls: "127.0.0.1:0"}
limits: {connections_per_address: 20, connections: 30, guests_per_address: 3, accounts_per_hour: 4,
  linkdead_seconds: 0}
"""


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    world = make_world(tmp_path_factory.mktemp("hostile"), {"Moss": profile("Moss")})
    assert make_certificate_files(world.config) == 0
    write(world.config / "server.yaml", SETTINGS)
    with world.server() as running:
        yield running
        assert running.stop() == 0
        assert "Traceback" not in running.errors() and "fault" not in running.errors()
        assert "not clean" not in running.errors()


@pytest.fixture(scope="package")
def neighbour(server: Server) -> Client:
    """Fern stands in the Hall through all of it; Rowan, the administrator, is away."""
    server.client().create("Rowan").ask("quit", r"Goodbye\.")
    return server.client().create("Fern")


@pytest.fixture
def a_look_at_both(
    request: pytest.FixtureRequest, server: Server, neighbour: Client
) -> Iterator[None]:
    """Watch the server's memory and the neighbour's answers during a test."""
    with watched(server, neighbour, request.node.name):
        yield
