"""Requests by hour and day outlive a restart, and a file that cannot be used costs no more."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from agents.mind.background_tasks import BackgroundTasks
from agents.models.request_series import HOUR, RequestKey, RequestSeries, RequestTotals
from server.usage.request_history import (
    DAY,
    HOUR_DAYS,
    MOST_DAYS,
    RequestHistory,
    read_counts,
    write_counts,
)

TURN = RequestKey("npc", "tiny", "Moss", "turn")
ONE = RequestTotals(1, 0, 100, 5, 40, 1.5, 1.5, 0.25)


@dataclass
class Kept:
    """A series with its file, as one run of a server has them."""

    path: Path
    clock: VirtualClock
    logged: list[str] = field(default_factory=list)
    troubles: list[StorageTrouble] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.series = RequestSeries(self.clock)
        log = self.logged.append
        self.background = BackgroundTasks(log)
        self.history = RequestHistory(self.path, self.series, self.clock, self.background, log)
        self.history.watch = self.troubles.append

    async def close(self) -> None:
        await self.background.close()

    @property
    def now(self) -> int:
        return int(self.clock.now().timestamp())


async def test_counts_go_on_after_a_restart(tmp_path: Path) -> None:
    """What one run has written, the next adds to: by hour, by day, the slowest kept as such."""
    path, clock = tmp_path / ".tarn" / "requests.sqlite", VirtualClock()
    before = Kept(path, clock)
    before.series.count(TURN, ONE)
    await before.history.save()
    after = Kept(path, clock)
    after.series.count(TURN, replace(ONE, longest=4.0))
    await after.history.save()
    after.series.count(TURN, RequestTotals(failures=1))
    both = RequestTotals(2, 1, 200, 10, 80, 3.0, 4.0, 0.5)
    for table, seconds in (("hours", HOUR), ("days", DAY)):
        rows = await after.history.read(table, 0)
        assert rows == [(after.now // seconds * seconds, TURN, both)]
    assert path.stat().st_mode & 0o777 == 0o600
    assert not before.logged + after.logged
    await asyncio.gather(before.close(), after.close())


def test_a_file_that_is_being_made_has_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "requests.sqlite"
    assert read_counts(path, "hours", 0) == []
    path.touch()
    assert read_counts(path, "hours", 0) == []


def test_old_rows_go(tmp_path: Path) -> None:
    path, now = tmp_path / "requests.sqlite", 1000 * DAY
    write_counts(path, {(now - 2 * MOST_DAYS * DAY, TURN): ONE}, now - 2 * MOST_DAYS * DAY)
    write_counts(path, {(now - (HOUR_DAYS + 2) * DAY, TURN): ONE}, now - (HOUR_DAYS + 2) * DAY)
    write_counts(path, {(now, TURN): ONE}, now)
    assert [slot for slot, _, _ in read_counts(path, "hours", 0)] == [now]
    assert [slot for slot, _, _ in read_counts(path, "days", 0)] == [
        now - (HOUR_DAYS + 2) * DAY,
        now,
    ]
    assert [slot for slot, _, _ in read_counts(path, "days", now)] == [now]


async def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "requests.sqlite"
    path.write_bytes(b"this is no database" * 500)
    kept = Kept(path, VirtualClock())
    kept.series.count(TURN, ONE)
    await kept.history.save()
    assert [totals for _, _, totals in await kept.history.read("days", 0)] == [ONE]
    assert path.with_name("requests.sqlite.broken").exists()
    assert "put aside" in kept.logged[0]
    await kept.close()


async def test_what_cannot_be_written_waits_and_is_told_once(tmp_path: Path) -> None:
    """A file of a newer version is left as it is."""
    path = tmp_path / "requests.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version=99")
    kept = Kept(path, VirtualClock())
    for _ in range(2):
        kept.series.count(TURN, ONE)
        await kept.history.save()
    assert len(kept.logged) == len(kept.troubles) == 1
    assert "newer version" in kept.troubles[0].reason
    assert kept.series.list_waiting()[kept.now // HOUR * HOUR, TURN].answers == 2
    path.unlink()
    await kept.history.save()
    assert kept.troubles[-1].reason == ""
    assert [totals.answers for _, _, totals in read_counts(path, "hours", 0)] == [2]
    await kept.close()
