"""Reads markdown notes with YAML front matter, with line numbers, and writes them whole.

A note that cannot be read is a `NoteError`, whose text is one line: file, line, what is
wrong, what was read and what is allowed.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path

import yaml
from frontmatter.default_handlers import YAMLHandler

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from reading.text_file import UnfitFile, decode_text, leads_astray, read_bounded
from reading.yaml_nodes import TANGLED_ALLOWED, TameLoader, TooTangledError
from world.text import clean_line
from world.vault.durable import sync_file, sync_folder

SHOWN = 60
"""How much of what was read an error shows, in characters."""

LARGEST_NOTE = 1_000_000
"""The largest note, in bytes."""

LARGEST_FRONT = 50_000
"""The longest front matter, in characters: YAML is read slowly."""

_OWN_FILE = "a file of its own"


class NoteError(Exception):
    """Something in a note is wrong. `line` counts from 1; 0 stands for the whole file."""

    def __init__(
        self, path: Path, line: int, what: str, read: str | None = None, allowed: str = ""
    ) -> None:
        super().__init__(path, line, what, read, allowed)
        self.path, self.line, self.what, self.read, self.allowed = path, line, what, read, allowed

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else str(self.path)
        read = "" if self.read is None else f"; read: {clean_line(self.read, SHOWN)}"
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        return clean_line(f"{where}: {self.what}{read}{allowed}", 1000)


@late_dataclass(frozen=True, slots=True)
class Note:
    """A note that was read. `lines` has the line of each key, nested ones as ``a.b``, and of each
    item of a list as ``a.0``."""

    path: Path
    metadata: Mapping[str, object]
    body: str
    lines: Mapping[str, int] = field(default_factory=dict)
    body_line: int = 1
    """The line of the file on which the body begins."""

    def error(self, key: str, what: str, allowed: str = "") -> NoteError:
        """Return an error for the value at `key`, which it quotes."""
        read: object = self.metadata
        for part in key.split("."):
            read = _enter(read, part)
        shown = None if read is None else str(read)
        return NoteError(self.path, self.find_line(key), what, shown, allowed)

    def find_line(self, key: str) -> int:
        """Return the line of the value at `key`, else of what it stands in."""
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        return self.lines.get(key, 1)


def _enter(value: object, part: str) -> object:
    """Return what `part` names in a mapping or a list; anything else stays as it is."""
    if isinstance(value, Mapping):
        return value.get(part)
    if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
        return value[int(part)]
    return value


# A fence is exactly three hyphens: a longer line is a rule in the prose.
_SPLITTER = YAMLHandler(fm_boundary=late_pattern(r"^---[ \t]*$", re.MULTILINE))


def read_note(path: Path) -> Note:
    """Read the note at `path`. Raises `NoteError` (also if the file cannot be read)."""
    return parse_note(path, read_markdown(path))


def read_markdown(path: Path) -> str:
    """Return a file's text, each line ended by a newline alone. Raises `NoteError`."""
    try:
        if leads_astray(path):
            raise NoteError(path, 0, "is a link that leads out of its folder", None, _OWN_FILE)
        text = decode_text(read_bounded(path, LARGEST_NOTE))
    except OSError as error:
        raise NoteError(path, 0, f"cannot be read: {error.strerror or error}") from None
    except UnfitFile as unfit:
        what = "is not UTF-8" if unfit.line else "is not a note"
        raise NoteError(path, unfit.line, what, unfit.read, unfit.allowed) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_note(path: Path, text: str) -> Note:
    """Read a note from its text; `path` is for messages. Raises `NoteError`."""
    if not _SPLITTER.detect(text):
        return Note(path, {}, text.strip("\n"), {}, _first_line(text, 1))
    try:
        front, body = _SPLITTER.split(text)
    except ValueError:
        allowed = "a line --- after the front matter"
        raise NoteError(path, 1, "the front matter is not closed", None, allowed) from None
    if len(front) > LARGEST_FRONT:
        read, allowed = f"{len(front)} characters", f"at most {LARGEST_FRONT}"
        raise NoteError(path, 1, "the front matter is too long", read, allowed)
    metadata, lines = _read_front(path, front)
    after = front.count("\n") + 1
    return Note(path, metadata, body.strip("\n"), lines, _first_line(body, after))


def _first_line(body: str, line: int) -> int:
    return line + len(body) - len(body.lstrip("\n"))


class _Loader(TameLoader):
    """Loads front matter with every key as its text: ``on`` and ``1`` stay words."""

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        """Build a mapping whose keys are texts."""
        return {_key(key): self.construct_object(value, deep=True) for key, value in node.value}


class _Wrong(Exception):
    """Front matter is valid YAML but not valid in a note. The line counts from 0."""

    def __init__(self, line: int, what: str, read: str, allowed: str) -> None:
        super().__init__(what)
        self.line, self.what, self.read, self.allowed = line, what, read, allowed


def _kind_of(node: yaml.Node) -> str:
    return "a list" if isinstance(node, yaml.SequenceNode) else "a mapping"


