"""The cost of a memory heard is measured with all that it sets going."""

from __future__ import annotations

from pathlib import Path

from benchmarks.loop.heard import Hearing


async def test_every_kind_of_work_is_in_the_figure(tmp_path: Path) -> None:
    """Summaries, facts, index and pages; the model's own time is not."""
    hearing = Hearing(tmp_path, "waterfall")
    whole = await hearing.run(before=0, count=192, settling=0)
    parts = hearing.spent.seconds
    assert {"hold_summary", "ground_in_memories", "record and index", "Journal's files"} <= {*parts}
    assert "the model" not in parts and 0 < sum(parts.values()) <= whole
