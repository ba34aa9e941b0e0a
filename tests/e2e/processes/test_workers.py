"""A real server and the process that computes beside it: neither outlives its purpose."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.e2e.harness import Client, Server, until, write
from tests.e2e.worlds import SERVER, World, make_world, profile

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it reads /proc")

WINDOWS = "memory: {immediate_window: 6, recent_window: 6}\n"


def find_workers(server: Server) -> list[int]:
    """The server's child processes that are workers."""
    assert server.process is not None
    pid = server.process.pid
    threads = Path(f"/proc/{pid}/task").iterdir()
    children = [n for each in threads for n in _read(each / "children").split()]
    return sorted({int(each) for each in children if "agents.workers" in _command(each)})


def _command(pid: str) -> str:
    return _read(Path(f"/proc/{pid}/cmdline"))


def _read(path: Path) -> str:
    """Return what stands about a process or a thread; nothing, once that has ended."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody waited for has no command any more."""
    return not _command(str(pid))


def compact(server: Server, client: Client, name: str) -> int:
    """Let Moss hear so much that it compacts; return the worker that took part in it."""
    client.say(14)
    server.logged(rf"^\[Memory\] {name}: Compaction complete.*\n")
    return until(lambda: find_workers(server), "a worker")[-1]


def shown_counts(client: Client) -> tuple[int, int, int]:
    shown = client.ask("@stats", r"Worker processes: .*\n")
    found = re.search(r"Worker processes: (\d+); work done: (\d+); died: (\d+)", shown)
    assert found
    return int(found[1]), int(found[2]), int(found[3])


def make_small_world(folder: Path) -> World:
    world = make_world(folder, {"Moss": profile("Moss", more=WINDOWS)})
    write(world.config / "server.yaml", f"{SERVER}workers: 1\n")
    return world


def test_a_worker_that_is_killed_is_replaced_and_none_outlives_the_server(tmp_path: Path) -> None:
    """Not a clean stop, an upgrade or a SIGKILL leaves one behind; nothing recorded is lost."""
    world = make_small_world(tmp_path)
    with world.server() as server:
        ada = server.client().create("Ada")
        assert find_workers(server) == [] and shown_counts(ada)[0] == 0
        first = compact(server, ada, "Moss")
        os.kill(first, signal.SIGKILL)
        until(lambda: is_gone(first) or find_workers(server) == [], "the worker's end")
        second = compact(server, ada, "Moss")
        assert second != first
        running, done, died = shown_counts(ada)
        assert (running, died) == (1, 1) and done >= 2
        assert server.renew().returncode == 0
        until(lambda: is_gone(second), "the end of the worker before the upgrade")
        assert shown_counts(ada) == (0, 0, 0)
        third = compact(server, ada, "Moss")
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
        until(lambda: is_gone(third), "the worker's end after its server's")
    with world.server() as server:
        ada = server.client().connect("Ada")
        fourth = compact(server, ada, "Moss")
        assert server.stop() == 0
        assert is_gone(fourth)
    assert len(world.memories("Moss")) >= 4 * 14
