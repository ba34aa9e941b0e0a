"""One server for all tests of this folder, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import Client, Server, write
from tests.e2e.worlds import make_world, profile

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"

Visit = Callable[[str], Client]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The Hall, the Garden and the Landing; Moss, who does nothing of his own accord."""
    root: Path = tmp_path_factory.mktemp("people")
    world = make_world(root, {"Moss": profile("Moss")}, RULES)
    # Who lost the link in one test does not leave in the middle of another.
    limits = "connections_per_address: 0, accounts_per_hour: 0, linkdead_seconds: 86400"
    write(world.config / "server.yaml", f"limits: {{{limits}}}\n")
    with world.server() as server:
        server.client().create("Warden").ask("quit", r"Goodbye\.")
        yield server
        assert server.stop() == 0
        assert "Traceback" not in server.errors() and "fault" not in server.errors()


@pytest.fixture
def visit(server: Server) -> Iterator[Visit]:
    """Come in: by name, made at the first time, or as a guest with the empty name."""
    clients: list[Client] = []

    def come(name: str) -> Client:
        client = server.client()
        clients.append(client)
        if not name:
            client.ask("guest", r"Exits?: .*\n")
        elif name in known:
            client.connect(name)
        else:
            known.add(name)
            client.create(name)
        return client

    known = server.__dict__.setdefault("known", {"Warden"})
    yield come
    for client in clients:
        client.close()
