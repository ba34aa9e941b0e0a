"""Real clients with what they negotiate by themselves: compression, sizes, colours, GMCP, TLS."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.harness import PASSWORD, Server, write
from tests.e2e.protocols.proxy import Proxy
from tests.e2e.protocols.terminals import Terminals, come_in

START = b"\xff\xfa\x56\xff\xf0"
GMCP_SCRIPT = r"""#event {IAC WILL GMCP} {#send {\xFF\xFD\xC9\};#send {ASKED}}
""".replace("ASKED", r"\xFF\xFA\xC9Core.Supports.Set [" + '"Room 1"' + r"]\xFF\xF0" + "\\")

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Starts a client in a terminal of its own."""
    terminals = Terminals(tmp_path)
    yield terminals.start
    terminals.close()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def inflate(proxy: Proxy) -> str:
    """What the server said behind the start of compression."""
    _, start, stream = proxy.server.partition(START)
    assert start
    return zlib.decompressobj().decompress(stream).decode("utf-8", "replace")


CLIENTS = {
    "tt++": "tt++ -G -e '#session tarn 127.0.0.1 {port}'",
    "tf": "tf -f/dev/null -n 127.0.0.1 {port}",
    "kbtin": "kbtin -q {script}",
}
#: TinyFugue leaves the last column free.
NARROW = {"tf": 59}


@pytest.mark.parametrize("name", CLIENTS)
def test_mud_clients_read_a_compressed_visit(
    run: Run, proxy: Proxy, tmp_path: Path, name: str
) -> None:
    """They take up MCCP2 by themselves, report their size, and read a resized, wrapped visit."""
    script = write(tmp_path / "kbtin.rc", f"#session tarn 127.0.0.1 {proxy.port}\n")
    child = run(CLIENTS[name].format(port=proxy.port, script=script), "xterm-256color")
    come_in(child, f"Maple{name[:2].replace('+', 't')}")
    assert START in proxy.server
    child.setwinsize(40, 60)
    proxy.wait_for(b"\xff\xfa\x1f\x00" + bytes([NARROW.get(name, 60)]))
    child.sendline("say it is small")
    child.expect('You say, "it is small"')
    child.sendline("quit")
    child.expect("Goodbye")
    assert 'You say, "it is small"' in inflate(proxy)
    assert "\n\x1b[1mThe Hall\x1b[0m\r\n" in inflate(proxy)


def test_tintin_is_told_of_rooms(run: Run, proxy: Proxy, tmp_path: Path) -> None:
    """A script of its user asks for GMCP; Room.Info comes, and none is shown as text."""
    script = write(tmp_path / "gmcp.tin", GMCP_SCRIPT)
    child = run(f"tt++ -G -r {script} -e '#session tarn 127.0.0.1 {proxy.port}'")
    come_in(child, "Aspen")
    child.sendline("go garden")
    child.expect("Beans in rows")
    child.sendline("look")
    child.expect("Beans in rows")
    assert "Room.Info" not in child.before
    hall, garden, *_ = inflate(proxy).split("Room.Info ")[1:]
    assert '"name": "The Hall"' in hall
    assert '"name": "The Garden"' in garden


@pytest.mark.parametrize("how", ["--ssl", "", "-t"])
def test_ncat(run: Run, server: Server, tls_port: int, how: str) -> None:
    """Over TLS, plainly, and as a telnet that refuses everything: a visit, with a warning."""
    child = run(f"ncat {how} 127.0.0.1 {tls_port if how == '--ssl' else server.port}")
    name = {"--ssl": "Alder", "": "Cedar", "-t": "Rosemary"}[how]
    child.expect("quit: leave")
    child.sendline(f"create {name}")
    child.expect("will show the password")
    for question in ("Choose a password: ", "The same password again: "):
        child.expect(question)
        child.sendline(PASSWORD)
    child.expect(f"Welcome, {name}")
    child.sendline("say hello")
    child.expect('You say, "hello"')
    child.sendline("quit")
    child.expect("Goodbye")
