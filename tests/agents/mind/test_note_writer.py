"""Notes reach the disk in a thread, and only then are they kept."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from agents.mind.note_files.note_file import FileState
from agents.mind.note_files.note_writer import NoteWriter
from agents.mind.notes import MAX_BYTES, SEARCH_WORDS, NoteBook, NoteRefused


class SlowDisk:
    """A thread that begins only when it is told to."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()

    def __call__(
        self, work: Callable[..., FileState | OSError], *args: object
    ) -> Awaitable[FileState | OSError]:
        return self._run(work, *args)

    async def _run(
        self, work: Callable[..., FileState | OSError], *args: object
    ) -> FileState | OSError:
        await self.gate.wait()
        return work(*args)


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


async def test_a_note_is_known_at_once_and_kept_when_flush_says_so(
    tmp_path: Path, clock: VirtualClock
) -> None:
    disk = SlowDisk()
    writer = NoteWriter(disk)
    book = NoteBook(tmp_path / "notes", clock, writer)
    book.append("Beans", "Sown.")
    book.append("Beans", "Up.")
    assert [note.content for note in book.search("up")] == ["Sown.\n\nUp."]
    assert [*(tmp_path / "notes").glob("*.md")] == []
    kept = asyncio.ensure_future(writer.flush())
    await asyncio.sleep(0)
    assert not kept.done()
    disk.gate.set()
    await kept
    text = (tmp_path / "notes" / "Beans.md").read_text()
    assert text.endswith("Sown.\n\nUp.\n")
    assert writer.recorded == 2
    assert NoteBook(tmp_path / "notes", clock).titles() == book.titles() == ("Beans",)


async def test_who_no_longer_waits_does_not_stop_the_writing(
    tmp_path: Path, clock: VirtualClock
) -> None:
    disk = SlowDisk()
    writer = NoteWriter(disk)
    NoteBook(tmp_path, clock, writer).append("Beans", "Sown.")
    waiting = asyncio.ensure_future(writer.flush())
    await asyncio.sleep(0)
    waiting.cancel()
    disk.gate.set()
    await writer.flush()
    assert (tmp_path / "Beans.md").exists()


async def test_what_does_not_arrive_is_told_and_not_known(
    tmp_path: Path, clock: VirtualClock
) -> None:
    """The note is as it is on disk: what could not be written is gone, and its writer knows."""
    writer = NoteWriter()
    book = NoteBook(tmp_path / "notes", clock, writer)
    told: list[tuple[str, str]] = []
    book.on_failure = lambda title, why: told.append((title, why))
    book.append("Beans", "Sown.")
    await writer.flush()
    book.append("Peas", "Sown too.")
    (tmp_path / "notes" / "Peas.md").mkdir()
    await writer.flush()
    assert [title for title, _ in told] == ["Peas"]
    assert book.get("Peas") is None
    assert [*(tmp_path / "notes").glob(".*")] == []


async def test_what_has_no_room_is_refused_at_once(tmp_path: Path, clock: VirtualClock) -> None:
    """Nobody is told of it, it is not known, and nothing is left of it."""
    writer = NoteWriter()
    book = NoteBook(tmp_path / "notes", clock, writer)
    told: list[str] = []
    refused: list[str] = []
    book.on_failure = lambda title, why: told.append(title)
    book.on_refusal = refused.append
    (tmp_path / "notes").write_text("a file where a folder must be")
    with pytest.raises(NoteRefused, match="cannot be written"):
        book.append("Peas", "Sown too.")
    await writer.flush()
    assert (told, len(refused), book.get("Peas")) == ([], 1, None)


async def test_what_follows_a_removal_of_the_folder_is_written(
    tmp_path: Path, clock: VirtualClock
) -> None:
    """Somebody else of that name may begin to write while the old notes are on their way out."""
    writer = NoteWriter()
    (tmp_path / "bob").mkdir()
    writer.remove_folder(tmp_path / "bob")
    NoteBook(tmp_path / "bob", clock, writer).append("Beans", "Sown.")
    await writer.flush()
    assert (tmp_path / "bob" / "Beans.md").exists()


async def test_a_file_that_did_not_change_is_not_read_again(
    tmp_path: Path, clock: VirtualClock
) -> None:
    """What a command costs does not grow with what the files hold."""
    book = NoteBook(tmp_path, clock)
    book.append("Beans", "Sown.")
    assert book.search("sown")
    path = tmp_path / "Beans.md"
    text, state = path.read_text(), path.stat()
    path.write_text(text.replace("Sown", "Gone"))

    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert book.search("sown")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns + 1))
    assert not book.search("sown")


async def test_only_the_first_words_of_a_search_count(tmp_path: Path, clock: VirtualClock) -> None:
    book = NoteBook(tmp_path, clock)
    book.append("Beans", "Sown.")
    words = " ".join(f"w{number}" for number in range(SEARCH_WORDS - 1))
    assert book.search(f"{words} sown")
    assert not book.search(f"{words} w99 sown")


async def test_notes_have_a_size_together(tmp_path: Path, clock: VirtualClock) -> None:
    """The whole is bounded in bytes, and overwriting a note with less is always possible."""
    book = NoteBook(tmp_path, clock)
    count = 0
    with pytest.raises(NoteRefused, match="All notes together"):
        while True:
            book.append(f"Note {count}", "ü" * 3900)
            count += 1
    assert count * 7800 <= MAX_BYTES < (count + 1) * 7900
    book.overwrite("Note 0", "short")
    book.append("Last", "ü" * 3000)


async def test_a_folder_is_removed_with_what_is_on_its_way_into_it(
    tmp_path: Path, clock: VirtualClock
) -> None:
    writer = NoteWriter()
    NoteBook(tmp_path / "guest", clock, writer).append("Beans", "Sown.")
    writer.remove_folder(tmp_path / "guest")
    await writer.flush()
    assert [*os.scandir(tmp_path)] == []