def _key(node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _Wrong(node.start_mark.line, "a key is not plain text", _kind_of(node), "a word")
    return str(node.value)


def _read_front(path: Path, front: str) -> tuple[dict[str, object], dict[str, int]]:
    try:
        return _load_front(_Loader(front.replace("\t", "    ")))
    except _Wrong as wrong:
        raise NoteError(path, wrong.line + 1, wrong.what, wrong.read, wrong.allowed) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _yaml_error(path, front, error) from None


def _load_front(loader: _Loader) -> tuple[dict[str, object], dict[str, int]]:
    node = loader.get_single_node()
    if node is None:
        return {}, {}
    lines = {key: line + 1 for key, line in _check_mapping(node)}
    return loader.construct_document(node), lines


def _yaml_error(path: Path, front: str, error: Exception) -> NoteError:
    mark = getattr(error, "problem_mark", None)
    at = front.count("\n", 0, getattr(error, "position", 0))
    line = (mark.line if mark else at) + 1
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    allowed = TANGLED_ALLOWED if isinstance(error, TooTangledError) else "key: value"
    return NoteError(path, line, f"the front matter is not YAML: {problem}", None, allowed)


def _check_mapping(node: yaml.Node) -> Iterator[tuple[str, int]]:
    if not isinstance(node, yaml.MappingNode):
        line = node.start_mark.line
        read = str(node.value) if isinstance(node, yaml.ScalarNode) else _kind_of(node)
        raise _Wrong(line, "the front matter is not a list of settings", read, "key: value")
    return _key_lines(node, "", 0)


def _key_lines(node: yaml.MappingNode, prefix: str, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each key with its line, counted from 0. Raises `_Wrong` for a key written twice."""
    seen: dict[str, int] = {}
    for key_node, value in node.value:
        key, line = _key(key_node), key_node.start_mark.line
        if key in seen:
            raise _Wrong(
                line, f"the key is there twice, first on line {seen[key] + 1}", key, "once"
            )
        seen[key] = line
        yield prefix + key, line
        yield from _inner_lines(value, f"{prefix}{key}.", depth + 1)


def _inner_lines(node: yaml.Node, prefix: str, depth: int) -> Iterator[tuple[str, int]]:
    """Yield the lines of the keys in a mapping, or of the items of a list."""
    if isinstance(node, yaml.MappingNode) and depth <= 8:
        yield from _key_lines(node, prefix, depth)
    elif isinstance(node, yaml.SequenceNode) and depth <= 8:
        for number, item in enumerate(node.value):
            yield f"{prefix}{number}", item.start_mark.line
            yield from _inner_lines(item, f"{prefix}{number}.", depth + 1)


_COMMENT_ENDS = {"%%": "%%", "<!--": "-->"}
_COMMENT_START = late_pattern("|".join(_COMMENT_ENDS))


def blank_comments(body: str) -> str:
    """Return `body` without Obsidian's and HTML's comments; every line keeps its number."""
    kept: list[str] = []
    done = at = 0
    endless: set[str] = set()  # each is looked for once: many of them must not cost more
    while found := _COMMENT_START.search(body, at):
        closing = _COMMENT_ENDS[found[0]]
        close = -1 if closing in endless else body.find(closing, found.end())
        at = found.end() if close < 0 else close + len(closing)
        if close < 0:
            endless.add(closing)
        else:
            kept += body[done : found.start()], "\n" * body.count("\n", found.start(), at)
            done = at
    return "".join(kept) + body[done:]


# --- writing --------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """Writes block mappings, and lists of plain values on one line: ``covers: [1, 65]``."""

    def represent_sequence(
        self, tag: str, sequence: Iterable[object], flow_style: bool | None = None
    ) -> yaml.SequenceNode:
        """Write a list on one line unless something in it is nested."""
        sequence = list(sequence)
        nested = any(isinstance(item, list | tuple | dict) for item in sequence)
        return super().represent_sequence(tag, sequence, flow_style=not nested)

    def ignore_aliases(self, data: object) -> bool:
        """Write everything out: people read this."""
        return True


#: Longer values are not kept: they are seldom written twice.
_KEPT_CHARACTERS = 200

_Dumper.add_representer(tuple, lambda dumper, value: dumper.represent_list(value))


def _render_entry(key: str, value: object) -> str:
    """Return the lines of one key; entries of a block mapping do not depend on each other."""
    if type(key) is not str:
        return _dump({key: value})
    if type(value) is int:  # what changes in a page that is written again is mostly a count
        return f"{_render_pair(key, 0)[:-2]}{value}\n"
    if type(value) is str and len(value) <= _KEPT_CHARACTERS:
        return _render_pair(key, value)
    return _dump({key: value})


@lru_cache(maxsize=512)
def _render_pair(key: str, value: str | int) -> str:
    return _dump({key: value})


def _dump(metadata: Mapping[str, object]) -> str:
    text: str = yaml.dump(
        dict(metadata),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=False,
        width=10**9,
    )
    return text


def render_note(metadata: Mapping[str, object], body: str) -> str:
    """Return a note's text; `read_note` gives the same metadata and body back."""
    if not metadata and not body.startswith("---"):
        return body.strip("\n") + "\n"
    front = "".join(map(_render_entry, metadata, metadata.values()))
    return f"---\n{front if metadata else ''}---\n{body.strip(chr(10))}\n"


def write_atomically(path: Path, text: str) -> None:
    """Write `text` to `path`, whole or not at all, and sync it.

    The text goes to a temporary file in the same folder, which is synced and renamed over
    `path`. Raises `OSError`; then the temporary file is removed and `path` is unchanged.
    """
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            temporary.chmod(_mode_for(path))
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_beside(path: Path, text: str) -> Path:
    """Write `text` to a temporary file beside `path` and return it, for `put_in_place`.

    Nothing is synced, so that nobody waits for the disk; but it has the room. Raises `OSError`;
    then nothing is left.
    """
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
        temporary.chmod(_mode_for(path))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def put_in_place(temporary: Path, path: Path) -> None:
    """Sync a file of `write_beside` and rename it to `path`. Raises `OSError`, with it removed."""
    try:
        sync_file(temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _mode_for(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        return 0o600
