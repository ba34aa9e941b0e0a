"""Private notes of an agent or a person, one markdown file for each title."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from agents.boundaries import Clock
from agents.memory.language.words import ARTICLES, any_of
from world.names import PathRefused, key_of, vault_path
from world.text import clean_line, clean_text, cut
from world.vault.markdown import Note as MarkdownNote
from world.vault.markdown import NoteError, read_note, render_note, write_atomically

TITLE_LENGTH = 60
NOTE_LENGTH = 4000
MAX_NOTES = 500
#: A larger file (bytes) is reported instead of read.
FILE_BYTES = 64 * 1024

_SUFFIX = ".md"
#: Characters that file systems refuse; they are removed from titles.
_LEFT_OUT = re.compile(r'[:*?"<>|]+')
_WORD = re.compile(r"\w+")
_ARTICLE = re.compile(rf"^{any_of(ARTICLES)} ")


class NoteRefused(Exception):
    """A note cannot be written; the message, in whole sentences, is for its writer."""


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """One private note, as in its file."""

    title: str
    content: str
    updated: datetime
    """The time of the last change (UTC)."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A cached note, or the error in its file, with the file's state when it was read."""

    state: tuple[int, int]
    note: PrivateNote | None
    error: NoteError | None = None
    title: str = ""
    words: str = ""
    """The content's words in folded case, each between single spaces, as in `title`."""


def parse_note_args(text: str) -> tuple[str, str]:
    """Split ``title -> content``. Raises `NoteRefused` when either is missing."""
    title, arrow, content = text.partition("->")
    if not arrow or not title.strip() or not content.strip():
        raise NoteRefused("A note needs a title and words: note <title> -> <words>")
    return title.strip(), content.strip()


