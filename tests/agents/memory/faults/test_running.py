"""Compactions that meet each other, fail, or have nothing to do: faults 2, 5, 8 and 9."""

from __future__ import annotations

import asyncio
import errno
from contextlib import suppress
from itertools import pairwise

import pytest

from agents.boundaries import ModelTimeout, ModelUnavailable
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.models.testing import find_fact_keys
from tests.agents.memory.faults.trial import FACTS, Trial
from tests.agents.memory.support import PlainDisk

#: Longer than a writer's patience with a model and than any backoff.
LONG = 2000.0


async def test_fault_02_one_compaction_at_a_time(trial: Trial) -> None:
    """With a slow model no memory, turn, pressure, night or person starts a second one."""
    trial.model.hold()
    await trial.live_until_asked()
    await trial.live(20, waiting=False)
    with pytest.raises(CannotCompact, match="already running"):
        trial.memory.begin_compaction(force=True)
    pressed = asyncio.ensure_future(trial.memory.relieve(100))
    await trial.clock.settle()
    assert len(trial.model.prompts) == 1
    assert sum("Starting compaction" in line for line in trial.bench.lines) == 1
    trial.model.release()
    assert await pressed
    await trial.end_moments()
    await trial.live_until_compacted()
    assert trial.model.most_at_once == 1
    trial.assert_in_sight()


@pytest.mark.parametrize("reply", ["", "I'm happy to help!", ModelTimeout("hung")])
async def test_fault_05_a_failed_answer_costs_no_summary(
    trial: Trial, reply: str | Exception
) -> None:
    """Whatever the model fails at, what earlier summaries told is still told."""
    await trial.live_until_compacted(2)
    assert find_fact_keys(trial.texts) == {each.key for each in FACTS}
    trial.model.always = reply
    await trial.live_until_compacted(2)
    assert find_fact_keys(trial.texts) == {each.key for each in FACTS}
    assert any(each.method == "deterministic" for each in trial.memory.view.summaries)
    trial.assert_in_sight()


class _FailingDisk(PlainDisk):
    """Cannot sync what is written in one line with `fails_at`."""

    fails_at = b""
    _reached = False

    def write(self, fd: int, content: bytes) -> int:
        self._reached = bool(self.fails_at) and self.fails_at in content
        return super().write(fd, content)

    def sync(self, fd: int) -> None:
        if self._reached:
            raise OSError(errno.EIO, "Input/output error")
        super().sync(fd)


@pytest.mark.parametrize("fails_at", [b'"kind":"memory"', b'"kind":"compaction"'])
async def test_fault_05_a_failed_commit_changes_nothing(compacting: Trial, fails_at: bytes) -> None:
    """A disk that fails leaves every summary and file as it was; later all is made up for."""
    compacting.bench.disk = disk = _FailingDisk()
    await compacting.restart()
    await compacting.live_until_compacted(2)
    before = _look_at_summaries(compacting)
    disk.fails_at = fails_at
    while not any("compaction failed" in line for line in compacting.bench.lines):
        await compacting.live()
    assert _look_at_summaries(compacting) == before
    compacting.assert_in_sight()
    disk.fails_at = b""
    compacting.record()
    await compacting.clock.advance(LONG)
    await compacting.live_until_compacted()
    assert _look_at_summaries(compacting) != before
    compacting.assert_in_sight()


async def test_fault_05_an_end_of_the_process_changes_nothing(trial: Trial) -> None:
    """What a compaction had made by then counts for nothing; the next start compacts again."""
    await trial.live_until_compacted(2)
    before = _look_at_summaries(trial)
    trial.model.hold()
    await trial.live_until_asked()
    await trial.restart()
    await trial.end_moments()
    assert _look_at_summaries(trial) == before
    trial.assert_in_sight()
    trial.model.release()
    await trial.live_until_compacted()
    trial.assert_in_sight()


def _look_at_summaries(trial: Trial) -> tuple[object, ...]:
    folder = trial.bench.summary_file("")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return trial.memory.view.summaries, files, len(trial.compactions)


async def test_fault_08_manual_compaction_squeezes_nothing_twice(compacting: Trial) -> None:
    """Each compaction by hand takes new memories in; without new ones there is none."""
    await compacting.live(LIVED)
    spans = []
    while report := await compacting.compact():
        spans.append(report.record.covers)
        assert len(spans) < LIVED
    assert all(one[1] < two[0] for one, two in pairwise(spans))
    view, asked = compacting.memory.view, len(compacting.model.prompts)
    for force in (True, False, True):
        assert await compacting.compact(force=force) is None
    assert compacting.memory.view == view and len(compacting.model.prompts) == asked


LIVED = 20


@pytest.mark.parametrize(
    "failure", [ModelTimeout("hung"), ModelUnavailable("HTTP 500"), RuntimeError("a defect"), None]
)
async def test_fault_09_every_failure_lets_go(trial: Trial, failure: Exception | None) -> None:
    """However the model fails, what waited for it goes on, and later it works again.

    None: the model never answers.
    """
    await trial.live(3)
    trial.model.always = failure
    if failure is None:
        trial.model.hold()
    waiting = [asyncio.ensure_future(_compact_or_fail(trial))]
    await trial.clock.settle()
    waiting.append(asyncio.ensure_future(_relieve_and_sleep(trial)))
    await trial.live(5, waiting=False)
    await trial.clock.advance(LONG)
    assert all(each.done() for each in waiting)
    await trial.end_moments()
    await trial.clock.advance(LONG)
    trial.assert_in_sight()
    trial.model.always = None
    trial.model.release()
    await trial.clock.advance(LONG)
    rounds = 0
    while rounds == 0 or set(trial.memory.status().methods) != {"llm"}:
        assert rounds < 3, trial.memory.status().methods  # what fell back is written anew in turn
        await trial.live_until_compacted()
        await trial.clock.advance(LONG)
        rounds += 1
    assert not trial.memory.status().last_error


async def _compact_or_fail(trial: Trial) -> None:
    """Begin a compaction, as soon as there is something to compact, and wait for its end."""
    with suppress(CompactionFailed):
        while not trial.memory.status().running and await trial.compact() is None:
            trial.record()
            await trial.clock.settle()


async def _relieve_and_sleep(trial: Trial) -> None:
    await trial.memory.relieve(50)
    await trial.memory.relieve_urgently(5000)
    await trial.memory.compact_asleep()


async def test_fault_09_a_failed_compaction_is_not_tried_at_every_memory(trial: Trial) -> None:
    """It waits its backoff; then it succeeds by itself."""
    await trial.live_until_compacted()
    trial.model.always = RuntimeError("a defect")
    while not trial.memory.status().last_error:
        await trial.live()
    asked = len(trial.model.prompts)
    await trial.live(10)
    assert len(trial.model.prompts) == asked
    trial.model.always = None
    await trial.clock.advance(30)
    await trial.live_until_compacted()
    assert not trial.memory.status().last_error
    trial.assert_in_sight()
