"""Private notes of an agent or a person, one markdown file for each title."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from agents.boundaries import Clock
from agents.mind.note_files.note_file import (
    NOTE_LENGTH,
    FileState,
    KeptNote,
    PrivateNote,
    join_subject,
    list_note_files,
    load_note_file,
    make_kept,
    score_subject,
    split_words,
)
from agents.mind.note_files.note_writer import NoteWriting, WriteAtOnce
from late.late_pattern import late_pattern
from world.names import PathRefused, key_of, vault_path
from world.text import ARROW, EQUALS, clean_line, clean_text, split_at_sign
from world.vault.markdown import NoteError, render_note

TITLE_LENGTH = 60
MAX_NOTES = 500
#: Bytes of all notes together.
MAX_BYTES = 1_000_000
#: Of a longer search only so many words count.
SEARCH_WORDS = 12

#: Characters that file systems refuse; they are removed from titles.
_LEFT_OUT = late_pattern(r'[:*?"<>|]+')


class NoteRefused(Exception):
    """A note cannot be written; the message, in whole sentences, is for its writer."""


def parse_note_args(text: str) -> tuple[str, str]:
    """Split ``title -> content``. Raises `NoteRefused` when either is missing."""
    title, _, content = split_note(text)
    if not title or not content:
        raise NoteRefused("A note needs a title and words: note <title> -> <words>")
    return title, content


def split_note(text: str) -> tuple[str, str, str]:
    """Return the title, the sign behind it and the words of what is typed for a note."""
    return split_at_sign(text, ARROW, f"→|{EQUALS}")


class NoteBook:
    """Reads and writes the notes in one folder; people may edit the files at any time.

    It reads a note again only when its file has changed.  It does not change a broken file;
    `problems` names it.  What was written is known at once, even while it is on its way to disk.
    """

    def __init__(self, folder: Path, clock: Clock, writing: NoteWriting | None = None) -> None:
        self._folder = folder
        self._clock = clock
        self._writing = writing or WriteAtOnce()
        self._cache: dict[str, KeptNote] = {}
        self._on_the_way: dict[str, KeptNote] = {}
        self.on_failure = refuse_unwritten
        """Called with the title and the reason if a note does not arrive on disk."""
        self.on_refusal: Callable[[str], None] = lambda why: None
        """Called with the reason if a note is refused because there is no room on the disk."""

    def load(self) -> dict[str, KeptNote]:
        """Return what the files hold; unlike all else it may be called in another thread."""
        return {
            title: load_note_file(self._folder, title, state)
            for title, state in list_note_files(self._folder).items()
        }

    def take_in(self, loaded: dict[str, KeptNote]) -> None:
        """Use what `load` returned, as far as the files are still the same."""
        self._cache = loaded

    # --- writing ---------------------------------------------------------------------

    def append(self, title: str, content: str) -> PrivateNote:
        """Add `content` to the end of the note, after an empty line; create a missing note.

        Case does not matter in titles.  Raises `NoteRefused`.
        """
        kept = self._read()
        path = self._path(title, kept)
        old = self._find_whole(path, kept)
        before = f"{old.body.strip()}\n\n" if old and old.body.strip() else ""
        return self._write(path, before, content, kept)

    def overwrite(self, title: str, content: str) -> PrivateNote:
        """Replace the note's text by `content`. Raises `NoteRefused`."""
        kept = self._read()
        path = self._path(title, kept)
        self._find_whole(path, kept)
        return self._write(path, "", content, kept)

    def _find_whole(self, path: Path, kept: Mapping[str, KeptNote]) -> KeptNote | None:
        found = kept.get(path.stem)
        if found is not None and found.error is not None:
            raise NoteRefused(f"The note '{path.stem}' is broken: {found.error}")
        return found

    def _write(
        self, path: Path, before: str, content: str, kept: Mapping[str, KeptNote]
    ) -> PrivateNote:
        title, old = path.stem, kept.get(path.stem)
        added = clean_text(content, NOTE_LENGTH + 1).strip()
        _check_length(title, before + added, added)
        now = self._clock.now().astimezone(UTC).replace(microsecond=0)
        metadata = {**(old.metadata if old else {}), "updated": now}
        text = render_note(metadata, before + added)
        size = len(text.encode("utf-8", "replace"))
        _check_room(title, size, kept)
        self._send(path, text, make_kept(title, metadata, before + added, (0, size)))
        return PrivateNote(title, before + added, now)

    def _send(self, path: Path, text: str, note: KeptNote) -> None:
        """Have the file written; until it is there, the note is known from here alone."""
        title = path.stem
        self._on_the_way[title] = note

        def done(result: FileState | OSError) -> None:
            if self._on_the_way.get(title) is note:
                del self._on_the_way[title]
            if isinstance(result, OSError):
                self.on_failure(title, result.strerror or str(result))
            elif title not in self._on_the_way:
                self._cache[title] = replace(note, state=result)

        try:
            self._writing.write(path, text, done)
        except OSError as error:
            del self._on_the_way[title]
            why = error.strerror or str(error)
            self.on_refusal(why)
            refuse_unwritten(title, why)

    def _path(self, title: str, kept: Mapping[str, KeptNote]) -> Path:
        wanted = clean_line(_LEFT_OUT.sub(" ", clean_line(title, 10 * TITLE_LENGTH)), 10_000)
        wanted = " ".join(wanted.removeprefix("[[").removesuffix("]]").split()).rstrip(". ")
        if len(wanted) > TITLE_LENGTH:
            raise NoteRefused(
                f"A title has at most {TITLE_LENGTH} characters; this one has {len(wanted)}."
            )
        if not any(map(str.isalnum, wanted)):
            raise NoteRefused("A title needs a letter or a digit.")
        same = [stem for stem in kept if key_of(stem) == key_of(wanted)]
        try:
            return vault_path(self._folder, f"{same[0] if same else wanted}.md")
        except PathRefused as refused:
            raise NoteRefused(f"That cannot be a title: {refused}.") from None

    # --- reading ---------------------------------------------------------------------

    @property
    def problems(self) -> tuple[NoteError, ...]:
        """One error for each file that is not a readable note."""
        return tuple(kept.error for kept in self._read().values() if kept.error)

    def titles(self) -> tuple[str, ...]:
        """Return every note's title in alphabetical order."""
        return tuple(sorted(note.title for note in self._notes()))

    def get(self, title: str) -> PrivateNote | None:
        """Return the note of that title, in any case; None if there is none."""
        key = key_of(title)
        return next((note for note in self._notes() if key_of(note.title) == key), None)

    def search(self, words: str, limit: int = 10) -> list[PrivateNote]:
        """Return notes with words that begin with `words`: most matches first, then newest."""
        terms = [f" {term}" for term in dict.fromkeys(split_words(key_of(words)))][:SEARCH_WORDS]

        def score(kept: KeptNote) -> int:
            in_text = sum(term in kept.words or term in kept.title for term in terms)
            return 10 * in_text + sum(term in kept.title for term in terms)

        return self._best(score, limit)

    def relevant(self, place: str, names: Sequence[str], limit: int = 3) -> list[PrivateNote]:
        """Return notes about `place` or `names`: by title first, then by mentions, then newest."""
        subjects = [join_subject(subject) for subject in (place, *names)]

        def score(kept: KeptNote) -> int:
            return sum(score_subject(kept, subject) for subject in subjects if subject.strip())

        return self._best(score, limit)

    def random(self, rng: random.Random) -> PrivateNote | None:
        """Return a random note; None if there is none."""
        notes = self._notes()
        return rng.choice(notes) if notes else None

    def _best(self, score: Callable[[KeptNote], int], limit: int) -> list[PrivateNote]:
        scored = [(score(kept), kept.note) for kept in self._read().values() if kept.note]
        found = [(points, note) for points, note in scored if points > 0]
        found.sort(key=lambda pair: (pair[0], pair[1].updated, pair[1].title), reverse=True)
        return [note for _, note in found[: max(0, limit)]]

    def _notes(self) -> list[PrivateNote]:
        return [kept.note for kept in self._read().values() if kept.note]

    def _read(self) -> Mapping[str, KeptNote]:
        """Return every note by its title; read those files that have changed."""
        cached = self._cache
        self._cache = {
            title: kept
            if (kept := cached.get(title)) and (kept.state == state or title in self._on_the_way)
            else load_note_file(self._folder, title, state)
            for title, state in list_note_files(self._folder).items()
        }
        return {**self._cache, **self._on_the_way}


def refuse_unwritten(title: str, why: str) -> None:
    """Refuse a note that could not be written at once. Raises `NoteRefused`."""
    raise NoteRefused(f"The note cannot be written: {why}.")


def _check_length(title: str, text: str, added: str) -> None:
    if not added:
        raise NoteRefused("A note needs words.")
    if len(text) > NOTE_LENGTH:
        raise NoteRefused(
            f"The note '{title}' would have more than {NOTE_LENGTH} characters: "
            "begin another, or @overwrite-note it with less."
        )


def _check_room(title: str, size: int, kept: Mapping[str, KeptNote]) -> None:
    if title not in kept and len(kept) >= MAX_NOTES:
        raise NoteRefused(f"There are {MAX_NOTES} notes already: add to one of them.")
    others = sum(each.state[1] for stem, each in kept.items() if stem != title)
    if others + size > MAX_BYTES:
        raise NoteRefused(
            f"All notes together would have more than {MAX_BYTES:,} bytes: @overwrite-note one"
            " of them with less."
        )
