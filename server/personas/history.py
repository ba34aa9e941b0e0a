"""Earlier versions of the notes of one agent: ``profile.md``, ``voice.md`` and ``follow_ups.md``.

They stand in ``history/`` beside them, named by the time (UTC) at which they ended:
``profile-20261122-081500.md``.  ``history/changes.jsonl`` says who changed which, and how.  The
version in force is copied into the machine's own folder, so that a change made by hand is noticed
and its version before is known, even if the server was not running.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from world.names import vault_path
from world.vault.markdown import write_atomically

MOST = 200
"""So many versions are kept of the notes of one agent; the oldest goes."""

CHANGES = "changes.jsonl"


@late_dataclass(frozen=True, slots=True)
class KeptVersion:
    """An earlier version of a note."""

    at: str
    """When it ended, in ISO 8601 (UTC)."""
    note: str
    """``profile.md``, ``voice.md`` or ``follow_ups.md``."""
    by: str
    """Who changed it; empty: somebody outside of the world."""
    how: str
    file: str
    """Its name in ``history/``."""


@late_dataclass(frozen=True, slots=True)
class NoteHistory:
    """The earlier versions of one agent's notes. Its methods raise `OSError`."""

    folder: Path
    """The agent's own."""
    copies: Path
    """Where the versions in force are copied to."""
    clock: Clock

    def observe(self, note: str, by: str, how: str) -> KeptVersion | None:
        """Take the note as it is now for the version in force; keep the one before.

        Returns what was kept; None if nothing has changed, or it is the first version.
        """
        now = (self.folder / note).read_text("utf-8", "replace")
        copy = self.copies / note
        before = copy.read_text("utf-8", "replace") if copy.exists() else None
        if before == now:
            return None
        kept = None if before is None else self._keep(note, before, by, how)
        self.copies.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(copy, now)
        return kept

    def versions(self) -> list[KeptVersion]:
        """Return what is kept, the newest first."""
        found = [each for each in self._read_changes() if (self.history / each.file).is_file()]
        return found[::-1]

    def read(self, kept: KeptVersion) -> str:
        """Return an earlier version."""
        return vault_path(self.history, kept.file).read_text("utf-8", "replace")

    @property
    def history(self) -> Path:
        """The folder of the earlier versions."""
        return self.folder / "history"

    def _keep(self, note: str, text: str, by: str, how: str) -> KeptVersion:
        self.history.mkdir(mode=0o700, exist_ok=True)
        at = self.clock.now()
        file = self._find_free(f"{Path(note).stem}-{at:%Y%m%d-%H%M%S}")
        write_atomically(file, text)
        kept = KeptVersion(f"{at:%Y-%m-%dT%H:%M:%SZ}", note, by, how, file.name)
        entries = [*self._read_changes(), kept]
        for old in entries[:-MOST]:
            vault_path(self.history, old.file).unlink(missing_ok=True)
        lines = (json.dumps(asdict(each), ensure_ascii=False) for each in entries[-MOST:])
        write_atomically(self.history / CHANGES, "".join(f"{line}\n" for line in lines))
        return kept

    def _find_free(self, stem: str) -> Path:
        path, number = self.history / f"{stem}.md", 1
        while path.exists():
            number += 1
            path = self.history / f"{stem}-{number}.md"
        return path

    def _read_changes(self) -> Iterator[KeptVersion]:
        path = self.history / CHANGES
        if not path.exists():
            return
        for line in path.read_text("utf-8", "replace").splitlines():
            with suppress(ValueError, TypeError):  # a person may have edited it
                found = KeptVersion(**json.loads(line))
                if all(Path(name).name == name for name in (found.file, found.note)):
                    yield found
