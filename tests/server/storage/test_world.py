import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.boundaries import StorageTrouble, Timer
from agents.clock import VirtualClock
from server.storage import StorageError, WorldStore
from server.storage.rows import RowError, columns_of, row_of
from server.storage.trouble import READ_ONLY_SECONDS, SLOW, SLOW_SECONDS
from server.storage.world import FIRST_RETRY, LONGEST_RETRY, read_things
from tests.limits import HANG_SECONDS, wait_until
from tests.paths import ROOT
from world.boundaries import ExitRow, ThingRow


def thing(id: int, name: str = "a lamp", place: int | None = 1) -> ThingRow:
    return ThingRow(id, "thing", name, "It is lit.", ("light",), place, {"lit": "yes"})


HALL = ThingRow(
    1,
    "room",
    "The Hall",
    "Long.\nCold.",
    (),
    None,
    {},
    (ExitRow("garden", 2, "note"), ExitRow("up", 3)),
)


@asynccontextmanager
async def open_store(
    path: Path, clock: VirtualClock | None = None, patience: float = 0.01
) -> AsyncIterator[WorldStore]:
    store = await WorldStore.open(path, clock or VirtualClock(), patience=patience)
    try:
        yield store
    finally:
        await store.close()


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files that hold data; the shared-memory index beside them does not."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if "shm" not in path.name}


def hold_file(path: Path) -> sqlite3.Connection:
    """Lock the file as another program would."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


async def test_what_was_recorded_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / ".tarn" / "world.sqlite"
    async with open_store(path) as store:
        assert await store.load() == []
        store.record([HALL, thing(2), thing(3)], [])
        store.record([thing(2, "a dark lamp", None)], [3])
    async with open_store(path) as store:
        assert await store.load() == [HALL, thing(2, "a dark lamp", None)]


async def test_within_one_transaction_removal_wins_and_later_ones_win_over_both(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([thing(2)], [2])
        store.record([thing(3)], [])
        store.record([], [3])
        store.record([thing(3, "back")], [])
        await store.flush()
        assert await store.load() == [thing(3, "back")]


async def test_recording_returns_at_once_and_what_gathers_is_committed_together(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "w") as store:
        for id in range(1, 1001):
            store.record([thing(id)], [])
        assert store.health.pending == 1000
        assert store.health.commits == 0
        await store.flush()
        assert store.health.pending == 0
        assert store.health.commits == 1
        assert len(await store.load()) == 1000


async def test_changes_are_written_without_anybody_waiting_for_it(tmp_path: Path) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([HALL], [])
        await wait_until(lambda: not store.health.pending)
        with sqlite3.connect(tmp_path / "w") as other:
            assert other.execute("SELECT name FROM things").fetchall() == [("The Hall",)]
        other.close()


async def test_flush_waits_for_what_is_being_written_and_for_what_came_meanwhile(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([thing(1)], [])
        first = asyncio.ensure_future(store.flush())
        await asyncio.sleep(0)
        store.record([thing(2)], [])
        await store.flush()
        assert first.done()
        assert len(await store.load()) == 2
        await store.flush()


async def test_the_file_is_in_wal_mode_and_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / ".tarn" / "world.sqlite"
    async with open_store(path):
        assert path.with_name("world.sqlite-wal").exists()
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0


async def test_a_failed_write_is_said_kept_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = VirtualClock()
    path = tmp_path / "w"
    async with open_store(path, clock) as store:
        other = hold_file(path)
        store.record([thing(1)], [])
        with pytest.raises(StorageError, match=r"could not be written: database is locked"):
            await store.flush()
        assert not store.health.ok
        assert store.health.pending == 1
        assert "1 things are kept in memory" in caplog.text
        store.record([thing(1, "newer"), thing(2)], [])
        other.close()
        await clock.advance(FIRST_RETRY)
        await wait_until(lambda: not store.health.pending)
        assert store.health.ok
        assert store.health.failures == 0
        assert await store.load() == [thing(1, "newer"), thing(2)]
        assert "written again, nothing was lost" in caplog.text


async def test_what_changes_while_a_write_fails_is_newer_and_its_flush_does_not_wait(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    async with open_store(tmp_path / "w", clock, patience=0.1) as store:
        other = hold_file(tmp_path / "w")
        store.record([thing(1, "old")], [])
        await clock.settle()
        assert store.health.failures == 0
        store.record([thing(1, "new")], [])
        with pytest.raises(StorageError, match="could not be written"):
            await store.flush()
        assert store.health.failures == 2
        other.close()
        await store.flush()
        assert await store.load() == [thing(1, "new")]


class Noting(VirtualClock):
    """Notes every wait that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.waits.append(seconds)
        return super().call_later(seconds, call)

    def has_waited(self, times: int) -> bool:
        return len(self.waits) == times


