"""Layered masks old output after each turn."""

from __future__ import annotations

import errno
from pathlib import Path

from agents.memory.core.transcript import render_transcript
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.strategies.layered.working_memory import Working, heard
from tests.agents.memory.support import Bench, fill, look_around, reconfigure


async def test_old_output_is_masked_after_each_turn(tmp_path: Path) -> None:
    """Masking needs no request and no model; speech and the newest memories stay."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    look_around(memory)
    heard(memory, "Fern", "I tell you, " + "the boat leaks and leaks " * 20)
    fill(memory, 7)
    memory.end_turn()
    assert memory.view.masked == {1}
    assert len(memory.view.tail) == 9
    fill(memory, 1)
    memory.end_turn()
    assert memory.view.masked == {1}
    reconfigure(memory, settings=memory_settings(strategy="layered", micro_compact="off"))
    look_around(memory)
    fill(memory, 10)
    memory.end_turn()
    assert memory.view.masked == {1}


async def test_when_masks_cannot_be_written_the_text_stays(tmp_path: Path) -> None:
    """The turn ends as ever."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    look_around(memory)
    fill(memory, 10)
    before = render_transcript(memory.view)
    bench.disk.write_error = OSError(errno.ENOSPC, "No space left on device")
    memory.end_turn()
    assert render_transcript(memory.view) == before and not memory.view.masked
