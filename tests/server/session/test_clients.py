"""Real clients, as people use them, against a tiny real server: banner, password, look, quit."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.limits import HANG_SECONDS
from tests.paths import ROOT

SEARCHED = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
ROWS = 40
COLUMNS = 100
Start = Callable[[str], Any]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server over the fakes, in a process of its own; its port."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.session.serve"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline())
        server.terminate()
        server.communicate(timeout=HANG_SECONDS)


COMMANDS = {
    "telnet": "telnet 127.0.0.1 {port}",
    "nc": "nc 127.0.0.1 {port}",
    "tt++": "tt++ -G -e '#session t 127.0.0.1 {port}'",
    "tf": "tf -f/dev/null -n 127.0.0.1 {port}",
}


@pytest.fixture
def start(port: int, tmp_path: Path) -> Iterator[Start]:
    """Starts a client that is connected to the server."""
    children: list[Any] = []

    def start(name: str) -> Any:
        if shutil.which(name, path=SEARCHED) is None:
            pytest.skip(f"{name} is not installed")
        environment = {
            **os.environ,
            "PATH": SEARCHED,
            "TERM": "xterm",
            "HOME": str(tmp_path),
            "LC_ALL": "C.UTF-8",
            "LINES": str(ROWS),
            "COLUMNS": str(COLUMNS),
        }
        # pexpect sets the size behind the client's start, which may have asked for it by then.
        sized = f"stty rows {ROWS} cols {COLUMNS}; exec {COMMANDS[name].format(port=port)}"
        child = pexpect.spawn(
            "/bin/sh",
            ["-c", sized],
            env=environment,
            encoding="utf-8",
            codec_errors="replace",
            timeout=HANG_SECONDS,
            dimensions=(ROWS, COLUMNS),
        )
        children.append(child)
        return child

    yield start
    for child in children:
        # pexpect gives a client half a second to die, which a busy machine may take.
        child.kill(signal.SIGKILL)
        child.wait()
        child.close()


def enter(child: Any) -> tuple[str, str, str]:
    """Log in with a password that is asked for; return what was shown from then on."""
    child.expect("connect <name> <password>")
    child.send("connect Rowan\r")
    child.expect("Password: ")
    asked = child.before
    child.send("hazel\r")
    child.expect("Welcome, Rowan")
    shown = child.before
    child.expect("Exits: garden, stairs")
    return asked, shown, child.before


@pytest.mark.parametrize("name", ["telnet", "tt++", "tf"])
def test_a_telnet_client_hides_the_password_and_knows_its_width_and_colours(
    start: Start, name: str
) -> None:
    """The whole visit: the password is never on the screen, the room fits, colours are there."""
    child = start(name)
    asked, shown, room = enter(child)
    assert "will show the password" not in asked
    assert "hazel" not in shown
    assert "\x1b[1mThe Hall" in room
    assert "quite leaves the air, and the\r\n" in room
    child.send("say hello\r")
    child.expect('You say, "hello"')
    child.send("quit\r")
    child.expect("Goodbye")


def test_nc_works_and_its_user_is_warned(start: Start) -> None:
    """nc cannot hide the password, so its user is told; the visit works all the same."""
    child = start("nc")
    asked, _, room = enter(child)
    assert "Your client will show the password" in asked
    assert not re.search(r"\x1b", room)
    child.send("say it’s me\r")
    child.expect('You say, "it’s me"')
    child.send("quit\r")
    child.expect("Goodbye")


def test_interrupt_in_telnet_drops_the_line_and_the_client_goes_on(start: Start) -> None:
    """^C: the half line is not said, and the client shows output again at once."""
    child = start("telnet")
    enter(child)
    child.send("say oops\x03")
    child.send("say fine\r")
    child.expect('You say, "([^"]*)"')
    assert child.match[1] == "fine"


def test_a_resized_telnet_window_is_laid_out_anew(start: Start) -> None:
    child = start("telnet")
    enter(child)
    child.setwinsize(40, 50)
    child.send("look\r")
    child.expect("The Hall.*Exits")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", child.after).splitlines()
    assert max(map(len, lines)) <= 50
    assert len(lines) > 4


@pytest.mark.parametrize("name", ["telnet", "tt++"])
def test_letters_beyond_ascii_come_back_as_typed(start: Start, name: str) -> None:
    child = start(name)
    enter(child)
    child.send("say é你’\r")
    child.expect('You say, "é你’"')


def test_tinyfugue_is_given_ascii(start: Start) -> None:
    """It shows every byte beyond ASCII as a letter of its own, so it gets none."""
    child = start("tf")
    enter(child)
    child.send("who\r")
    child.expect("Unknown command: who")
    child.send("quit\r")
    child.expect("Goodbye. The world goes on")
