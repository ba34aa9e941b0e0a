"""One server with TLS for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.tls.making import make_certificate_files
from tests.e2e.harness import Server, write
from tests.e2e.worlds import SERVER, World, make_world, profile

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"
LISTING = "listing: {name: Testing Tarn, contact: ada@example.org}\n"


@pytest.fixture(scope="package")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The Hall, the Garden and the Landing; Moss, who does nothing of his own accord."""
    root: Path = tmp_path_factory.mktemp("protocols")
    world = make_world(root, {"Moss": profile("Moss")}, RULES)
    assert make_certificate_files(world.config) == 0
    write(world.config / "server.yaml", f'telnet: {{tls: "127.0.0.1:0"}}\n{LISTING}{SERVER}')
    return world


@pytest.fixture(scope="package")
def server(world: World) -> Iterator[Server]:
    with world.server() as server:
        server.client().create("Warden").ask("quit", r"Goodbye\.")
        yield server
        assert server.stop() == 0
        assert "Traceback" not in server.errors() and "fault" not in server.errors()


@pytest.fixture
def tls_port(server: Server) -> int:
    return server.tls_port
