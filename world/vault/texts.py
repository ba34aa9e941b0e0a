"""The sentences that the server says, read from ``vault/text/*.md``.

The format, also described at the top of ``vault/text/world.md``: a line
``**key**: sentence`` sets a sentence; with nothing after the colon, the block that follows
between lines of three backticks is the sentence.  Everything else is comment.
``{name}`` is replaced by a value, once and literally; ``{{`` and ``}}`` stand for braces.
Which placeholders a sentence may have, and which it needs, stands in `world.vault.placeholders`.
Whole pages are the files of the sub-folder ``pages``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from late.late_property import late_property
from world.vault.markdown import NoteError, parse_note, read_markdown
from world.vault.placeholders import Placeholders, find_placeholders

_ENTRY = late_pattern(r"\*\*(?P<key>[^*]+)\*\*\s*:[ \t]*(?P<value>.*)")
_KEY = late_pattern(r"[a-z0-9]+(?:[._-][a-z0-9]+)*")
_HOLE = late_pattern(r"\{\{|\}\}|\{([a-z_][a-z0-9_]*)\}")
_FENCE = late_pattern(r"\s*```")


class UnknownText(Exception):
    """A sentence or page was asked for that no file has."""


class MissingValue(Exception):
    """A sentence has a placeholder for which no value was given."""


@late_dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence with its file and line; its parts are literal texts and names in turn."""

    key: str
    raw: str
    path: Path
    line: int
    parts: tuple[str, ...]
    sound: bool = True
    """Whether its placeholders are right. Another is in force only while there is no better."""

    @property
    def names(self) -> tuple[str, ...]:
        """The placeholders' names."""
        return self.parts[1::2]

    def move_to(self, path: Path) -> Sentence:
        """Return the same sentence in another file with the same text."""
        return Sentence(self.key, self.raw, path, self.line, self.parts, self.sound)

    def fill(self, values: Mapping[str, object]) -> str:
        """Return the text with `values` in their places. Raises `MissingValue`."""
        out = list(self.parts)
        try:
            out[1::2] = [str(values[name]) for name in out[1::2]]
        except KeyError as missing:
            given = ", ".join(sorted(values)) or "none"
            raise MissingValue(
                f"{self.path}:{self.line}: {self.key} has the placeholder {{{missing.args[0]}}}; "
                f"the values given are: {given}"
            ) from None
        return "".join(out)


def _parts(raw: str) -> tuple[str, ...]:
    """Split a sentence into literal, name, literal, name, … literal."""
    if "{{" not in raw and "}}" not in raw:
        return tuple(_HOLE.split(raw))
    parts, literal, end = [], "", 0
    for hole in _HOLE.finditer(raw):
        literal += raw[end : hole.start()]
        end = hole.end()
        if hole[1] is None:
            literal += hole[0][0]
        else:
            parts += [literal, hole[1]]
            literal = ""
    return (*parts, literal + raw[end:])


def make_sentence(key: str, raw: str, path: Path, line: int) -> Sentence:
    """Make the sentence `key` from its text."""
    return Sentence(key, raw, path, line, _parts(raw))