async def test_retries_wait_longer_and_longer_up_to_a_limit(tmp_path: Path) -> None:
    clock = Noting()
    async with open_store(tmp_path / "w", clock) as store:
        other = hold_file(tmp_path / "w")
        store.record([thing(1)], [])
        for tries in range(1, 7):
            await wait_until(partial(clock.has_waited, 2 * tries))
            await clock.advance(clock.waits[-1])
        waits = [FIRST_RETRY, 1, 2, 4, LONGEST_RETRY, LONGEST_RETRY]
        assert clock.waits[1:12:2] == waits  # between them each write is given a second
        other.close()


async def test_closing_says_what_could_not_be_written(tmp_path: Path) -> None:
    store = await WorldStore.open(tmp_path / "w", VirtualClock(), patience=0.01)
    other = hold_file(tmp_path / "w")
    store.record([thing(1)], [])
    with pytest.raises(StorageError, match="could not be written"):
        await store.close()
    other.close()
    await store.close()
    with pytest.raises(StorageError, match="closed"):
        store.record([thing(2)], [])


async def test_a_cancelled_flush_disturbs_nobody(tmp_path: Path) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([thing(1)], [])
        waiting = asyncio.ensure_future(store.flush())
        await asyncio.sleep(0)
        waiting.cancel()
        await store.flush()
        assert store.health.ok


async def test_a_newer_schema_is_refused_by_name_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "world.sqlite"
    async with open_store(path) as store:
        store.record([HALL], [])
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("PRAGMA user_version = 7")
        before = contents(tmp_path)
        with pytest.raises(StorageError) as caught:
            await WorldStore.open(path, VirtualClock())
        after = contents(tmp_path)
    other.close()
    assert after == before
    assert str(caught.value) == (
        f"{path} (the world's state) was written by a newer version of Tarn: its schema is 7, "
        "this version reads up to 1. It was left as it is; start the newer version."
    )


@pytest.mark.parametrize("where", ["all", "middle"])
async def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path, where: str) -> None:
    path = tmp_path / "world.sqlite"
    async with open_store(path) as store:
        store.record([thing(id, "x" * 500) for id in range(1, 200)], [])
    data = bytearray(path.read_bytes())
    data[0 if where == "all" else 8192 : 20000] = b"\xa5" * 4000
    path.write_bytes(data)
    with pytest.raises(StorageError) as caught:
        await WorldStore.open(path, VirtualClock())
    assert str(caught.value).startswith(f"{path} (the world's state) is damaged: ")
    assert "Put back a copy of it" in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_what_is_stored_can_be_read_beside_a_server_and_after_it(tmp_path: Path) -> None:
    """A reader sees what was committed, and leaves no journal behind."""
    path = tmp_path / "world.sqlite"
    assert read_things(path) == []
    assert contents(tmp_path) == {}
    async with open_store(path) as store:
        store.record([HALL, thing(2)], [])
        await store.flush()
        assert read_things(path) == [HALL, thing(2)]
    before = contents(tmp_path)
    assert read_things(path) == [HALL, thing(2)]
    assert contents(tmp_path) == before


