"""A real server whose disk fills up: its agents hear on, and people are told the truth."""

from __future__ import annotations

import errno
import itertools
import re
import shutil
import signal
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

from tests.e2e.harness import POLL_SECONDS, Client, Server, flat, until
from tests.e2e.storage.test_locked_files import is_refused
from tests.e2e.worlds import World, make_world, profile
from tests.limits import HANG_SECONDS

REASON = r"(No\s+space\s+left\s+on\s+device|File\s+too\s+large)"


class Shortage(Protocol):
    """Takes the room on a server's disk, and gives it back."""

    keeps_log: bool
    """Whether the server can still write its log, which is no part of the vault."""

    def fill(self, server: Server) -> None: ...

    def free(self, server: Server) -> None: ...


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
                    self._ended.wait(POLL_SECONDS)


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
def _mounted(folder: Path) -> Iterator[bool]:
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
def _shortage(folder: Path, kinds: Sequence[str]) -> Iterator[Shortage]:
    """The first of `kinds` that this system permits."""
    with _mounted(folder) if "tmpfs" in kinds else nullcontext(False) as mounted:
        if mounted:
            ballast = Ballast(folder)
            yield ballast
            ballast.end()
        elif "limit" in kinds and sys.platform == "linux":
            yield SizeLimit()
        else:
            pytest.skip("neither a small disk nor a limit is permitted here")


@pytest.fixture(params=["tmpfs", "limit"])
def each_shortage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shortage]:
    with _shortage(tmp_path / "vault", [request.param]) as found:
        yield found


@pytest.fixture
def shortage(tmp_path: Path) -> Iterator[Shortage]:
    with _shortage(tmp_path / "vault", ["tmpfs", "limit"]) as found:
        yield found


def _begin(tmp_path: Path) -> tuple[World, Server]:
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    return world, world.server()


def _fill_up(server: Server, shortage: Shortage, ada: Client) -> None:
    """Fill the disk and talk until that is noticed: the rest of a page takes a few lines."""
    ada.say(10)
    shortage.fill(server)
    ada.send(*(f"say line {number}" for number in range(11, 51)))
    told = flat(ada.expect(r"Storage\s+trouble:(?s:.*?)what\s+waits\."))
    assert re.search(rf"archive/\d+\.jsonl cannot be written: {REASON}", told)
    if 'You say, "line 50"' not in told:
        ada.expect('You say, "line 50"\n')


def _said(world: World) -> list[int]:
    """The numbers of the lines that Moss remembers."""
    found = (re.search(r"line (\d+)", each) for each in world.memories("Moss"))
    return [int(each[1]) for each in found if each]


def test_agents_hear_on_and_it_is_written_later(tmp_path: Path, each_shortage: Shortage) -> None:
    """In the prompt at once, on disk as soon as there is room; administrators are told."""
    shortage = each_shortage
    world, server = _begin(tmp_path)
    with server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        _fill_up(server, shortage, ada)
        assert "Storage" not in bob.hears_all()
        if shortage.keeps_log:
            server.logged(r"ERROR: Moss: .* cannot be written: .*experiences wait in memory")
        on_disk = _said(world)
        assert on_disk == list(range(1, len(on_disk) + 1)) and 10 <= len(on_disk) < 50
        saved = flat(ada.ask("@save", rf"Not saved:.*(?s:.*?){REASON}(?s:.*?)until\s+then\)"))
        assert re.search(r"archive/.*\(\d+ experiences \(\d+ to \d+\) in memory", saved)
        table = flat(ada.ask("@memory-status", r"Moss: (?s:.*?)compacted\s+meanwhile"))
        assert " ERROR Moss: " in table and "experiences" in table
        ada.ask("@memory-status Moss", r"On disk: +all but the newest \d+\n")
        ada.ask("@impersonate Moss", r'Ada says, "line 50"')
        ada.ask("@compact-memories Moss force", rf"Nothing is\s+compacted\s+now:(?s:.*?){REASON}")
        again = server.client().connect("Ada")  # who comes in is told as well
        again.expect(r"Storage\s+trouble:")
        shortage.free(server)
        told = flat(again.ask("@save", r"Saved: everything that happened is on disk\."))
        told += flat(again.ask("who", "Bob"))
        assert re.search(r"Storage works again .*waited and are on disk now: \d+; lost: 0\.", told)
        assert _said(world) == list(range(1, 51))
        server.logged(r"Moss: the archive can be written again: \d+ experiences .* nothing lost")
        assert server.errors().count("experiences wait in memory") == shortage.keeps_log
        assert "ERROR" not in again.ask("@memory-status", r"Moss .*\n")
        assert server.stop() == 0


def test_a_stop_says_what_is_not_on_disk(tmp_path: Path, shortage: Shortage) -> None:
    """To administrators and in the log; it ends cleanly, and the next start finds the rest.

    Before that, what waits is written without being asked for.
    """
    world, server = _begin(tmp_path)
    with server:
        ada = server.client().create("Ada")
        _fill_up(server, shortage, ada)
        shortage.free(server)
        ada.expect(r"on\s+disk\s+now")
        assert _said(world) == list(range(1, 51))
        shortage.fill(server)
        ada.say(40, first=51)
        assert server.stop() == 0
        assert re.search(r"The server stops although .*archive/", flat(ada.rest()))
        if shortage.keeps_log:
            server.logged(r"Moss: \d+ experiences \(.*could not be written and will not be")
        on_disk = _said(world)
        assert on_disk == list(range(1, len(on_disk) + 1)) and 50 <= len(on_disk) < 90
        if shortage.keeps_log:
            shortage.free(server)
    with server:
        server.client().connect("Ada").say(1, first=99)
        until(lambda: _said(world) == [*on_disk, 99], "the archive goes on")


def test_a_kill_on_a_full_disk_leaves_an_archive_that_opens(
    tmp_path: Path, shortage: Shortage
) -> None:
    """What was on disk is there; only what waited is gone."""
    world, server = _begin(tmp_path)
    with server:
        ada = server.client().create("Ada")
        _fill_up(server, shortage, ada)
        server.stop(signal.SIGKILL)
        if shortage.keeps_log:
            shortage.free(server)
        on_disk = _said(world)
        assert on_disk == list(range(1, len(on_disk) + 1)) and len(on_disk) >= 10
    with server:
        again = server.client().connect("Ada")
        again.say(1, first=99)
        until(lambda: _said(world) == [*on_disk, 99], "the archive goes on")
        assert "ERROR" not in again.ask("@memory-status", r"Moss .*\n")


def test_what_people_keep_is_refused_on_a_full_disk(tmp_path: Path, shortage: Shortage) -> None:
    """Who acts reads that it is not on disk, administrators are told, and it ends by itself."""
    _, server = _begin(tmp_path)
    with server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@save", "Saved")
        shortage.fill(server)
        lines = (f"alias x = say {'y' * 400}{number}" for number in itertools.count())
        until(lambda: is_refused(bob, next(lines)), "the refusal")
        ada.expect(r"people\.sqlite(?s:.*?)this\s+ends\.")
        assert "people.sqlite" in flat(ada.ask("@stats", r"people\.sqlite(?s:.*?)\n"))
        shortage.free(server)
        ada.ask("@save", r"Saved:\s+everything\s+that\s+happened\s+is\s+on\s+disk")
        assert not is_refused(bob, next(lines))
        assert server.stop() == 0