class Texts:
    """Holds the sentences and pages in force. `errors` lists what is wrong in the files."""

    def __init__(self, files: Sequence[Sequence[_TextFile]]) -> None:
        """`files` are those of each folder; see `load`."""
        self._files = files
        # A copy is as sound as the original, of which tests hold it, so it is read when it is used.
        self.errors = () if _are_copies(files) else tuple(self._read.errors)
        self.edition = 0
        """How often the texts were replaced; a cache of what they say is of one edition."""

    @classmethod
    def load(cls, folders: Sequence[Path]) -> Texts:
        """Read the folders; a later one overrides sentences and pages of an earlier one.

        Never raises for what stands in the files: a sentence that is there twice in one
        folder, has a wrong key, or overrides one that does not exist or lacks its values,
        is left out and named in `errors`.  One with wrong placeholders gives way to an earlier
        folder's; without one it is used as it stands, so that the rest can run.
        """
        return cls([_find_files(each) for each in dict.fromkeys(map(Path.resolve, folders))])

    def say(self, key: str, /, **values: object) -> str:
        """Return the sentence `key` with `values` in their places, literally.

        Raises `UnknownText` or `MissingValue`.
        """
        return self._sentence(key).fill(values)

    def raw(self, key: str) -> str:
        """Return the sentence as it stands in its file. Raises `UnknownText`."""
        return self._sentence(key).raw

    def names(self, key: str) -> tuple[str, ...]:
        """Return the names of a sentence's placeholders. Raises `UnknownText`."""
        return self._sentence(key).names

    def where(self, key: str) -> str:
        """Return the file and line of a sentence. Raises `UnknownText`."""
        found = self._sentence(key)
        return f"{found.path}:{found.line}"

    def list_raw(self) -> dict[str, str]:
        """Return every sentence and page as it stands in its file, by its key or name."""
        return {key: each.raw for key, each in {**self._pages, **self._sentences}.items()}

    def keys(self) -> tuple[str, ...]:
        """Return every sentence's key, in alphabetical order."""
        return tuple(sorted(self._sentences))

    def pages(self) -> tuple[str, ...]:
        """Return every page's name, in alphabetical order."""
        return tuple(sorted(self._pages))

    def page(self, name: str, /, **values: object) -> str:
        """Return a whole page; with `values`, its placeholders are replaced by them."""
        found = self._pages.get(name)
        if found is None:
            raise UnknownText(f"there is no page {name!r}; pages: {', '.join(self.pages())}")
        return found.fill(values) if values else found.raw

    def replace_by(self, fresh: Texts) -> tuple[NoteError, ...]:
        """Take over the texts of `fresh`; return its errors.

        Of a file that something is wrong with, sentences and pages that the fresh reading
        lacks, has only in an earlier folder, or with wrong placeholders stay as they are here.
        """
        broken = {error.path for error in fresh.errors}
        for mine, theirs in ((self._sentences, fresh._sentences), (self._pages, fresh._pages)):
            kept = {
                key: old
                for key, old in mine.items()
                if old.path in broken and _is_worse(theirs.get(key), old)
            }
            mine.clear()
            mine.update(theirs | kept)
        self.errors = fresh.errors
        self.edition += 1
        return fresh.errors

    @late_property
    def _read(self) -> _Reader:
        reader = _Reader()
        for each in self._files:
            reader.read(each)
        return reader

    @property
    def _sentences(self) -> dict[str, Sentence]:
        return self._read.sentences

    @property
    def _pages(self) -> dict[str, Sentence]:
        return self._read.pages

    def _sentence(self, key: str) -> Sentence:
        found = self._sentences.get(key)
        if found is None:
            raise UnknownText(f"there is no sentence {key!r} in the texts")
        return found


@late_dataclass(frozen=True, slots=True)
class _TextFile:
    """A file of a folder, with its text, or with what is wrong where it cannot be read."""

    path: Path
    is_page: bool
    text: str
    wrong: NoteError | None = None

    @property
    def place(self) -> tuple[bool, str, str]:
        """What a copy has in common with it."""
        return self.is_page, self.path.name, self.text


def _find_files(folder: Path) -> list[_TextFile]:
    """Read the files of a folder, pages last."""
    paths = [(False, each) for each in sorted(folder.glob("*.md"))]
    paths += [(True, each) for each in sorted(folder.glob("pages/*.md"))]
    return [_read_file(path, is_page) for is_page, path in paths]


def _read_file(path: Path, is_page: bool) -> _TextFile:
    try:
        return _TextFile(path, is_page, read_markdown(path))
    except NoteError as error:
        return _TextFile(path, is_page, "", error)


def _are_copies(files: Sequence[Sequence[_TextFile]]) -> bool:
    """Return whether all files of later folders are, letter by letter, files of the first one."""
    first, *others = files or [[]]
    places = {each.place for each in first}
    return bool(others) and all(
        each.wrong is None and each.place in places for later in files for each in later
    )


