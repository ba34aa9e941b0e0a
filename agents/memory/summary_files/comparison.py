"""Compares the summary files with the log: what a person edited, what is out of date.

A file's front matter says which memories its text covers.  A text that differs from the log's is
a person's edit if its span is the present one; otherwise it is a file that a crash left behind,
or an edit that came too late.
"""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import Span, Summary
from agents.memory.core.view import View
from agents.memory.log.codec import make_storable
from agents.memory.summary_files.files import SummaryFiles
from agents.memory.summary_files.history import SummaryHistory
from agents.memory.summary_files.page import is_same_text, list_file_summaries, render_summary
from late.late_dataclass import late_dataclass
from world.vault.markdown import Note, NoteError, parse_note, read_markdown, read_note

#: The most characters of an edited text. It may be longer than a written one, but every prompt
#: has it.
MAX_EDIT_CHARACTERS = 8000


@late_dataclass(frozen=True, slots=True)
class EditedSummary:
    """A person's version of a summary."""

    summary: Summary
    """The summary that was rewritten."""
    text: str


class FileComparison:
    """Compares the files with `view` when it is made. Making it may raise `OSError`."""

    def __init__(self, files: SummaryFiles, view: View, history: SummaryHistory) -> None:
        self.edits: list[EditedSummary] = []
        self.stale: list[Summary] = []
        """Summaries whose file is missing or out of date and must be written."""
        self.gone: list[Path] = []
        """Files of summaries that no longer stand; they must be removed."""
        self.problems: list[str] = []
        """Sentences about files that cannot be adopted, each with the line and the reason."""
        self._files = files
        self._history = history
        summaries = list_file_summaries(view)
        for summary in summaries:
            self._compare(summary)
        for path in sorted(files.paths() - set(map(files.path, summaries))):
            self._check_extra(path)

    def _compare(self, summary: Summary) -> None:
        try:
            self._compare_text(summary)
        except NoteError as error:
            self.problems.append(f"{error}; the last good version stays")

    def _compare_text(self, summary: Summary) -> None:
        path = self._files.path(summary)
        if not path.exists():
            self.stale.append(summary)
            return
        content = read_markdown(path)
        if content == render_summary(summary):
            return
        note = parse_note(path, content)
        text, covers = make_storable(note.body.strip()), _read_span(note)
        if is_same_text(text, summary.text):
            if (covers, note.metadata.get("method")) != (summary.covers, summary.method):
                self.stale.append(summary)
        elif covers not in (None, summary.covers):
            self._compare_other_span(note, summary)
        elif self._history.has_written(path.read_text(encoding="utf-8"), summary.covers):
            # A crash came between a redo and its file: this is an old text of ours, no edit.
            self.stale.append(summary)
        else:
            _check_edit(note, text)
            self.edits.append(EditedSummary(summary, text))

    def _compare_other_span(self, note: Note, summary: Summary) -> None:
        if self._history.contains_text(note.body):
            self.stale.append(summary)
            return
        raise _refuse_span(note, summary)

    def _check_extra(self, path: Path) -> None:
        """Check a file that should not be there."""
        if not path.exists():
            return
        try:
            note = read_note(path)
            if not self._history.contains_text(note.body):
                allowed = "nothing (delete the file)"
                raise NoteError(path, 0, "no summary of this kind stands now", None, allowed)
        except NoteError as error:
            self.problems.append(str(error))
        else:
            self.gone.append(path)


def check_edited_file(path: Path, summary: Summary) -> None:
    """Raise `NoteError` if the text in `path` cannot take the place of a summary that stands."""
    note = read_note(path)
    if _read_span(note) not in (None, summary.covers):
        raise _refuse_span(note, summary)
    _check_edit(note, make_storable(note.body.strip()))


def _refuse_span(note: Note, summary: Summary) -> NoteError:
    first, last = summary.covers
    return note.error(
        "covers",
        "this text is of another span than the summary that stands now",
        f"{first} to {last} (delete the file to have it written again)",
    )


def _read_span(note: Note) -> Span | None:
    value = note.metadata.get("covers")
    if value is None:
        return None
    match value:
        case [int(first), int(last)]:
            return first, last
        case _:
            raise note.error("covers", "this is not a span", "[first, last]")


def _check_edit(note: Note, text: str) -> None:
    if not text:
        what = "an empty summary would lose what it stands for"
        allowed = "some text (delete the file to have it written again)"
        raise NoteError(note.path, note.body_line, what, None, allowed)
    if len(text) > MAX_EDIT_CHARACTERS:
        what = f"{len(text)} characters are too many for every prompt"
        allowed = f"up to {MAX_EDIT_CHARACTERS}"
        raise NoteError(note.path, note.body_line, what, None, allowed)
