"""The world's time follows the server's clock and the settings in force."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from agents.clock import VirtualClock
from config.world import WorldSettings
from server.happening.world_clock import WorldClock

NOON = datetime(2026, 5, 12, 12, 30, tzinfo=UTC)


@pytest.fixture
def somewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine five hours behind UTC."""
    monkeypatch.setenv("TZ", "XYZ+05")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


async def test_time_passes_with_the_clock() -> None:
    clock = VirtualClock(NOON)
    world = WorldClock(clock, WorldSettings)
    assert world.tell().clock == "12:00"
    await clock.advance(15 * 60)
    assert (world.tell().clock, world.tell().phase) == ("18:00", "dusk")


def test_a_changed_setting_holds_at_once() -> None:
    wanted = WorldSettings(day_length=1440, weather=False)
    world = WorldClock(VirtualClock(NOON), lambda: wanted)
    assert (world.tell().clock, world.tell().weather) == ("12:30", "")
    wanted = WorldSettings(day_length=60, seasons=0)
    assert (world.tell().clock, world.tell().season) == ("12:00", "")


@pytest.mark.usefixtures("somewhere")
def test_a_day_of_length_0_is_the_local_one() -> None:
    """Half past twelve in UTC is half past seven there; another length does not ask where."""
    local = WorldClock(VirtualClock(NOON), lambda: WorldSettings(day_length=0)).tell()
    assert (local.clock, local.phase) == ("07:30", "dawn")
    assert WorldClock(VirtualClock(NOON), lambda: WorldSettings(1440)).tell().clock == "12:30"
