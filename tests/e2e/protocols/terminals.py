"""Real clients, each in a terminal of its own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.e2e.harness import PASSWORD
from tests.limits import HANG_SECONDS

PLACES = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games"
ROWS, COLUMNS = 40, 100


class Terminals:
    """Starts clients whose home is `folder`, and ends all of them at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._children: list[Any] = []

    def start(self, command: str, term: str = "xterm") -> Any:
        """Start a client; a test that needs one which is not installed is skipped."""
        name = command.partition(" ")[0]
        if shutil.which(name, path=PLACES) is None:
            pytest.skip(f"{name} is not installed")
        own = {"HOME": str(self._folder), "TERM": term, "LC_ALL": "C.UTF-8", "PATH": PLACES}
        # TinyFugue believes these before the terminal, and a caller's may be of another size.
        size = {"LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
        # The terminal has its size before the client asks for it: pexpect sets it beside.
        child = pexpect.spawn(
            "/bin/sh",
            ["-c", f"stty rows {ROWS} columns {COLUMNS}; exec {command}"],
            env={**os.environ, **own, **size},
            encoding="utf-8",
            codec_errors="replace",
            timeout=HANG_SECONDS,
            dimensions=(ROWS, COLUMNS),
        )
        child.delaybeforesend = None
        self._children.append(child)
        return child

    def close(self) -> None:
        for child in self._children:
            child.close(force=True)


def come_in(child: Any, name: str, *, hidden: bool = True) -> None:
    """Make an account, with the password asked for and, where the client can, hidden."""
    child.expect("quit: leave")
    child.sendline(f"create {name}")
    for question in ("Choose a password: ", "The same password again: "):
        child.expect(question)
        child.sendline(PASSWORD)
    child.expect(f"Welcome, {name}")
    assert (PASSWORD not in child.before) is hidden
    child.expect("A long stone hall")
