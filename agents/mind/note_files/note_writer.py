"""Writes the files of notes in a thread, so that nobody waits for a disk."""

from __future__ import annotations

import asyncio
import shutil
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

from agents.mind.note_files.note_file import FileState, find_state
from world.vault.markdown import put_in_place, write_atomically, write_beside

Written = Callable[[FileState | OSError], None]
"""Is told the file's state once it is on disk, or why it cannot be."""


class NoteWriting(Protocol):
    """Writes files, at once or later."""

    def write(self, path: Path, text: str, done: Written) -> None:
        """Write `text` to `path`, whole or not at all, and then call `done`.

        Raises `OSError` if it is known at once that it cannot be written.
        """
        ...


class WriteAtOnce:
    """Writes in the calling thread."""

    def write(self, path: Path, text: str, done: Written) -> None:
        """Write `text` to `path`, whole or not at all, and then call `done`."""
        done(_write(path, text))


class NoteWriter:
    """Writes in another thread, one file after the other, in order."""

    def __init__(self, in_thread: Callable[..., Awaitable[Any]] = asyncio.to_thread) -> None:
        self._in_thread = in_thread
        self._waiting: deque[Callable[[], Awaitable[None]]] = deque()
        self._writing: asyncio.Task[None] | None = None
        self.recorded = 0
        """How many files were to be written so far."""
        self.trouble = ""
        """Never any: what became of each file is told by itself."""

    def write(self, path: Path, text: str, done: Written) -> None:
        """Write `text` to `path` soon; `done` is called in the event loop's thread.

        It takes the room on the disk at once: where there is none it raises `OSError`, before
        anybody is told of a note. What takes long, the syncing, is done in the thread.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = write_beside(path, text)

        async def write() -> None:
            done(await self._in_thread(_place, temporary, path, text))

        self.recorded += 1
        self.submit(write)

    def remove_folder(self, folder: Path) -> None:
        """Remove `folder` soon, with what is on its way into it."""

        async def remove() -> None:
            await self._in_thread(shutil.rmtree, folder, ignore_errors=True)

        self.submit(remove)

    async def flush(self) -> None:
        """Return when everything so far is on disk, or cannot be."""
        if self._writing is not None:
            # A caller that no longer waits must not stop the writing.
            await asyncio.shield(self._writing)

    def submit(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do other work in its turn."""
        self._waiting.append(work)
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._waiting.popleft()()
        finally:
            self._writing = None


def _place(temporary: Path, path: Path, text: str) -> FileState | OSError:
    try:
        put_in_place(temporary, path)
        return find_state(path)
    except FileNotFoundError:  # its folder was removed in between
        return _write(path, text)
    except OSError as error:
        return error


def _write(path: Path, text: str) -> FileState | OSError:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
        return find_state(path)
    except OSError as error:
        return error


_checks: tuple[type[NoteWriting], ...] = (WriteAtOnce, NoteWriter)
