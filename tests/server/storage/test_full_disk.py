"""Accounts on a disk that is really full."""

from __future__ import annotations

import errno
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from server.boundaries import Role
from server.storage import AccountTable, StorageError
from server.storage.guarded import TRY_SECONDS
from tests.e2e.storage.shortage import mounted

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _fill(ballast: Path) -> None:
    with ballast.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError as error:
            assert error.errno == errno.ENOSPC


async def test_works_again_is_told_once_a_write_has_succeeded(tmp_path: Path) -> None:
    """On a full disk there is often room for a page, but for no account."""
    with mounted(tmp_path / "disk") as is_small:
        if not is_small:
            pytest.skip("no small disk is permitted here")
        clock, told = VirtualClock(), list[StorageTrouble]()
        table = await AccountTable.open(tmp_path / "disk" / "accounts.sqlite", clock)
        table.watch(told.append)
        await table.add("ada", "Ada", "h", Role.PLAYER, NOW)
        _fill(tmp_path / "disk" / "ballast")
        for number in range(6):
            with pytest.raises(StorageError):
                await table.add(f"k{number}", "Bob", "h" * 90, Role.PLAYER, NOW)
            await _try_again(table, clock)
        assert [each.reason for each in told] == [told[0].reason] and told[0].reason
        (tmp_path / "disk" / "ballast").unlink()
        await _try_again(table, clock)
        assert [each.reason for each in told[1:]] == [""]
        assert await table.add("bob", "Bob", "h", Role.PLAYER, NOW)
        await table.close()


async def _try_again(table: AccountTable, clock: VirtualClock) -> None:
    await clock.advance(TRY_SECONDS)
    if table._writes._trying is not None:
        await table._writes._trying
