"""The history of compactions: every one with its cause, its cost and what was refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.compaction_history import PastCompaction, read_history
from agents.memory.core.records import SummaryChange
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.memory import AgentMemory
from agents.memory.strategies.table import OWN_STRATEGIES
from server.reports.history_report import render_history
from tests.agents.memory.log.test_earlier_versions import FIXTURES
from tests.agents.memory.settings import changed
from tests.agents.memory.support import Bench, Scripted, fill, grow, reconfigure
from tests.agents.memory.test_health import work

SMALL = {"immediate_window": 4, "recent_window": 4}


async def read_all(memory: AgentMemory) -> tuple[PastCompaction, ...]:
    history = await memory.read_history(0)
    assert not history.more
    return history.compactions


def list_wear(memory: AgentMemory) -> list[str]:
    """Return what the status says of rewritings."""
    return [each for each in memory.status().causes if "rewritten" in each]


async def test_a_compaction_has_its_span_model_and_sizes(tmp_path: Path) -> None:
    """The newest comes first; `more` says whether there are older ones, and a number pages."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 17)
    third, second, first = await read_all(memory)
    assert [each.covers for each in (first, second, third)] == [(1, 5), (6, 9), (10, 13)]
    assert (first.number, first.cause, first.strategy) == (1, "count", memory.strategy.name)
    assert (first.method, first.models, first.refusals) == ("llm", ("scripted",), ())
    assert first.tokens_before > first.tokens_after > 0
    assert [each.rewritten for each in (first, second, third)] == [0, 0, 1]
    newest = await memory.read_history(2)
    assert (newest.compactions, newest.more) == ((third, second), True)
    rest = await memory.read_history(2, second.number - 1)
    assert (rest.compactions, rest.more) == ((first,), False)
    await memory.close()


