"""The summaries as markdown files: projections of the log that people may read and edit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from agents.memory.core.records import Summary
from agents.memory.core.view import View
from agents.memory.summary_files.page import (
    FILE_TYPES,
    is_same_text,
    list_file_summaries,
    name_file,
    render_summary,
)
from world.vault.markdown import NoteError, parse_note, read_markdown, write_atomically


class SummaryFiles:
    """Writes one agent's ``summaries`` folder. The methods block; they may run in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, summary: Summary) -> Path:
        """Return the summary's file: ``recent.md`` or ``longterm.md``."""
        return self.folder / name_file(summary)

    def paths(self) -> set[Path]:
        """Return every file that may exist, except the copies."""
        return {self.folder / f"{each}.md" for each in FILE_TYPES}

    # --- writing ---------------------------------------------------------------------

    def write(self, summary: Summary) -> None:
        """Write one summary's file atomically. Raises `OSError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path(summary), render_summary(summary))

    def project(self, view: View, at: datetime, before: View) -> list[str]:
        """Write the files of `view`, which a compaction made at `at`; return messages.

        `before` is the view that the files showed until now.  A text that a person wrote into a
        file meanwhile is moved beside it, and a message says so.  Raises `OSError`.
        """
        stood, stand = list_file_summaries(before), list_file_summaries(view)
        kept = [self._keep_edit(each, stood, at) for each in stand]
        gone = [each for each in stood if self.path(each) not in map(self.path, stand)]
        kept += [self._remove_file(each, stood, at) for each in gone]
        for summary in stand:
            self.write(summary)
        self.write_copy(view, at)
        return [each for each in kept if each]

    def _remove_file(self, summary: Summary, stood: Sequence[Summary], at: datetime) -> str:
        """Remove the file of a summary that no longer stands; keep an edit beside it."""
        message = self._keep_edit(summary, stood, at)
        self.path(summary).unlink(missing_ok=True)
        return message

    def write_copy(self, view: View, at: datetime) -> None:
        """Write ``recent-YYYYMMDD-HHMMSS.md`` unless it exists. Raises `OSError`."""
        if view.recent is not None:
            self._write_copy(at, render_summary(view.recent))

    def _write_copy(self, at: datetime, text: str) -> None:
        number, path = 1, self._copy_path(at, 1)
        while path.exists():
            if path.read_text(encoding="utf-8", errors="replace") == text:
                return
            number += 1
            path = self._copy_path(at, number)
        write_atomically(path, text)

    def _copy_path(self, at: datetime, number: int) -> Path:
        more = f"-{number}" if number > 1 else ""
        return self.folder / f"recent-{_format_seconds(at)}{more}.md"

    def _keep_edit(self, summary: Summary, before: Sequence[Summary], at: datetime) -> str:
        """Move an edit that was not adopted beside its file; return a message about it."""
        path = self.path(summary)
        try:
            content = read_markdown(path) if path.exists() else ""
            if content in map(render_summary, before):
                return ""
            body = parse_note(path, content).body
        except NoteError:
            body = path.read_text(encoding="utf-8", errors="replace")
        if not body.strip() or any(is_same_text(body, each.text) for each in (*before, summary)):
            return ""
        aside = _find_unused_path(path.with_name(f"{path.stem}.edited-{_format_seconds(at)}.md"))
        path.rename(aside)
        return f"{path.name} was edited while a compaction ran: that text is kept in {aside.name}"


def _find_unused_path(path: Path) -> Path:
    """Return `path`, or with -2, -3 … if that name is taken."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def _format_seconds(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%d-%H%M%S")
