"""The markdown files: projections that people may rewrite."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.memory.core.records import Edit
from agents.memory.memory import AgentMemory
from tests.agents.memory.support import Bench, Scripted, assert_whole, grow, log_of
from world.vault.markdown import read_note, render_note


async def live(bench: Bench, total: int = 193) -> AgentMemory:
    memory = bench.open()
    await grow(bench, memory, total)
    return memory


def rewrite(path: Path, body: str) -> None:
    path.write_text(render_note(read_note(path).metadata, body))


async def test_an_edit_is_adopted_at_restart(tmp_path: Path) -> None:
    """It is recorded, is what the agent remembers, and the front matter says who wrote it."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    await memory.close()
    path = bench.summary_file("recent.md")
    rewrite(path, "I promised Fern a lantern.")
    await bench.clock.advance(60)
    memory = bench.open()
    assert memory.summary_texts()[1] == "I promised Fern a lantern."
    note = read_note(path)
    assert note.body == "I promised Fern a lantern."
    assert note.metadata["method"] == "human"
    assert note.metadata["covers"] == [66, 129]
    assert note.metadata["updated"] == "2026-01-01T00:01:00Z"
    edit = log_of(memory)[-1]
    assert isinstance(edit, Edit) and edit.summary.method == "human"
    assert edit.summary.replaces and memory.status().counts.human == 1
    await memory.close()
    assert bench.open().view == memory.view
    assert len([each for each in log_of(memory) if isinstance(each, Edit)]) == 1


async def test_an_edit_falls_into_the_long_term_summary(tmp_path: Path) -> None:
    """A person's text is merged like every summary."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = await live(bench)
    rewrite(bench.summary_file("recent.md"), "I promised Fern a lantern.")
    assert memory.adopt_edits() == [
        "Moss: recent.md: the edited text is what is remembered of 66 to 129 now."
    ]
    await grow(bench, memory, 257)
    assert summarizer.merge_asked[0][0] == "I promised Fern a lantern."


async def test_a_sentence_written_by_hand_outlasts_every_merge_by_rule(tmp_path: Path) -> None:
    """However little it tells by the rules' measure, it stays, also after a restart."""
    bench = Bench(tmp_path)
    memory = await live(bench)
    written = "I like it here."
    path = bench.summary_file("recent.md")
    rewrite(path, f"{read_note(path).body} {written}")
    memory.adopt_edits()
    for total in range(257, 1025, 64):
        await grow(bench, memory, total)
        assert [each.by_hand for each in memory.view.summaries if each.by_hand] == [(written,)]
        assert written in " ".join(memory.summary_texts())
    await memory.close()
    assert bench.open().view == memory.view


async def test_an_edit_nobody_reloaded_is_adopted_before_it_is_overwritten(tmp_path: Path) -> None:
    """A compaction takes it over first."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = await live(bench)
    rewrite(bench.summary_file("longterm.md"), "I was a sailor once.")
    await grow(bench, memory, 257)
    assert summarizer.merge_asked[0][1] == "I was a sailor once."


async def test_an_edit_during_a_compaction_is_kept_beside_it(tmp_path: Path) -> None:
    """Too late to be part of it, but never lost."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = await live(bench)
    summarizer.held = asyncio.Event()
    await grow(bench, memory, 257)
    rewrite(bench.summary_file("recent.md"), "I wrote this just now.")
    assert "a compaction is running" in memory.adopt_edits()[0]
    summarizer.held.set()
    await bench.settle()
    aside = bench.summary_file("recent.edited-20260101-000000.md")
    assert read_note(aside).body == "I wrote this just now."
    assert any(aside.name in line for line in bench.warnings())
    assert read_note(bench.summary_file("recent.md")).metadata["covers"] == [130, 193]


