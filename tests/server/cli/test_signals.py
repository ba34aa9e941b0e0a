"""The program ends when told to, on systems with and without signal handlers in the loop."""

from __future__ import annotations

import subprocess
import sys

import pytest

from server.cli.signals import STOPPING
from tests.paths import ROOT

#: A process of its own, because signals and loops belong to a whole process.
PROGRAM = """
import asyncio, signal, sys
from server.cli.signals import call_on_stop

class LoopOfWindows(asyncio.SelectorEventLoop):
    def add_signal_handler(self, sig, callback, *args):
        raise NotImplementedError

loop = {"posix": asyncio.SelectorEventLoop, "windows": LoopOfWindows}[sys.argv[1]]()
call_on_stop(loop, loop.stop)
loop.call_soon(signal.raise_signal, int(sys.argv[2]))
loop.run_forever()
print("stopped")
"""


@pytest.mark.parametrize("platform", ["posix", "windows"])
@pytest.mark.parametrize("number", STOPPING)
def test_each_signal_stops(platform: str, number: int) -> None:
    """A signal calls back in the loop, with handlers in the loop or without."""
    command = [sys.executable, "-c", PROGRAM, platform, str(int(number))]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "stopped\n", "")
