"""Programs that end with an open store: killed, or without closing it."""

import subprocess
import sys
from pathlib import Path

from tests.limits import HANG_SECONDS
from tests.paths import ROOT
from tests.server.storage.stores import open_store

KILLED = """
import asyncio, sys
from pathlib import Path
from agents.boundaries import StorageTrouble, Timer
from agents.clock import SystemClock
from server.storage import WorldStore
from world.boundaries import ThingRow

async def main():
    store = await WorldStore.open(Path(sys.argv[1]), SystemClock())
    id = 0
    while True:
        for _ in range(7):
            id += 1
            store.record([ThingRow(id, "thing", f"thing {id}", "", (), None, {})], [])
        await store.flush()
        print(id, flush=True)

asyncio.run(main())
"""


def read_acknowledged(path: Path) -> int:
    """Let a program write, kill it, and return the last id that it knew was committed."""
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for _ in range(20):
            process.stdout.readline()
        process.kill()
        rest = process.stdout.read().split("\n")[:-1]  # what stands behind the last \n is torn
    return int(rest[-1]) if rest else 140


async def test_kill_9_loses_nothing_that_was_flushed(tmp_path: Path) -> None:
    last = read_acknowledged(tmp_path / "world.sqlite")
    async with open_store(tmp_path / "world.sqlite") as store:
        rows = await store.load()
    assert len(rows) >= last >= 140
    assert [row.name for row in rows] == [f"thing {n + 1}" for n in range(len(rows))]
    assert len(rows) % 7 == 0


UNCLOSED = """
import asyncio, sys
from pathlib import Path
from agents.boundaries import StorageTrouble, Timer
from agents.clock import SystemClock
from server.storage import WorldStore

async def main():
    global store
    store = await WorldStore.open(Path(sys.argv[1]), SystemClock())

asyncio.run(main())
"""


def test_a_store_that_nobody_closed_does_not_keep_the_program_alive(tmp_path: Path) -> None:
    command = [sys.executable, "-c", UNCLOSED, str(tmp_path / "w")]
    assert subprocess.run(command, cwd=ROOT, timeout=HANG_SECONDS, check=False).returncode == 0
