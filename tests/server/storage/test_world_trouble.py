"""Writes that fail: kept, tried again, told; and a row that no database takes."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble, Timer
from agents.clock import VirtualClock
from server.storage import StorageError, WorldStore
from server.storage.trouble import READ_ONLY_SECONDS, SLOW, SLOW_SECONDS, WriteTrouble
from server.storage.world import FIRST_RETRY, LONGEST_RETRY
from tests.limits import HANG_SECONDS, wait_until
from tests.server.storage.stores import hold_file, open_store, thing
from world.boundaries import ThingRow


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


class LateClock(VirtualClock):
    """A virtual clock whose loop can be busy with something else."""

    async def block(self, seconds: float) -> None:
        """Let time pass in which the loop runs nothing, and then one turn of it."""
        self._elapsed += seconds
        await self.advance(0)


async def test_a_loop_that_is_late_is_no_trouble_with_the_disk() -> None:
    """As at a start on a loaded machine; a write that hangs is told all the same."""
    clock, told = LateClock(), list[StorageTrouble]()
    writing = WriteTrouble("world", "w", "the world's state", clock)
    writing.watch = told.append
    writing.expect_end()
    for _ in range(5):  # the steps of a transaction
        await clock.block(SLOW_SECONDS)
    assert told == []
    await clock.advance(SLOW_SECONDS)
    assert [each.reason for each in told] == [SLOW]


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