async def test_whoever_only_looks_is_told_of_a_damaged_and_of_a_newer_file(tmp_path: Path) -> None:
    """As at a start, and nothing is changed."""
    damaged, newer = tmp_path / "damaged.sqlite", tmp_path / "newer.sqlite"
    damaged.write_bytes(b"no database" * 100)
    with pytest.raises(StorageError, match=r"damaged\.sqlite \(the world's state\) is damaged"):
        read_things(damaged)
    async with open_store(newer):
        pass
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match=r"newer version of Tarn: its schema is 99"):
        read_things(newer)


async def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be used"):
        await WorldStore.open(tmp_path, VirtualClock())


async def test_a_row_that_is_no_thing_is_named(tmp_path: Path) -> None:
    async with open_store(tmp_path / "w") as store:
        with sqlite3.connect(tmp_path / "w") as other:
            other.execute("INSERT INTO things VALUES (5, 'thing', '', '', '[', 1, '{}', '[]')")
        other.close()
        with pytest.raises(StorageError, match="thing #5 cannot be read"):
            await store.load()


def test_columns_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(RowError, match="thing #5 is of kind 'god'"):
        row_of((5, "god", "", "", "[]", None, "{}", "[]"))


ROWS = st.builds(
    ThingRow,
    id=st.integers(1, 2**62),
    kind=st.sampled_from(["room", "thing", "character"]),
    name=st.text(st.characters(codec="utf-8")),
    description=st.text(st.characters(codec="utf-8")),
    aliases=st.lists(st.text()).map(tuple),
    place=st.none() | st.integers(1, 2**62),
    properties=st.dictionaries(st.text(), st.text()),
    exits=st.lists(st.builds(ExitRow, st.text(), st.integers(), st.text())).map(tuple),
)


@given(ROWS)
@settings(max_examples=100, deadline=None)
def test_every_thing_comes_back_as_it_was(row: ThingRow) -> None:
    assert row_of(columns_of(row)) == row


def test_text_that_cannot_be_stored_stops_nothing() -> None:
    assert row_of(columns_of(thing(1, "a\ud800b"))).name == "a?b"


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


class Watched:
    """Notes what a store tells of its troubles."""

    def __init__(self, store: WorldStore) -> None:
        self.told: list[tuple[str, str, str]] = []
        store.watch(self.take)

    def take(self, trouble: StorageTrouble, /) -> None:
        self.told.append((trouble.kind, trouble.owner, trouble.reason))


async def test_a_lock_is_trouble_at_once_and_a_refusal_after_three_seconds(tmp_path: Path) -> None:
    """Both are over with the first write that succeeds."""
    clock = VirtualClock()
    async with open_store(tmp_path / "w", clock, patience=HANG_SECONDS) as store:
        watched = Watched(store)
        other = hold_file(tmp_path / "w")
        store.record([thing(1)], [])
        await clock.advance(SLOW_SECONDS - 0.1)
        assert (store.trouble, watched.told) == ("", [])
        await clock.advance(0.1)
        assert store.trouble == SLOW and store.refuses == ""
        await clock.advance(READ_ONLY_SECONDS)
        assert store.refuses == SLOW
        other.close()
        await store.flush()
        assert (store.trouble, store.refuses) == ("", "")
        assert watched.told == [("world", "w", SLOW), ("world", "w", "")]


@pytest.mark.parametrize("poison", [thing(2**70), thing(2, place=2**64)])
async def test_a_row_that_the_database_refuses_is_set_aside(
    tmp_path: Path, poison: ThingRow
) -> None:
    """The rest of its transaction is written, and it too once it can be."""
    async with open_store(tmp_path / "w") as store:
        watched = Watched(store)
        store.record([thing(1), poison, thing(3)], [2**71])
        await store.flush()
        assert [row.id for row in await store.load()] == [1, 3]
        first, last = store.aside.describe()
        assert f"thing #{poison.id} cannot be kept" in first and str(2**71) in last
        store.record([thing(2), thing(4)], [])
        await store.flush()
        assert [row.id for row in await store.load()] == [1, 2, 3, 4]
        ended = ("row", f"#{poison.id}", "") in watched.told
        assert ended == (poison.id == 2) and len(watched.told) == 2 + ended
