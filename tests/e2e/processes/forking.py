"""Servers as processes that are forked from one which has imported the program.

Each is a process with a number, files and signals of its own; only what the module `preloaded`
loads, which is most of what a start costs, is done once for all that one process of tests starts.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

from tests.limits import HANG_SECONDS
from tests.paths import ROOT

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.e2e.processes.forking", "tests.e2e.processes.preloaded"])


class ForkedServer:
    """A running ``python -m server``; its members are those of `subprocess.Popen`."""

    def __init__(self, command: Sequence[str], cwd: Path, errors: Path) -> None:
        """Start `command`; its standard error goes to the end of the file `errors`."""
        reader, writer = _FORKS.Pipe(duplex=False)
        arguments = (list(command), str(cwd), writer, str(errors))
        self._process = _FORKS.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        writer.close()
        assert self._process.pid is not None
        self.pid = self._process.pid
        self.stdout: TextIO = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float = HANG_SECONDS) -> int:
        """Return the exit status, or minus the number of the signal that ended it."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("server", timeout)
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run_forked(command: Sequence[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run ``python -m server`` to its end, as `subprocess.run` does."""
    with tempfile.NamedTemporaryFile() as errors:
        process = ForkedServer(command, cwd, Path(errors.name))
        late = threading.Timer(HANG_SECONDS, process.kill)
        late.start()
        with process.stdout as output:
            said = output.read()
        status = process.wait()
        late.cancel()
        return subprocess.CompletedProcess(command, status, said, errors.read().decode("utf-8"))


def run_tarn(*words: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m server`` with these words in the checkout, and wait for its end."""
    return run_forked([sys.executable, "-m", "server", *words], ROOT)


def _serve(command: list[str], cwd: str, output: Connection, errors: str) -> None:
    """Be the program that `command` starts: a Python, ``-m server``, and its arguments."""
    os.chdir(cwd)
    os.dup2(output.fileno(), 1)
    output.close()
    log = os.open(errors, os.O_WRONLY | os.O_APPEND)
    os.dup2(log, 2)
    os.close(log)
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", closefd=False), encoding="utf-8")
    sys.orig_argv[:] = command  # by which an upgrade starts the next program
    from server.__main__ import main  # noqa: PLC0415  # as a start does

    sys.exit(main(command[3:]))
