"""The files of private notes: how they are listed and read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

from agents.memory.language.words import ARTICLES, any_of
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.names import key_of
from world.text import clean_text, cut
from world.vault.markdown import NoteError, read_note

NOTE_LENGTH = 4000
#: A larger file (bytes) is reported instead of read.
FILE_BYTES = 64 * 1024

_SUFFIX = ".md"
_WORD = late_pattern(r"\w+")
_ARTICLE = late_pattern(rf"^{any_of(ARTICLES)} ")

FileState = tuple[int, int]
"""The time of a file's last change, in nanoseconds, and its size."""


@late_dataclass(frozen=True, slots=True)
class PrivateNote:
    """One private note, as in its file."""

    title: str
    content: str
    updated: datetime
    """The time of the last change (UTC)."""


@late_dataclass(frozen=True, slots=True)
class KeptNote:
    """A note as it was read, or the error in its file, with the file's state at that time."""

    state: FileState
    note: PrivateNote | None
    error: NoteError | None = None
    title: str = ""
    words: str = ""
    """The content's words in folded case, each between single spaces, as in `title`."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    body: str = ""


def list_note_files(folder: Path) -> dict[str, FileState]:
    """Return the state of each note's file by its title, in alphabetical order."""
    found: dict[str, FileState] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if name.endswith(_SUFFIX) and name[0] != "." and len(name) > len(_SUFFIX):
                    with suppress(OSError):
                        state = entry.stat()
                        found[name.removesuffix(_SUFFIX)] = state.st_mtime_ns, state.st_size
    except OSError:
        return {}
    return dict(sorted(found.items()))


def find_state(path: Path) -> FileState:
    """Return a file's state. Raises `OSError`."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def load_note_file(folder: Path, title: str, state: FileState) -> KeptNote:
    """Read one file."""
    path = folder / f"{title}{_SUFFIX}"
    try:
        if state[1] > FILE_BYTES:
            raise NoteError(path, 0, "too long for a note", f"{state[1]} bytes", f"{FILE_BYTES}")
        read = read_note(path)
    except NoteError as error:
        return KeptNote(state, None, error)
    return make_kept(title, read.metadata, read.body, state)


def make_kept(title: str, metadata: Mapping[str, object], body: str, state: FileState) -> KeptNote:
    """Return a note as it stands in its file."""
    content = cut(clean_text(body, FILE_BYTES), NOTE_LENGTH)
    note = PrivateNote(title, content, _read_time(metadata.get("updated"), state[0]))
    words, named = join_words(key_of(content)), join_words(key_of(title))
    return KeptNote(state, note, None, named, words, metadata, body)


def _read_time(written: object, changed_ns: int) -> datetime:
    """Return the time in the note's front matter, or else the file's time of change."""
    with suppress(ValueError, OverflowError):
        time = datetime.fromisoformat(str(written))
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    return datetime.fromtimestamp(changed_ns / 1e9, UTC)


def split_words(text: str) -> list[str]:
    """Return the words of `text`, in order."""
    return _WORD.findall(text)


def join_words(text: str) -> str:
    """Return the words of `text`, each between single spaces."""
    return f" {' '.join(split_words(text))} "


def join_subject(subject: str) -> str:
    """Return the words of a place's or somebody's name, without an article."""
    return join_words(_ARTICLE.sub("", key_of(subject)))


def score_subject(kept: KeptNote, subject: str) -> int:
    """Return the note's score for `subject`: 9 is its title, 3 in its title, 1 in its text."""
    titled = _ARTICLE.sub("", kept.title.lstrip())
    if titled.strip() == subject.strip():
        return 9
    return 3 if subject in kept.title else int(subject in kept.words)
