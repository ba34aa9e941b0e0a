"""What holds the loop is listed by name, with what it took."""

from __future__ import annotations

import asyncio
import io
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks.loop.beating import BEAT, BeatingLoop
from benchmarks.loop.beats import read_stalls
from benchmarks.loop.callbacks import LEAST_MS, list_held, note_callbacks, read_callbacks
from tests.loops import run


def hold(ms: float) -> None:
    """Compute for so long."""
    end = time.monotonic() + ms / 1000
    while time.monotonic() < end:
        pass


async def wait_and_hold() -> None:
    await asyncio.sleep(0)
    hold(3 * LEAST_MS)


async def pass_on() -> None:
    await wait_and_hold()


def test_a_long_step_is_named_after_the_coroutine_that_goes_on_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And after its task; a plain callback is named after its function."""
    monkeypatch.setattr(asyncio.Handle, "_run", asyncio.Handle._run)  # as it was, afterwards
    path, start = tmp_path / "held", time.monotonic()

    async def live() -> None:
        asyncio.get_running_loop().call_soon(hold, 3 * LEAST_MS)
        await asyncio.ensure_future(pass_on())

    with path.open("w", encoding="utf-8") as file:
        note_callbacks(file)
        run(live())
    path.write_text(path.read_text(encoding="utf-8") + '[1.0, "cut', encoding="utf-8")
    held = read_callbacks(path, start, time.monotonic())
    names = [each.name for each in held]
    assert "hold(float)" in names
    step = next(each for each in held if each.name.endswith(" of pass_on"))
    assert step.name.startswith("wait_and_hold:") and step.wall >= 3 * LEAST_MS
    assert read_callbacks(path, start - 9, start) == []
    assert any("hold(float)" in line for line in list_held(held, 10))
    assert len(list(list_held(held, 1))) == 1


def test_a_beat_tells_how_late_it_came_and_who_is_to_blame(tmp_path: Path) -> None:
    """A step of the loop's own that holds it is in the delay and in the loop's own CPU."""
    beats, start = io.BytesIO(), time.monotonic()

    def live() -> None:
        loop = BeatingLoop()
        loop.begin(beats)
        loop.call_later(0.02, hold, 30)
        loop.call_later(0.06, loop.stop)
        loop.run_forever()
        loop.close()

    with ThreadPoolExecutor(1) as thread:  # this one runs a loop already
        thread.submit(live).result()
    path = tmp_path / "beats"
    path.write_bytes(beats.getvalue() + b"half a beat")
    stalls = read_stalls(path, start, time.monotonic())
    assert len(beats.getvalue()) % BEAT.size == 0
    assert stalls.late_max >= 20 and stalls.own_max > 0
    assert stalls.unqueued_max <= stalls.late_max
