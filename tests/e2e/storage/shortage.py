"""Ways in which a running server finds no room on its disk."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

import pytest

if sys.platform == "linux":
    import resource

from tests.e2e.harness import Server
from tests.limits import HANG_SECONDS


class Shortage(Protocol):
    """Takes the room on a server's disk, and gives it back."""

    keeps_log: bool
    """Whether the server can still write its log, which is no part of the vault."""

    def fill(self, server: Server) -> None: ...

    def free(self, server: Server) -> None: ...


#: So soon it takes what a server gave back.
TAKE_SECONDS = 0.001


class Ballast:
    """A file takes all the room on a small disk of its own, and goes on taking what becomes free.

    A server frees room of itself: it replaces files, and then the archive could be written again.
    """

    keeps_log = True

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ballast"
        self._ended = threading.Event()
        self._thread = threading.Thread()

    def fill(self, server: Server) -> None:
        full = threading.Event()
        self._ended.clear()
        self._thread = threading.Thread(target=self._take_room, args=(full,), daemon=True)
        self._thread.start()
        assert full.wait(HANG_SECONDS)

    def free(self, server: Server) -> None:
        self.end()
        self.path.unlink()

    def end(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _take_room(self, full: threading.Event) -> None:
        with self.path.open("ab", buffering=0) as file:
            while not self._ended.is_set():
                try:
                    file.write(bytes(4096))
                except OSError as error:
                    assert error.errno == errno.ENOSPC
                    full.set()
                    self._ended.wait(TAKE_SECONDS)


class SizeLimit:
    """The process may make no file longer: no mount is needed for that."""

    keeps_log = False

    def fill(self, server: Server) -> None:
        self._set(server, 0)

    def free(self, server: Server) -> None:
        self._set(server, resource.RLIM_INFINITY)

    def _set(self, server: Server, size: int) -> None:
        assert server.process is not None and sys.platform == "linux"
        limits = (size, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)


@contextmanager
def mounted(folder: Path) -> Iterator[bool]:
    """A small disk in the place of `folder`, where mounting is permitted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    mounts = shutil.which("mount") is not None
    done = mounts and not subprocess.run(command, capture_output=True, check=False).returncode
    try:
        yield done
    finally:
        if done:
            subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def open_shortage(folder: Path, kinds: Sequence[str]) -> Iterator[Shortage]:
    """The first of `kinds` that this system permits."""
    with mounted(folder) if "tmpfs" in kinds else nullcontext(False) as is_small:
        if is_small:
            ballast = Ballast(folder)
            yield ballast
            ballast.end()
        elif "limit" in kinds and sys.platform == "linux":
            yield SizeLimit()
        else:
            pytest.skip("neither a small disk nor a limit is permitted here")
