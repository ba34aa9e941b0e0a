"""What a vault takes is told by its parts."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from server.usage.disk_use import KEPT_SECONDS, DiskMeter, measure_disk


def fill(vault: Path) -> None:
    for path, size in {
        "agents/Moss/archive/1.jsonl": 100, "agents/Moss/profile.md": 7,
        "chronicle/2026-11-22.jsonl": 50, ".tarn/world.sqlite": 30, "world/Hall.md": 3,
    }.items():  # fmt: skip
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(b"x" * size)


def test_each_file_is_counted_in_its_part(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    found = measure_disk(tmp_path)
    parts = dict(found.parts)
    assert parts.pop("rest") < 3 + 4096
    assert parts == {"archives": 100, "agents": 7, "chronicle": 50, "machine": 30}
    assert 0 < found.free < found.size
    assert found.whole


async def test_it_is_measured_once_in_a_while(tmp_path: Path) -> None:
    fill(tmp_path)
    clock = VirtualClock()
    meter = DiskMeter(tmp_path, clock)
    first = await meter.measure()
    (tmp_path / "chronicle" / "2026-11-23.jsonl").write_bytes(b"x" * 50)
    assert await meter.measure() is first
    await clock.advance(KEPT_SECONDS)
    assert (await meter.measure()).parts["chronicle"] == 100
