"""A visit of each real client, from the first byte to the last, as it was kept.

Of these clients TinTin++ alone takes up GMCP, by a script of its user (`test_real_clients.py`):
TinyFugue 5.0, KBtin 2.1 and GNU telnet refuse the option, and ncat knows none. Their transcripts
have that, so that a version which learns it is noticed. `TARN_KEEP_TRANSCRIPTS=1` writes all anew.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.harness import Server, until, write
from tests.e2e.protocols.proxy import Proxy
from tests.e2e.protocols.terminals import Terminals, come_in
from tests.e2e.protocols.transcript import write_transcript
from tests.e2e.worlds import make_world

KEPT = Path(__file__).parent / "transcripts"
COMMANDS = {
    "telnet": "telnet 127.0.0.1 {port}",
    "ncat": "ncat 127.0.0.1 {port}",
    "tt++": "tt++ -G -e '#session tarn 127.0.0.1 {port}'",
    "tf": "tf -f/dev/null -n 127.0.0.1 {port}",
    "kbtin": "kbtin -q {script}",
}
NAMES = {"telnet": "Hazel", "ncat": "Ivy", "tt++": "Juniper", "tf": "Linden", "kbtin": "Maple"}
BOLD, CYAN, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
#: KBtin draws colours anew, over its own background.
SHOWN = {"kbtin": "\x1b[0;1;37;40mThe Hall\x1b"}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without agents, so that nothing happens but the visit."""
    world = make_world(tmp_path_factory.mktemp("quiet"), {})
    with world.server() as server:
        server.client().create("Warden").ask("quit", r"Goodbye\.")
        yield server
        assert server.stop() == 0


def visit(child: Any, name: str) -> None:
    """Come in, look in two sets of colours, say a word and leave; each step waits for the last."""
    come_in(child, NAMES[name], hidden=name != "ncat")  # which knows no options
    child.expect("Exits: garden, landing.")
    for line, answer in (
        ("set colour 16", "colour is 16 now."),
        ("look", "Exits: garden, landing."),
        ("set colour none", "colour is none now."),
        ("look", "Exits: garden, landing."),
        ("say hello", 'You say, "hello"'),
        ("quit", "see what became of it."),
    ):
        child.sendline(line)
        child.expect_exact(answer)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_visit_is_as_it_was_kept(quiet: Server, tmp_path: Path, name: str) -> None:
    """What was agreed, typed, told and seen; the room's name has its exact colour, or none."""
    proxy, terminals, screen = Proxy(quiet.port), Terminals(tmp_path), io.StringIO()
    script = write(tmp_path / "kbtin.rc", f"#session tarn 127.0.0.1 {proxy.port}\n")
    try:
        command = COMMANDS[name].format(port=proxy.port, script=script)
        child = terminals.start(command, "xterm-256color")
        child.logfile_read = screen
        visit(child, name)
        until(lambda: b"quit" in proxy.client, "the last line of the client")
    finally:
        terminals.close()
        proxy.close()
    written = write_transcript(proxy.client, proxy.server, screen.getvalue())
    kept = KEPT / f"{name}.txt"
    if os.environ.get("TARN_KEEP_TRANSCRIPTS"):
        write(kept, written)
    assert written == kept.read_text(encoding="utf-8")
    told = written.partition("--- told ---")[2].replace("\\e", "\x1b")
    sixteen, _, none = told.partition("colour is 16 now.")[2].partition("colour is none now.")
    assert f"\n{BOLD}The Hall{PLAIN}\n" in sixteen and f"\n{CYAN}Exits: " in sixteen
    assert "\nThe Hall\n" in none and "\x1b" not in none
    _, _, looked = screen.getvalue().partition("colour is 16 now.")
    assert SHOWN.get(name, f"{BOLD}The Hall{PLAIN}") in looked
