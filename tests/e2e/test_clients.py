"""Real clients against the real server, as people use them: come in, look, speak, leave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import PASSWORD, Client, Server
from tests.e2e.protocols.terminals import Terminals
from tests.e2e.worlds import World, make_world, profile

COMMANDS = {
    "telnet": "telnet 127.0.0.1 {port}",
    "nc": "nc 127.0.0.1 {port}",
    "tt++": "tt++ -G -e '#session tarn 127.0.0.1 {port}'",
    "tf": "tf -f/dev/null -n 127.0.0.1 {port}",
}
WORDS = "café, s'il vous plaît"
#: TinyFugue strips the eighth bit of what is typed, so it cannot say the rest.
PLAIN_WORDS = "coffee, please"
NAMES = {"telnet": "Hazel", "nc": "Ivy", "tt++": "Juniper", "tf": "Linden"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("clients"), {"Moss": profile("Moss")})


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with world.server() as server:
        server.client().create("Rowan").close()
        yield server
        assert server.stop() == 0


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    terminals = Terminals(tmp_path)
    yield terminals
    terminals.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_visit(server: Server, world: World, terminals: Terminals, name: str) -> None:
    """Create with a hidden password, look, say something, quit; the bystander reads it."""
    child, person = terminals.start(COMMANDS[name].format(port=server.port)), NAMES[name]
    bystander = Client(server.port).connect("Rowan")
    child.expect("quit: leave")
    child.sendline(f"create {person}")
    for question in ("Choose a password: ", "The same password again: "):
        child.expect(question)
        shown = child.before
        assert ("will show the password" in shown) == (name == "nc" and "Choose" in question)
        child.sendline(PASSWORD)
    child.expect(f"Welcome, {person}")
    assert (PASSWORD in child.before) == (name == "nc")
    child.expect("Also here: Moss, Rowan")
    child.sendline("look")
    child.expect("A long stone hall")
    words = PLAIN_WORDS if name == "tf" else WORDS
    child.sendline(f"say {words}")
    child.expect(f'You say, "{words}"')
    bystander.expect(f'{person} says, "{words}"\n')
    assert PASSWORD not in bystander.seen
    child.sendline("quit")
    child.expect("Goodbye")
    bystander.expect(rf"{person} is gone\.\n")
    assert PASSWORD not in server.errors()
    bystander.close()
    assert f'{person} says, "{words}"' in world.memories("Moss")
