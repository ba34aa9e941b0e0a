"""One worker process, as the process that asks it sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from agents.workers.frames import read_frame, write_frame

#: The folder from which `agents` is imported here, so that the worker imports the same.
_ROOT = Path(__file__).parents[2]


class WorkerLost(Exception):
    """The process has ended; what it was asked is not done."""


class WorkerProcess:
    """Starts a process and asks it; one thread at a time. Raises `OSError` if none can start."""

    def __init__(self) -> None:
        paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "agents.workers.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self._asking = cast(BinaryIO, self._process.stdin)
        self._answering = cast(BinaryIO, self._process.stdout)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, request: bytes) -> bytes:
        """Return the answer to a message; blocks. Raises `WorkerLost`."""
        try:
            write_frame(self._asking, request)
        except OSError as error:
            raise WorkerLost(str(error)) from error
        answer = read_frame(self._answering)
        if answer is None:
            raise WorkerLost("it ended before it had answered")
        return answer

    def kill(self) -> None:
        """End the process; a thread that waits for its answer gets `WorkerLost`."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End the process and close the pipes, when no thread waits for an answer."""
        self.kill()
        self._answering.close()
        with suppress(OSError):  # what was not sent yet has nobody to read it
            self._asking.close()
