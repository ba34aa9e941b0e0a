"""On the wire: nothing of one guest reaches another, in the same run or after a crash."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.e2e.harness import Client, Server, flat, until
from tests.e2e.worlds import World, make_world, profile

SECRET = "The spoon is under the third stone."


def test_a_guests_notes_and_name_go_with_the_guest(tmp_path: Path) -> None:
    """Notes are gone at the end of the visit; the next guest is somebody else to agents."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        _come_and_go(server, world)
        client, name = _come(server)
        assert name == "Guest2"
        assert "spoon" not in client.ask("recall", r"no notes.*\n")
        client.ask(f"note Spoon -> {SECRET}", "spoon|Spoon")
        server.stop(signal.SIGKILL)
    assert list(world.vault.rglob("Spoon.md"))
    with world.server() as server:
        assert not list(world.vault.rglob("Spoon.md"))
        client, name = _come(server)
        assert name not in ("Guest1", "Guest2")
        client.ask("recall spoon", r"(no notes|Nothing|nothing).*\n")
        client.close()
        assert server.stop() == 0
    speakers = {each.get("speaker") for each in world.records("Moss") if each["kind"] == "memory"}
    assert {"Guest1", "Guest2"} <= speakers


def _come(server: Server) -> tuple[Client, str]:
    client = server.client()
    told = flat(client.ask("guest", r"You are Guest\d+(?s:.*)Exits?: .*\n"))
    client.ask("say Moss, good day.", "You say")
    return client, told.partition("You are ")[2].partition(" ")[0]


def _come_and_go(server: Server, world: World) -> None:
    client, name = _come(server)
    assert name == "Guest1"
    client.ask(f"note Spoon -> {SECRET}", "spoon|Spoon")
    assert list(world.vault.rglob("Spoon.md"))
    client.ask("quit", r"Goodbye")
    until(lambda: not list(world.vault.rglob("Spoon.md")), "the notes are gone")
    assert not list(world.vault.glob("people/Guest*"))