class _Reader:
    """Reads the files of the folders in order."""

    def __init__(self) -> None:
        self.sentences: dict[str, Sentence] = {}
        self.pages: dict[str, Sentence] = {}
        self.errors: list[NoteError] = []
        self._sound: dict[str, dict[str, Sentence]] = {}
        """Text of a file → its sentences by key, where nothing is wrong with it: most files of a
        vault are the shipped ones, letter by letter."""

    def read(self, files: Sequence[_TextFile]) -> None:
        known = dict(self.sentences)
        seen: dict[str, Sentence] = {}
        for each in files:
            if each.wrong is not None:
                self.errors.append(each.wrong)
            elif each.is_page:
                self._read_page(each.path, each.text)
            else:
                self._read_sentences(each.path, each.text, known, seen)

    def _read_sentences(
        self, path: Path, text: str, known: Mapping[str, Sentence], seen: dict[str, Sentence]
    ) -> None:
        wrong_before, taken = len(self.errors), []
        try:
            if (sound := self._sound.get(text)) is not None and seen.keys().isdisjoint(sound):
                again = {key: each.move_to(path) for key, each in sound.items()}
                seen |= again
                self.sentences |= again
                return
            note = parse_note(path, text)
            for each in _entries(path, note.body.split("\n"), note.body_line):
                self._take(each, known, seen)
                taken.append(each)
            if len(self.errors) == wrong_before:
                self._sound[text] = {each.key: each for each in taken}
        except NoteError as error:
            self.errors.append(error)

    def _take(
        self, new: Sentence, known: Mapping[str, Sentence], seen: dict[str, Sentence]
    ) -> None:
        wrong = _wrong_with(new, known, seen)
        if wrong:
            self.errors.append(wrong)
            return
        mistakes = list(_wrong_holes(new, known.get(new.key)))
        self.errors += mistakes
        seen[new.key] = new
        if not mistakes:
            self.sentences[new.key] = new
        elif new.key not in known:
            self.sentences[new.key] = _make_literal(new)

    def _read_page(self, path: Path, text: str) -> None:
        try:
            note = parse_note(path, text)
        except NoteError as error:
            self.errors.append(error)
        else:
            self.pages[path.stem] = make_sentence(path.stem, note.body, path, note.body_line)


def _entries(path: Path, lines: Sequence[str], first: int) -> Iterator[Sentence]:
    numbered = iter(enumerate(lines, first))
    for number, line in numbered:
        entry = _ENTRY.match(line)
        if entry:
            value = entry["value"].rstrip() or _block(path, number, numbered)
            yield make_sentence(entry["key"].strip(), value, path, number)
        elif _FENCE.match(line):
            _block_rest(path, number, numbered)


def _block(path: Path, key_line: int, numbered: Iterator[tuple[int, str]]) -> str:
    for number, line in numbered:
        if _FENCE.match(line):
            return _block_rest(path, number, numbered)
        if line.strip():
            break
    allowed = "a sentence after the colon, or a block between lines of ```"
    raise NoteError(path, key_line, "the sentence is empty", None, allowed)


def _block_rest(path: Path, opened: int, numbered: Iterator[tuple[int, str]]) -> str:
    block: list[str] = []
    for _, line in numbered:
        if _FENCE.match(line):
            return "\n".join(block)
        block.append(line)
    raise NoteError(path, opened, "the block is not closed", None, "a line of ```")


def _wrong_with(
    new: Sentence, known: Mapping[str, Sentence], seen: Mapping[str, Sentence]
) -> NoteError | None:
    if not _KEY.fullmatch(new.key):
        return NoteError(new.path, new.line, "not a key", new.key, "small letters, digits, . and -")
    if new.key in seen:
        first = seen[new.key]
        what = f"the key is there twice, first at {first.path.name}:{first.line}"
        return NoteError(new.path, new.line, what, new.key, "once")
    if known and new.key not in known:
        return NoteError(new.path, new.line, "unknown key", new.key, "a key of the shipped texts")
    return None


def _wrong_holes(new: Sentence, old: Sentence | None) -> Iterator[NoteError]:
    row = find_placeholders(new.key)
    if row is None and old is None:
        return  # nothing says which it may have
    row = row or Placeholders(tuple(sorted(set((old or new).names))))
    # A prompt of several lines is not read in a message; its file is.
    advice = f"; the shipped text is: {old.raw}" if old and "\n" not in old.raw else ""
    for what, name in row.find_mistakes(new.names):
        yield NoteError(new.path, new.line, f"{new.key}: {what}", name, row.describe() + advice)


def _make_literal(wrong: Sentence) -> Sentence:
    """Return a sentence whose unknown placeholders are plain text."""
    row = find_placeholders(wrong.key) or Placeholders()
    parts = [wrong.parts[0]]
    for name, literal in zip(wrong.names, wrong.parts[2::2], strict=True):
        if name in row.allowed:
            parts += [name, literal]
        else:
            parts[-1] += f"{{{name}}}{literal}"
    return replace(wrong, parts=tuple(parts), sound=False)


def _is_worse(new: Sentence | None, old: Sentence) -> bool:
    """Return whether `old` should stay in force rather than what a broken file now has."""
    return new is None or new.path != old.path or not new.sound