@pytest.mark.parametrize(
    ("settings", "cause"),
    [
        ({"strategy": "tree", "leaf_memories": 4, "immediate_window": 4}, "count"),
        ({"strategy": "rolling"}, "count"),
        (
            {
                "strategy": "rolling",
                "max_entries_before_compaction": 90,
                "max_chars_before_compaction": 100,
            },
            "characters",
        ),
        ({"strategy": "layered", "context_tokens": 400, "min_saving_tokens": 0}, "tokens"),
    ],
)
async def test_a_strategy_says_what_made_it_due(
    tmp_path: Path, settings: dict[str, object], cause: str
) -> None:
    """By number, by length or by tokens; the record keeps it."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**settings)
    for _ in range(120):
        work(memory, 1)
        await bench.settle()
    assert {each.cause for each in await read_all(memory)} == {cause}
    await memory.close()


async def test_whoever_asks_is_the_cause(tmp_path: Path) -> None:
    """By hand, forced, before a turn, in sleep, after an import, made again."""
    bench = Bench(tmp_path, Scripted(answers=[ModelUnavailable("gone")]))
    memory = bench.open(immediate_window=8)
    fill(memory, 20)
    await memory.begin_compaction()
    await bench.clock.advance(60)
    fill(memory, 2)
    await memory.begin_compaction(force=True)
    fill(memory, 9)
    await memory.relieve(50)
    causes = [each.cause for each in await read_all(memory)]
    assert causes == ["emergency", "forced", "redo", "by hand"]
    reconfigure(memory, settings=changed(memory.settings, strategy="sleep", context_tokens=400))
    memory.measure_prompt(390)
    fill(memory, 20)
    assert await memory.compact_asleep()
    assert (await read_all(memory))[0].cause == "sleep"
    await memory.close()
    other = Bench(tmp_path / "other", Scripted())
    young = other.open(immediate_window=4)
    fill(young, 20)
    await young.bootstrap()
    assert {each.cause for each in await read_all(young)} == {"import"}
    await young.close()


@pytest.mark.parametrize(
    "settings",
    [
        {"strategy": "tree", "leaf_memories": 4, "branching": 2, "immediate_window": 4},
        {"strategy": "window", "window_memories": 4},
    ],
)
async def test_only_what_is_written_anew_counts_as_rewritten(
    tmp_path: Path, settings: dict[str, object]
) -> None:
    """Neither a text that stays as it was nor a longer line: whoever rewrote it before."""
    merged: list[str | Exception] = [f"I have heard {n} songs here." for n in range(40)]
    bench = Bench(tmp_path, Scripted(merged=merged))
    memory = bench.open(**SMALL)
    await grow(bench, memory, 25)
    (latest, *_) = await read_all(memory)
    assert latest.rewritten == 3
    reconfigure(memory, settings=changed(memory.settings, **settings))
    await grow(bench, memory, 60)
    later = [each for each in await read_all(memory) if each.number > latest.number]
    assert len(later) > 4
    assert {each.rewritten for each in later} == {0}
    await memory.close()


async def test_tries_that_fail_are_told_until_one_succeeds(tmp_path: Path) -> None:
    """How many, when the last and why; what was refused counts at once, and once."""
    refused = "Sure! Here is a summary of the memories."
    bench = Bench(tmp_path, Scripted(answers=[refused] * 5))
    memory = bench.open(strategy="rolling", fallback_to_deterministic=False)
    work(memory, 10)
    await bench.settle()
    status = memory.status()
    assert status.failed is not None and status.failed.count == 1
    assert status.counts.refused == 2 and memory.view.counts.refused == 0
    await bench.clock.advance(31)
    failed = memory.status().failed
    assert failed is not None and failed.count == 2 and failed.last > status.failed.last
    told = render_history("Moss", await memory.read_history(0), (), failed)
    assert told.startswith("Moss has had no compaction yet.\nSince the last compaction 2 tries")
    assert "the model's answers were refused" in " ".join(told.split())
    await bench.clock.advance(61)
    assert memory.view.covered
    status = memory.status()
    assert (status.failed, status.counts.refused, memory.view.counts.refused) == (None, 5, 5)
    await memory.close()


async def test_refused_answers_are_told_with_their_reasons(tmp_path: Path) -> None:
    """Of attempts that failed before, too: nothing of them is lost with the attempt."""
    refused = "Sure! Here is a summary of the memories."
    bench = Bench(tmp_path, Scripted(answers=[refused, refused, refused]))
    memory = bench.open(strategy="rolling", fallback_to_deterministic=False)
    work(memory, 10)
    await bench.settle()
    assert memory.view.covered == 0
    await bench.clock.advance(31)
    (only,) = await read_all(memory)
    assert only.refusals is not None
    assert len(only.refusals) == 3 == memory.view.counts.refused
    assert all(each.startswith("the summary of 1 to 8: ") for each in only.refusals)
    await memory.close()
    again = bench.open(strategy="rolling")
    assert (await read_all(again)) == (only,)
    await again.close()


@pytest.mark.parametrize(
    "folder", sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())
)
def test_an_archive_of_an_earlier_version_says_what_it_does_not_know(folder: str) -> None:
    """Its automatic compactions have no cause, and no record says what was refused."""
    reader = ReadOnlyReader(FIXTURES / folder / "archive")
    history = read_history(reader.summary_changes(), 0)
    assert history.compactions
    assert {each.refusals for each in history.compactions} == {None}
    causes = {each.cause for each in history.compactions}
    assert causes <= {"", "emergency", "sleep", "redo"} and "redo" in causes
    assert all(each.models or each.method == "deterministic" for each in history.compactions)


async def test_a_page_reads_no_more_than_it_needs(tmp_path: Path) -> None:
    """However long the life: the reader goes backwards and stops."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 400)
    taken = 0

    def count(changes: Iterable[SummaryChange]) -> Iterator[SummaryChange]:
        nonlocal taken
        for each in changes:
            taken += 1
            yield each

    reader = ReadOnlyReader(bench.folder / "archive")
    assert read_history(count(reader.summary_changes()), 3).more
    assert taken == 5
    bench.disk.read = 0
    await memory.read_history(3)
    assert 0 < bench.disk.read < 2 * 64 * 1024
    await memory.close()


async def test_many_rewritings_are_warned_of_until_the_strategy_rewrites_seldom(
    tmp_path: Path,
) -> None:
    """The remedy is named; 0 switches the warning off; a person's text begins at 0 again."""
    merged: list[str | Exception] = [f"I have heard {n} songs here." for n in range(9)]
    bench = Bench(tmp_path, Scripted(merged=merged))
    memory = bench.open(**SMALL, rewriting_warning=3)
    await grow(bench, memory, 21)
    assert not list_wear(memory)
    await grow(bench, memory, 25)
    (warning,) = list_wear(memory)
    assert warning.startswith("the longterm summary was rewritten 3 times, and each time it lost")
    assert warning.endswith(": strategy tree rewrites seldom")
    calm = [each.name for each in OWN_STRATEGIES if not each.wears]
    assert len(calm) > 1
    off: dict[str, object] = {"rewriting_warning": 0}
    for other in (off, *({"rewriting_warning": 3, "strategy": name} for name in calm)):
        reconfigure(memory, settings=changed(memory.settings, **other))
        assert not list_wear(memory)
    await memory.close()
    again = bench.open(**SMALL, rewriting_warning=3)
    assert list_wear(again) == [warning]
    path = bench.summary_file("longterm.md")
    path.write_text(path.read_text().rpartition("---\n")[0] + "---\nI was a boatman.\n")
    assert "longterm.md: the edited text" in again.adopt_edits()[0]
    assert not list_wear(again)
    await again.close()