class NoteBook:
    """Reads and writes the notes in one folder; people may edit the files at any time.

    It reads a note again only when its file has changed.  It does not change a broken file;
    `problems` names it.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._cache: dict[str, _Kept] = {}

    # --- writing ---------------------------------------------------------------------

    def append(self, title: str, content: str) -> PrivateNote:
        """Add `content` to the end of the note, after an empty line; create a missing note.

        Case does not matter in titles.  Raises `NoteRefused`.
        """
        old = self._read_existing(title)
        before = f"{old.body.strip()}\n\n" if old and old.body.strip() else ""
        return self._write(title, before, content, old)

    def overwrite(self, title: str, content: str) -> PrivateNote:
        """Replace the note's text by `content`. Raises `NoteRefused`."""
        return self._write(title, "", content, self._read_existing(title))

    def _read_existing(self, title: str) -> MarkdownNote | None:
        path = self._path(title)
        try:
            return read_note(path) if path.exists() else None
        except NoteError as error:
            raise NoteRefused(f"The note '{path.stem}' is broken: {error}") from None

    def _write(
        self, title: str, before: str, content: str, old: MarkdownNote | None
    ) -> PrivateNote:
        path = self._path(title)
        added = clean_text(content, NOTE_LENGTH + 1).strip()
        self._check_room(path, len(before) + len(added), added, old)
        now = self._clock.now().astimezone(UTC).replace(microsecond=0)
        metadata = {**(old.metadata if old else {}), "updated": now}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, render_note(metadata, before + added))
        except OSError as error:
            raise NoteRefused(f"The note cannot be written: {error.strerror or error}.") from None
        return PrivateNote(path.stem, before + added, now)

    def _check_room(self, path: Path, length: int, added: str, old: MarkdownNote | None) -> None:
        if not added:
            raise NoteRefused("A note needs words.")
        if length > NOTE_LENGTH:
            raise NoteRefused(
                f"The note '{path.stem}' would have more than {NOTE_LENGTH} characters: "
                "begin another, or @overwrite-note it with less."
            )
        if old is None and len(self._files()) >= MAX_NOTES:
            raise NoteRefused(f"There are {MAX_NOTES} notes already: add to one of them.")

    def _path(self, title: str) -> Path:
        wanted = clean_line(_LEFT_OUT.sub(" ", clean_line(title, 10 * TITLE_LENGTH)), 10_000)
        wanted = " ".join(wanted.removeprefix("[[").removesuffix("]]").split()).rstrip(". ")
        if len(wanted) > TITLE_LENGTH:
            raise NoteRefused(
                f"A title has at most {TITLE_LENGTH} characters; this one has {len(wanted)}."
            )
        if not any(map(str.isalnum, wanted)):
            raise NoteRefused("A title needs a letter or a digit.")
        same = [stem for stem in self._files() if key_of(stem) == key_of(wanted)]
        try:
            return vault_path(self._folder, f"{same[0] if same else wanted}{_SUFFIX}")
        except PathRefused as refused:
            raise NoteRefused(f"That cannot be a title: {refused}.") from None

    # --- reading ---------------------------------------------------------------------

    @property
    def problems(self) -> tuple[NoteError, ...]:
        """One error for each file that is not a readable note."""
        return tuple(kept.error for kept in self._read() if kept.error)

    def titles(self) -> tuple[str, ...]:
        """Return every note's title in alphabetical order."""
        return tuple(note.title for note in self._notes())

    def get(self, title: str) -> PrivateNote | None:
        """Return the note of that title, in any case; None if there is none."""
        key = key_of(title)
        return next((note for note in self._notes() if key_of(note.title) == key), None)

    def search(self, words: str, limit: int = 10) -> list[PrivateNote]:
        """Return notes with words that begin with `words`: most matches first, then newest."""
        terms = [f" {term}" for term in dict.fromkeys(_WORD.findall(key_of(words)))]

        def score(kept: _Kept) -> int:
            in_text = sum(term in kept.words or term in kept.title for term in terms)
            return 10 * in_text + sum(term in kept.title for term in terms)

        return self._best(score, limit)

    def relevant(self, place: str, names: Sequence[str], limit: int = 3) -> list[PrivateNote]:
        """Return notes about `place` or `names`: by title first, then by mentions, then newest."""
        subjects = [_join_words(_ARTICLE.sub("", key_of(subject))) for subject in (place, *names)]

        def score(kept: _Kept) -> int:
            return sum(_score_subject(kept, subject) for subject in subjects if subject.strip())

        return self._best(score, limit)

    def random(self, rng: random.Random) -> PrivateNote | None:
        """Return a random note; None if there is none."""
        notes = self._notes()
        return rng.choice(notes) if notes else None

    def _best(self, score: Callable[[_Kept], int], limit: int) -> list[PrivateNote]:
        scored = [(score(kept), kept.note) for kept in self._read() if kept.note]
        found = [(points, note) for points, note in scored if points > 0]
        found.sort(key=lambda pair: (pair[0], pair[1].updated, pair[1].title), reverse=True)
        return [note for _, note in found[: max(0, limit)]]

    def _notes(self) -> list[PrivateNote]:
        return [kept.note for kept in self._read() if kept.note]

    def _files(self) -> dict[str, tuple[Path, tuple[int, int]]]:
        """Return each note's file by title, with its time of change and size."""
        try:
            entries = sorted(self._folder.iterdir())
        except OSError:
            return {}
        named = [path for path in entries if path.suffix == _SUFFIX and path.name[0] != "."]
        return {path.stem: (path, state) for path in named if (state := _state(path))}

    def _read(self) -> Iterable[_Kept]:
        files = self._files()
        cached = self._cache
        self._cache = {
            stem: kept if (kept := cached.get(stem)) and kept.state == state else _load(path, state)
            for stem, (path, state) in files.items()
        }
        return self._cache.values()


def _state(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _load(path: Path, state: tuple[int, int]) -> _Kept:
    try:
        if state[1] > FILE_BYTES:
            raise NoteError(path, 0, "too long for a note", f"{state[1]} bytes", f"{FILE_BYTES}")
        read = read_note(path)
    except NoteError as error:
        return _Kept(state, None, error)
    content = cut(clean_text(read.body, FILE_BYTES), NOTE_LENGTH)
    note = PrivateNote(path.stem, content, _read_time(read.metadata.get("updated"), state[0]))
    return _Kept(state, note, None, _join_words(key_of(note.title)), _join_words(key_of(content)))


def _read_time(written: object, changed_ns: int) -> datetime:
    """Return the time in the note's front matter, or else the file's time of change."""
    with suppress(ValueError, OverflowError):
        time = datetime.fromisoformat(str(written))
        return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    return datetime.fromtimestamp(changed_ns / 1e9, UTC)


def _join_words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text))} "


def _score_subject(kept: _Kept, subject: str) -> int:
    """Return the note's score for `subject`: 9 is its title, 3 in its title, 1 in its text."""
    titled = _ARTICLE.sub("", kept.title.lstrip())
    if titled.strip() == subject.strip():
        return 9
    return 3 if subject in kept.title else int(subject in kept.words)
