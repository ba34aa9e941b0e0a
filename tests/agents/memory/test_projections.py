"""Files that could not be written are whole or absent, and are written later."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from agents.boundaries import StorageTrouble
from agents.memory.core.records import NewMemory
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from tests.agents.memory.proof.checks import check_files
from tests.agents.memory.proof.syscalls import Call, Tap
from tests.agents.memory.support import Bench, Scripted, fill, grow
from world.nature import Nature
from world.vault.markdown import read_note

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _is_page(path: Path) -> bool:
    return path.parent.name in ("summaries", "journal", "people") or path.name == "kept.jsonl"


@contextmanager
def no_room_for_pages(folder: Path) -> Iterator[None]:
    """Only the archive can be written; each write of another file leaves a half."""

    def act(call: Call, whole: Callable[[], Any]) -> Any:
        if not _is_page(call.path) or call.name not in ("write", "open"):
            return whole()
        if call.name == "write" and call.partial is not None:
            call.partial()
        raise FULL

    with Tap(folder, act, syncs=False).open():
        yield


class Desk:
    """An agent with a journal whose files can fail."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder, Scripted())
        self.place = JournalPlace(folder / "kept.jsonl")
        self.troubles: list[StorageTrouble] = []
        self.memory = self.open()

    def open(self) -> AgentMemory:
        memory = self.bench.open(self.place)
        memory._stores.projections._watch = self.troubles.append
        return memory

    async def compact(self, total: int = 129) -> None:
        speech = 'Fern says, "Moss, I promise you the blue boat on Friday."'
        self.memory.record(
            NewMemory(speech, "observation", "say", speaker="Fern", nature=Nature.SPEECH)
        )
        await grow(self.bench, self.memory, total)

    def check_pages(self) -> None:
        """All of them are there and say what the log says; nothing half-written is left."""
        check_files(self.memory, self.bench.folder)
        assert "blue boat" in read_note(self.bench.folder / "people" / "Fern.md").body
        assert "blue boat" in read_note(self.bench.folder / "journal" / "2026-01-01.md").body
        assert not list(self.bench.folder.rglob("*.tmp"))

    def check_nothing_torn(self) -> None:
        for path in self.bench.folder.rglob("*.md"):
            read_note(path)
        assert not list(self.bench.folder.rglob("*.tmp"))


async def test_they_are_written_after_a_wait(tmp_path: Path) -> None:
    """A compaction counts without its files; they are tried again, and it is told once."""
    desk = Desk(tmp_path)
    with no_room_for_pages(tmp_path):
        await desk.compact()
        await desk.bench.clock.advance(200)
        desk.check_nothing_torn()
    assert desk.memory.view.covered == 65
    assert not list(desk.bench.folder.glob("summaries/*.md"))
    status = desk.memory.status()
    assert any("cannot be written: No space left" in each for each in status.causes)
    assert sum("cannot be written" in line for line in desk.bench.lines) == 1
    await desk.bench.clock.advance(900)
    desk.check_pages()
    assert desk.memory.status().health == "OK"
    assert [each.reason for each in desk.troubles] == ["No space left on device", ""]
    assert sum("are written again" in line for line in desk.bench.lines) == 1
    await desk.memory.close()


async def test_saving_writes_them_at_once_or_says_why_not(tmp_path: Path) -> None:
    """What stands beside the archive belongs to what is saved."""
    desk = Desk(tmp_path)
    with no_room_for_pages(tmp_path):
        await desk.compact()
        with pytest.raises(OSError, match="No space left"):
            await desk.memory.save()
    await desk.memory.save()
    desk.check_pages()
    await desk.memory.close()


async def test_they_are_written_when_the_archive_can_be_again(tmp_path: Path) -> None:
    """Not only after the longest wait."""
    desk = Desk(tmp_path)
    with no_room_for_pages(tmp_path):
        await desk.compact()
        await desk.bench.clock.advance(3000)
        desk.bench.disk.write_error = FULL
        fill(desk.memory, 1)
    desk.bench.disk.write_error = None
    await desk.bench.clock.advance(2)
    desk.check_pages()
    await desk.memory.close()


async def test_the_next_start_writes_them(tmp_path: Path) -> None:
    """A stop or a crash in between forgets no page, of the journal and of people either."""
    desk = Desk(tmp_path)
    await desk.compact()
    with no_room_for_pages(tmp_path):
        await desk.compact(193)
        await desk.memory.close()
        desk.check_nothing_torn()
    (desk.bench.folder / "people" / "Fern.md").unlink()
    desk.memory = desk.open()
    await desk.memory.load_journal()
    desk.check_pages()
    await desk.memory.close()


async def test_words_of_a_person_stay(tmp_path: Path) -> None:
    """What somebody adds to a page while it cannot be written is kept."""
    desk = Desk(tmp_path)
    await desk.compact()
    page = desk.bench.folder / "people" / "Fern.md"
    with no_room_for_pages(tmp_path):
        await desk.compact(193)
    page.write_text(f"{page.read_text('utf-8')}\nShe likes plums.\n", "utf-8")
    (desk.bench.folder / "people" / "Zed.md").write_text("I know Zed from before.\n", "utf-8")
    await desk.memory.save()
    desk.check_pages()
    assert "She likes plums." in page.read_text("utf-8")
    assert (desk.bench.folder / "people" / "Zed.md").read_text() == "I know Zed from before.\n"
    await desk.memory.close()


async def test_nothing_is_touched_while_a_compaction_runs(tmp_path: Path) -> None:
    """An edit that comes then waits for its end, as it always does."""
    desk = Desk(tmp_path)
    with no_room_for_pages(tmp_path):
        await desk.compact()
    projections = desk.memory._stores.projections
    projections.is_busy = lambda: True
    await desk.bench.clock.advance(2000)
    assert not list(desk.bench.folder.glob("summaries/*.md"))
    projections.is_busy = lambda: False
    await desk.bench.clock.advance(1000)
    desk.check_pages()
    assert desk.troubles[-1] == StorageTrouble("files", "Moss", "")
    await desk.memory.close()
