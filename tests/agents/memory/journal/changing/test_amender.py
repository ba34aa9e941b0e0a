"""Compactions keep summaries in step with what the journal knows to have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.view import fold
from tests.agents.memory.journal.test_journal import hear, keep
from tests.agents.memory.support import Bench, Scripted, grow, log_of

OLD = "Hake told me that the last ferry goes at seven."
CLINGING = f"I lived by the mill. {OLD}"
NOW = 'Hake said: "The last ferry goes at five" (since 1 January 2026; before: The last'


@pytest.mark.parametrize("strategy", ["waterfall", "tree", "layered", "sleep", "rolling"])
async def test_a_model_that_clings_to_the_old_is_put_right(tmp_path: Path, strategy: str) -> None:
    """What stands in the log and in the prompt tells what is so now, whatever the strategy."""
    bench = Bench(tmp_path, Scripted([CLINGING] * 40, [CLINGING] * 40))
    memory, _ = keep(bench, strategy=strategy)
    hear(memory, "Hake", "The last ferry goes at seven.")
    for total in (140, 280, 420):
        await grow(bench, memory, total)
        await memory.compact_asleep()
        await bench.settle()
        if total == 140:
            hear(memory, "Hake", "The last ferry goes at five.")
    texts = "\n".join(each.text for each in memory.view.summaries)
    assert OLD not in texts or NOW in texts
    assert memory.view == fold(log_of(memory))
    await memory.close()


async def test_what_a_person_wrote_stays(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Scripted())
    memory, _ = keep(bench)
    hear(memory, "Hake", "The last ferry goes at seven.")
    await grow(bench, memory, 130)
    page = bench.folder / "summaries" / "recent.md"
    head, _, _ = page.read_text("utf-8").rpartition("---\n")
    page.write_text(f"{head}---\n{OLD}\n", "utf-8")
    await memory.close()
    memory, _ = keep(bench)
    await memory.look_over()
    hear(memory, "Hake", "The last ferry goes at five.")
    await grow(bench, memory, 200)
    assert any(OLD in each.text for each in memory.view.summaries if each.method == "human")
    await memory.close()
