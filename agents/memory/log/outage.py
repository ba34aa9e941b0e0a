"""An outage of one archive: told once when it begins and once, with counts, when it ends."""

from __future__ import annotations

from collections.abc import Callable

from agents.boundaries import StorageTrouble, StorageWatcher
from agents.event_line import EventLine, tell_event, tell_of_memory
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.backlog import Backlog, count_experiences


class Outage:
    """Knows why the archive cannot be written or synced, and what was told of it."""

    def __init__(
        self, name: str, backlog: Backlog, log: Callable[[str], None], watch: StorageWatcher
    ) -> None:
        self.writing = ""
        """Why lines cannot be written now; empty if they can."""
        self.syncing = ""
        """Why written lines cannot be synced now; empty if they can."""
        self.on_end: Callable[[], None] = lambda: None
        """Called when everything is written and synced again."""
        self._name = name
        self._backlog = backlog
        self._log = log
        self._watch = watch
        self._told: set[str] = set()
        self._saved = 0
        self._lost = 0

    @property
    def error(self) -> str:
        """Why the archive is unreliable now; empty if it is reliable."""
        return self.writing or self.syncing

    def begin_writing(self, error: ArchiveUnwritable) -> None:
        """Take notice that a line could not be written."""
        self.writing = str(error)
        room = f"{self._backlog.limit // 1024 // 1024} MB"
        self._tell_once(
            "writing",
            f"{error}; experiences wait in memory ({room} of them at most) and are written when it"
            " can be, and nothing is compacted meanwhile",
            error.reason,
            error=str(error),
        )

    def begin_syncing(self, error: ArchiveUnwritable) -> None:
        """Take notice that written lines could not be synced."""
        self.syncing = str(error)
        what = f"{error}; until it can be, nothing is compacted"
        self._tell_once("syncing", what, error.reason, error=str(error))

    def begin_losing(self) -> None:
        """Take notice that no more can wait."""
        self._tell_once("losing", "no more experiences can wait: from now on they are lost", "")

    def end(self) -> None:
        """Take notice that everything is written and synced."""
        self.writing = self.syncing = ""
        if not self._told:
            return
        self._told.clear()
        saved, lost = self._backlog.saved - self._saved, self._backlog.lost - self._lost
        self._saved, self._lost = self._backlog.saved, self._backlog.lost
        told = self._backlog.describe_losses() if lost else "nothing"
        written = f"{count_experiences(saved)} from memory written"
        what = f"the archive can be written again: {written}, {told} lost"
        self._complain("", tell_event("memory.written-again", what, saved=saved, lost=lost))
        self._watch(StorageTrouble("archive", self._name, "", saved=saved, lost=lost))
        self.on_end()

    def describe_waiting(self) -> str:
        """Return what waits to be written: ``2 experiences (191 to 192)``; empty if nothing."""
        waiting = self._backlog.experiences()
        if not waiting:
            return "the record of a turn" if self._backlog else ""
        span = f"{waiting[0].seq} to {waiting[-1].seq}"
        return f"{count_experiences(len(waiting))} ({span})"

    def tell_stop(self) -> None:
        """Log what could not be written to the end."""
        if self._backlog:
            what = f"{self.describe_waiting()} could not be written and will not be remembered"
            known = {"memories": len(self._backlog.experiences()), "error": self.error}
            lost = tell_event("memory.lost", f"{what}: {self.error}", "error", **known)
            self._complain("ERROR: ", lost)

    def _tell_once(self, kind: str, what: str, reason: str, **fields: object) -> None:
        if kind in self._told:
            return
        first = not self._told
        self._told.add(kind)
        known = {"reason": reason, **fields} if reason else fields
        self._complain("ERROR: ", tell_event(f"memory.{kind}", what, "error", **known))
        if first:
            self._watch(StorageTrouble("archive", self._name, reason, self.error))

    def _complain(self, how: str, what: EventLine) -> None:
        self._log(tell_of_memory(self._name, what, how))
