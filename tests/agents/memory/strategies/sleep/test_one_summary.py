"""Asleep an agent makes one summary, which builds on everything before."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import NewMemory
from agents.memory.settings import MemorySettings
from tests.agents.memory.strategies.sleep.sleepers import Building, asleep
from tests.agents.memory.strategies.sleep.views import THOUSAND
from tests.agents.memory.support import Bench, assert_whole, fill, reconfigure, spans
from world.nature import Nature


async def test_one_summary_builds_on_everything_before(tmp_path: Path) -> None:
    """From memory 1 on there is one recent summary; the second is told of the first."""
    model = Building()
    model.answers = ["I heard a song.", "I heard a song to its end."]
    bench = Bench(tmp_path, model)
    memory = asleep(bench)
    fill(memory, 75)
    assert await memory.compact_asleep()
    assert (spans(memory), memory.view.summaries[0].type) == ([(1, 55)], "recent")
    first = memory.view.summaries[0]
    fill(memory, 55)
    assert await memory.compact_asleep()
    assert spans(memory) == [(1, 110)]
    assert model.before == ["", first.text]
    assert set(model.templates) == {"summary.context"}
    compacted = memory.view.compacted
    assert compacted is not None
    assert (compacted.trigger, compacted.strategy) == ("sleep", "sleep")
    assert memory.view.summaries[0].replaces == (first.id,)
    assert_whole(memory)
    view = memory.view
    await memory.close()
    assert asleep(bench).view == view


async def test_below_the_threshold_sleep_changes_nothing(tmp_path: Path) -> None:
    """No model is asked."""
    model = Building()
    memory = asleep(Bench(tmp_path, model))
    fill(memory, 40)
    assert not await memory.compact_asleep()
    assert not model.asked
    assert not memory.view.summaries


async def test_it_takes_over_what_other_strategies_left(tmp_path: Path) -> None:
    """Both summaries of the waterfall go into the one, and back again no memory is lost."""
    bench = Bench(tmp_path, Building())
    memory = bench.open(citations="off")
    while memory.last_seq < 200:
        fill(memory, 1)
        await bench.settle()
    assert len(spans(memory)) == 2
    reconfigure(memory, settings=MemorySettings(THOUSAND, citations="off"))
    fill(memory, 1)
    assert await memory.compact_asleep()
    assert spans(memory) == [(1, 181)]
    assert_whole(memory)
    reconfigure(memory, settings=MemorySettings(citations="off"))
    while memory.last_seq < 400:
        fill(memory, 1)
        await bench.settle()
    assert spans(memory)[0][0] == 1
    assert_whole(memory)


async def test_dreams_are_covered_but_not_told_of(tmp_path: Path) -> None:
    """Old memories that surfaced in a dream are not summarised as if they had happened again."""
    model = Building()
    memory = asleep(Bench(tmp_path, model))
    memory.record(
        NewMemory(
            "You drift: a bell.",
            source="thought",
            event="dream",
            command="dream",
            nature=Nature.DREAM,
        )
    )
    fill(memory, 75)
    assert await memory.compact_asleep()
    assert spans(memory) == [(1, 56)]
    assert not any("bell" in line for line in model.asked[0])
    assert len(model.asked[0]) == 55
