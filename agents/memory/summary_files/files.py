"""The summaries as markdown: projections of the log that people may read and rewrite.

A file's front matter says which memories its text stands for.  So a text that differs from
the log's is a person's edit if its span is still the present one, and otherwise either a
projection that a crash has left behind or an edit that came too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from agents.memory.core.records import Span, Summary
from agents.memory.core.view import View
from agents.memory.log.codec import storable
from world.vault.markdown import Note, NoteError, read_note, render_note, write_atomically

#: A person's text may be longer than ours, within reason: it is in every prompt.
MAX_EDIT_CHARACTERS = 8000


class Known(Protocol):
    """What the log knows of the texts that its summaries have had."""

    def holds(self, text: str) -> bool:
        """Whether the log holds, or once held, a summary with this text."""
        ...

    def left(self, content: str, covers: Span) -> bool:
        """Whether this is, to the letter, what was once written for a summary of this span."""
        ...


@dataclass(frozen=True, slots=True)
class Edited:
    """A person's version of a summary."""

    summary: Summary
    """The one that was rewritten."""
    text: str


@dataclass
class Findings:
    """What a look at the files found."""

    edits: list[Edited] = field(default_factory=list)
    stale: list[Summary] = field(default_factory=list)
    """Summaries whose file is missing or was left behind: to be written again."""
    gone: list[Path] = field(default_factory=list)
    """Files that were left behind by a summary that has none any more: to be removed."""
    problems: list[str] = field(default_factory=list)
    """Files that cannot be gone by, each with its line and the reason."""


class SummaryFiles:
    """One agent's ``summaries`` folder. The methods block; they may run in a thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, summary: Summary) -> Path:
        """``recent.md`` or ``longterm.md``."""
        return self.folder / f"{_kind(summary)}.md"

    # --- writing ---------------------------------------------------------------------

    def write(self, summary: Summary) -> None:
        """Write one summary's file, whole or not at all. Raises `OSError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path(summary), render(summary))

    def project(self, view: View, at: datetime, before: View) -> list[str]:
        """Write the files of a view that came to be at `at`.

        `before` is what the files said until now.  A text that came into a file meanwhile is
        kept beside it; the messages say so.  Raises `OSError`.
        """
        stood, stand = shown(before), shown(view)
        kept = [self._keep_edit(each, stood, at) for each in stand]
        gone = [each for each in stood if self.path(each) not in map(self.path, stand)]
        kept += [self._put_away(each, stood, at) for each in gone]
        for summary in stand:
            self.write(summary)
        self.write_copy(view, at)
        return [each for each in kept if each]

    def _put_away(self, summary: Summary, stood: Sequence[Summary], at: datetime) -> str:
        """Remove the file of a summary that has none any more, unless a person wrote in it."""
        message = self._keep_edit(summary, stood, at)
        self.path(summary).unlink(missing_ok=True)
        return message

    def write_copy(self, view: View, at: datetime) -> None:
        """Write ``recent-YYYYMMDD-HHMMSS.md`` unless it is there. Raises `OSError`."""
        if view.recent is not None:
            self._write_copy(at, render(view.recent))

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
        return self.folder / f"recent-{_seconds(at)}{more}.md"

    def _keep_edit(self, summary: Summary, before: Sequence[Summary], at: datetime) -> str:
        """Move an edit that nobody has taken over out of the way; say where it is."""
        path = self.path(summary)
        try:
            body = read_note(path).body if path.exists() else ""
        except NoteError:
            body = path.read_text(encoding="utf-8", errors="replace")
        if not body.strip() or any(same_text(body, each.text) for each in (*before, summary)):
            return ""
        aside = _unused(path.with_name(f"{path.stem}.edited-{_seconds(at)}.md"))
        path.rename(aside)
        return f"{path.name} was edited while a compaction ran: that text is kept in {aside.name}"

    # --- reading ---------------------------------------------------------------------

    def look(self, summaries: Sequence[Summary], known: Known) -> Findings:
        """Compare each file with the summary that stands."""
        findings = Findings()
        for summary in summaries:
            try:
                self._look_at(summary, known, findings)
            except NoteError as error:
                findings.problems.append(f"{error}; the last good version stays")
        for path in {self.folder / f"{each}.md" for each in _KINDS} - set(
            map(self.path, summaries)
        ):
            try:
                self._look_for(path, known, findings)
            except NoteError as error:
                findings.problems.append(str(error))
        return findings

    def _look_for(self, path: Path, known: Known, findings: Findings) -> None:
        """At a file that should not be there."""
        if not path.exists():
            return
        note = read_note(path)
        if not known.holds(note.body):
            allowed = "nothing (delete the file)"
            raise NoteError(path, 0, "no summary of this kind stands now", None, allowed)
        findings.gone.append(path)

    def _look_at(self, summary: Summary, known: Known, findings: Findings) -> None:
        path = self.path(summary)
        if not path.exists():
            findings.stale.append(summary)
            return
        note = read_note(path)
        text, covers = storable(note.body.strip()), _covers(note)
        if same_text(text, summary.text):
            if (covers, note.metadata.get("method")) != (summary.covers, summary.method):
                findings.stale.append(summary)
        elif covers not in (None, summary.covers):
            self._left_behind(note, summary, known, findings)
        elif known.left(path.read_text(encoding="utf-8"), summary.covers):
            # Made again, and then a crash came: not a letter of this is a person's.
            findings.stale.append(summary)
        else:
            _check_edit(note, text)
            findings.edits.append(Edited(summary, text))

    def _left_behind(self, note: Note, summary: Summary, known: Known, findings: Findings) -> None:
        if known.holds(note.body):
            findings.stale.append(summary)
            return
        first, last = summary.covers
        raise note.error(
            "covers",
            "this text is of another span than the summary that stands now",
            f"{first} to {last} (delete the file to have it written again)",
        )


def shown(view: View) -> list[Summary]:
    """The summaries that have files: the long-term and the recent one, as far as there are any."""
    return [each for each in (view.longterm, view.recent) if each is not None]


_KINDS = ("longterm", "recent")


def _kind(summary: Summary) -> str:
    return "recent" if summary.type in ("recent", "leaf") else "longterm"


def render(summary: Summary) -> str:
    """The whole file for one summary."""
    front: dict[str, object] = {
        "type": "memory_summary",
        "summary_type": _kind(summary),
        "updated": summary.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "covers": list(summary.covers),
        "memory_count": summary.memory_count,
        "method": summary.method,
        "profile": summary.profile,
        "model": summary.model,
        "tokens": summary.tokens,
    }
    return render_note(front, summary.text)


def _unused(path: Path) -> Path:
    """`path`, or with -2, -3 … where that is another file's name."""
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def _seconds(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%d-%H%M%S")


def same_text(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but white space at the ends of lines."""
    return _bare(one) == _bare(other)


def _bare(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def _covers(note: Note) -> Span | None:
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