async def test_a_projection_left_behind_by_a_crash_is_no_edit(tmp_path: Path) -> None:
    """An older text that the log knows is written again, not adopted."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    old = {name: bench.summary_file(name).read_text() for name in ("recent.md", "longterm.md")}
    await grow(bench, memory, 257)
    await memory.close()
    for name, text in old.items():
        bench.summary_file(name).write_text(text)
    bench.lines.clear()
    memory = bench.open()
    assert memory.adopt_edits() == []
    assert bench.lines == []
    assert read_note(bench.summary_file("recent.md")).metadata["covers"] == [130, 193]
    assert read_note(bench.summary_file("longterm.md")).metadata["covers"] == [1, 129]
    assert not any(isinstance(each, Edit) for each in log_of(memory))


async def test_missing_files_are_written_again(tmp_path: Path) -> None:
    """All three, the copy of the last compaction included, once."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    await memory.close()
    before = {path.name: path.read_text() for path in bench.summary_file("").iterdir()}
    for path in bench.summary_file("").iterdir():
        path.unlink()
    for _ in range(2):
        await bench.open().close()
    after = {path.name: path.read_text() for path in bench.summary_file("").iterdir()}
    missing_copy = "recent-20260101-000000.md"
    assert after["recent.md"] == before["recent.md"]
    assert after["longterm.md"] == before["longterm.md"]
    assert after[missing_copy] == before["recent-20260101-000000-2.md"]
    assert len(after) == 3


async def test_broken_front_matter_is_named_and_the_good_version_stays(tmp_path: Path) -> None:
    """With file and line, in the log and on the status; the file is left for its author."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    good = memory.summary_texts()
    path = bench.summary_file("recent.md")
    path.write_text("---\ntype: memory_summary\ncovers: [66, 129\n---\nI am broken.\n")
    messages = memory.adopt_edits()
    assert len(messages) == 1
    assert f"{path}:" in messages[0] and "the last good version stays" in messages[0]
    assert memory.summary_texts() == good
    assert "I am broken." in path.read_text()
    assert memory.status().health == "WARNING"


async def test_an_emptied_summary_is_refused(tmp_path: Path) -> None:
    """An empty summary would lose its memories; the message says how to undo it."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    good = memory.summary_texts()
    rewrite(bench.summary_file("recent.md"), "")
    assert "delete the file to have it written again" in memory.adopt_edits()[0]
    assert memory.summary_texts() == good
    bench.summary_file("recent.md").unlink()
    assert memory.adopt_edits() == []
    assert read_note(bench.summary_file("recent.md")).body == good[1]
    assert memory.status().health == "OK"


async def test_a_huge_edit_and_one_of_another_span_are_refused(tmp_path: Path) -> None:
    """Each with its reason."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    rewrite(bench.summary_file("recent.md"), "I know. " * 2000)
    path = bench.summary_file("longterm.md")
    path.write_text(render_note({"covers": [1, 64]}, "I am of another time."))
    messages = "\n".join(memory.adopt_edits())
    assert "are too many for every prompt; allowed: up to 8000" in messages
    assert "of another span" in messages and "1 to 65" in messages
    assert memory.status().counts.human == 0


async def test_a_text_without_front_matter_is_an_edit(tmp_path: Path) -> None:
    """Someone who writes only prose is understood."""
    bench = Bench(tmp_path, Scripted())
    memory = await live(bench)
    bench.summary_file("recent.md").write_text("I just remember the rain.\r\n\r\nAnd Fern.\r\n")
    memory.adopt_edits()
    assert memory.summary_texts()[1] == "I just remember the rain.\n\nAnd Fern."
    assert memory.adopt_edits() == []
    assert_whole(memory)


async def test_unwritable_files_cost_no_compaction(tmp_path: Path) -> None:
    """The log has it; the files follow when they can be written."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    bench.summary_file("").parent.mkdir(exist_ok=True)
    blocker = bench.folder / "summaries"
    blocker.write_text("in the way")
    await grow(bench, memory, 129)
    assert memory.summary_texts()[1]
    assert any(
        "files of summaries and journal cannot be written" in line for line in bench.warnings()
    )
    blocker.unlink()
    assert memory.adopt_edits() == []
    assert read_note(bench.summary_file("recent.md")).metadata["covers"] == [1, 65]
