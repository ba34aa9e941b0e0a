"""Keeps the files of summaries, journal and people in step with the log.

They are made from the log, so a file that cannot be written now is written later: after a wait that
doubles, when the archive can be written again, at a save, or at the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, Timer
from agents.event_line import EventLine, tell_event
from agents.memory.journal.entries.entry_file import JournalRefused
from agents.memory.journal.journal import Journal
from agents.memory.summary_files.editing import Editor

#: Seconds from a failure to the next try; they double up to the longest wait.
FIRST_WAIT_SECONDS = 30.0
LONGEST_WAIT_SECONDS = 900.0


class Projections:
    """Writes one agent's files again after a failure; `error` is why some are missing now."""

    def __init__(
        self,
        name: str,
        editor: Editor,
        journal: Journal | None,
        clock: Clock,
        tell: Callable[[EventLine], None],
        watch: StorageWatcher,
    ) -> None:
        self.error = ""
        self.is_busy: Callable[[], bool] = lambda: False
        """Return whether a compaction is running; until its end no summary file is touched."""
        self._name = name
        self._editor = editor
        self._journal = journal
        self._clock = clock
        self._tell = tell
        self._watch = watch
        self._wait = FIRST_WAIT_SECONDS
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def adopt(self) -> list[str]:
        """Record edits and write missing summary files; return a sentence for each edit and
        problem."""
        messages = self._editor.adopt()
        if self._editor.failure is not None:
            self.fail(self._editor.failure)
        return messages

    def fail(self, error: OSError) -> None:
        """Take notice that a file could not be written, and plan to write it later."""
        reason = error.strerror or str(error)
        what = f"the files of summaries and journal cannot be written: {reason}"
        if isinstance(error, JournalRefused):
            # No waiting helps against entries of a newer version.
            self._warn(what)
            return
        if not self.error:
            self._warn(f"{what}; they are written later")
            self._watch(StorageTrouble("files", self._name, reason, f"{self._name}: {what}"))
        self.error = what
        if self._timer is None:
            self._try_in(self._wait)
            self._wait = min(self._wait * 2, LONGEST_WAIT_SECONDS)

    async def write(self) -> None:
        """Write all files anew if some are missing. Raises `OSError`."""
        if not self.error or self.is_busy():
            return
        messages = self._editor.adopt()
        if self._editor.failure is not None:
            raise self._editor.failure
        if self._journal is not None:
            await self._journal.rebuild()
        self.error, self._wait = "", FIRST_WAIT_SECONDS
        said = ["the files of summaries and journal are written again", *messages]
        self._tell(tell_event("memory.files", "; ".join(said), edits=len(messages)))
        self._watch(StorageTrouble("files", self._name, ""))

    def _warn(self, what: str) -> None:
        self._tell(tell_event("memory.files-fail", f"WARNING: {what}", "warning", error=what))

    def try_now(self) -> None:
        """Try again without waiting if some files are missing."""
        if self.error:
            self._cancel_timer()
            self._try_in(0.0)

    async def close(self) -> None:
        """Try no more; wait for a try that is under way."""
        self._closed = True
        self._cancel_timer()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def _try_in(self, seconds: float) -> None:
        if not self._closed:
            self._timer = self._clock.call_later(seconds, self._start)

    def _start(self) -> None:
        self._timer = None
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._try())

    async def _try(self) -> None:
        try:
            await self.write()
        except OSError as error:
            self.fail(error)
        if self.error and self._timer is None:
            self._try_in(self._wait)  # a compaction was running

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
