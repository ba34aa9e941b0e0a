"""Each memory is summarised once or shown verbatim: faults 1, 3, 4, 6 and 7."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import Compaction
from agents.memory.core.view import fold
from tests.agents.memory.faults.trial import COMPACTING, LONGEST, MODELLED, Trial


async def test_a_strategy_does_what_its_hooks_say(life: Trial) -> None:
    """One that finds nothing to compact never compacts; one that uses no model asks none."""
    await life.live(LONGEST)
    assert bool(life.compactions) == (life.strategy in COMPACTING)
    assert bool(life.model.prompts) == (life.strategy in MODELLED)
    life.assert_in_sight()


async def test_fault_01_the_first_memory_is_summarised(compacting: Trial) -> None:
    """The first span begins with memory 1; a model gets each summarised memory once."""
    await compacting.live_until_compacted(3)
    assert compacting.compactions[0].covers[0] == 1
    given = compacting.memory.view.covered if compacting.strategy in MODELLED else 0
    assert compacting.model.summarised == list(range(1, given + 1))


async def test_fault_03_the_span_is_frozen_before_the_model_is_asked(trial: Trial) -> None:
    """Memories that come while the model thinks are in no summary and stay in the tail."""
    trial.model.hold()
    await trial.live_until_asked()
    there = trial.memory.last_seq
    await trial.live(12, waiting=False)
    assert max(trial.model.summarised) <= there
    trial.model.release()
    await trial.end_moments()
    first = trial.compactions[0]
    assert first.covers[1] <= there and first.after == there + 12
    at_once = fold(trial.log[: trial.log.index(first) + 1])
    assert [each.seq for each in at_once.tail] == list(range(first.covers[1] + 1, there + 13))
    trial.assert_in_sight()


async def test_fault_04_nothing_is_out_of_sight_between_compactions(life: Trial) -> None:
    """After every memory, whether a compaction runs or not, the prompt shows all there is."""
    for n in range(LONGEST):
        if n % 12 == 5:
            life.model.hold()
        if n % 12 == 11:
            life.model.release()
        await life.live(waiting=False)
        life.assert_in_sight()
    life.model.release()
    await life.end_moments()
    life.assert_in_sight()


async def test_fault_06_the_trigger_counts_the_archive_and_not_the_ram(
    life: Trial, tmp_path: Path
) -> None:
    """A life with restarts is compacted at the same numbers, and none of it is missing."""
    await life.live(LONGEST)
    other = Trial(tmp_path / "other", life.strategy)
    while other.memory.last_seq < LONGEST:
        await other.live(5)
        await other.restart()
        other.assert_in_sight()

    def list_spans(records: list[Compaction]) -> list[tuple[tuple[int, int], int, str]]:
        return [(each.covers, each.after, each.trigger) for each in records]

    assert list_spans(other.compactions) == list_spans(life.compactions)


async def test_fault_07_what_a_summary_covers_is_stored(life: Trial) -> None:
    """After a restart without the summary files there is no gap, and the files are back."""
    await life.live(LONGEST)
    before, folder = life.memory.view, life.bench.summary_file("")
    files = {path: path.read_bytes() for path in folder.glob("*.md")}
    for path in files:
        path.unlink()
    await life.restart()
    assert life.memory.view == before == fold(life.log)
    life.assert_in_sight()
    standing = {path for path in files if path.name in ("recent.md", "longterm.md")}
    assert bool(standing) == bool(before.summaries)
    assert all(path.read_bytes() == files[path] for path in standing)
