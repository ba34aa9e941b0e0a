"""Old copies of summaries are removed if the settings say so, and only those that are ours."""

from __future__ import annotations

from pathlib import Path

from tests.agents.memory.settings import changed
from tests.agents.memory.support import Bench, Scripted, grow, reconfigure

SMALL = {"immediate_window": 4, "recent_window": 4}


async def live(bench: Bench, total: int, copies: int = 0) -> list[str]:
    """Live up to `total` memories, one a minute; return the names of the copies."""
    memory = bench.open(**SMALL, summary_copies=copies)
    while memory.last_seq < total:
        await grow(bench, memory, memory.last_seq + 1)
        await bench.clock.advance(60)
    await memory.close()
    return names(bench)


def names(bench: Bench) -> list[str]:
    return sorted(path.name for path in bench.summary_file("").glob("recent-*.md"))


async def test_all_copies_are_kept_unless_a_number_is_set(tmp_path: Path) -> None:
    """One for each compaction, for ever."""
    assert len(await live(Bench(tmp_path, Scripted()), 61)) == 14


async def test_the_newest_copies_stay(tmp_path: Path) -> None:
    """Already at the first compaction under the setting, however many there were; and no other
    file goes."""
    bench = Bench(tmp_path, Scripted())
    before = await live(bench, 41)
    others = {path.name for path in bench.summary_file("").iterdir()} - set(before)
    after = await live(bench, 45, copies=3)
    assert after[:2] == before[-2:] and len(after) == 3
    assert {path.name for path in bench.summary_file("").iterdir()} == others | set(after)
    assert await live(bench, 49, copies=3) == [*after[1:], "recent-20260101-004800.md"]
    assert not any("cannot be written" in line for line in bench.warnings())


async def test_a_changed_copy_stays(tmp_path: Path) -> None:
    """Whatever was changed in it; so does a file that only has such a name."""
    bench = Bench(tmp_path, Scripted())
    text, front, *rest = await live(bench, 41)
    foreign = "recent-20250101-000000.md", "recent-99999999-999999.md", "recent-20260101-000000.txt"
    for name in foreign:
        bench.summary_file(name).write_text("Mine.")
    _replace(bench.summary_file(text), "moments", "hours")
    _replace(bench.summary_file(front), "type: memory_summary", "type: memory_summary\ntags: [old]")
    kept = {text, front, *foreign[:2]}
    assert set(await live(bench, 45, copies=1)) == {*kept, "recent-20260101-004400.md"}
    assert set(await live(bench, 53, copies=1)) == {*kept, "recent-20260101-005200.md"}
    assert bench.summary_file(foreign[2]).exists()
    assert rest


async def test_copies_of_one_second_are_told_apart(tmp_path: Path) -> None:
    """The higher number is the newer one, also beyond nine."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 57)
    assert len(names(bench)) == 13
    reconfigure(memory, settings=changed(memory.settings, summary_copies=5))
    await grow(bench, memory, 61)
    stem = "recent-20260101-000000"
    assert names(bench) == [f"{stem}-{n}.md" for n in (10, 11, 12, 13, 14)]


async def test_a_folder_with_such_a_name_is_no_copy(tmp_path: Path) -> None:
    """It is neither read nor removed."""
    bench = Bench(tmp_path, Scripted())
    first, *_ = await live(bench, 41)
    bench.summary_file(first).unlink()
    bench.summary_file(first).mkdir()
    assert await live(bench, 45, copies=1) == [first, "recent-20260101-004400.md"]
    assert not any("cannot be written" in line for line in bench.warnings())


def _replace(path: Path, old: str, new: str) -> None:
    content = path.read_text(encoding="utf-8")
    assert old in content
    path.write_text(content.replace(old, new), encoding="utf-8")
