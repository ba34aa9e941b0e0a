"""Parses YAML text into a tree of entries with their lines.

Nothing is typed here: a scalar is the text that was written, with or without quotes, and
the setting it belongs to says what that text must be.  YAML 1.1's surprises (``010`` is 8,
``12:30`` is 750, ``no`` is not a name) therefore cannot happen.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import yaml

from config.errors import ConfigError, quote_value
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from reading.text_file import UnfitFile, decode_text, read_bounded
from reading.yaml_nodes import TANGLED_ALLOWED, TooTangledError, compose_flat

LARGEST_FILE = 250_000
"""The largest settings file, in bytes; a larger one is a mistake."""

_EMPTY = frozenset({"", "~", "null", "Null", "NULL"})
_NUMBER = late_pattern(r"[-+]?[0-9.]+")


@late_dataclass(frozen=True, slots=True)
class Entry:
    """One value and the line it stands on, counted from 1.

    `value` is a text, None (nothing written), a tuple of entries (a list) or a mapping.
    """

    value: str | tuple[Entry, ...] | Mapping[str, Entry] | None
    line: int | None

    @property
    def read(self) -> str:
        """The value as a message shows it."""
        match self.value:
            case None:
                return "empty"
            case str(text):
                return quote_value(text) if not _NUMBER.fullmatch(text) else quote_value(text)[1:-1]
            case tuple():
                return "a list"
            case _:
                return "a group of keys"


Entries: TypeAlias = Mapping[str, Entry]


@late_dataclass(frozen=True, slots=True)
class _Source:
    """The file and first line of a tree, for errors."""

    path: Path
    first_line: int

    def line(self, node: yaml.Node) -> int:
        return int(node.start_mark.line) + self.first_line

    def error(self, line: int, key: str, read: str, allowed: str) -> ConfigError:
        return ConfigError(self.path, line, key, read, allowed)


def read_text(path: Path) -> str | None:
    """Return the file's text, None if there is no such file.

    Raises `ConfigError` for a file that is not UTF-8, too large or cannot be read.
    """
    try:
        return decode_text(read_bounded(path, LARGEST_FILE))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(
            path, None, "the file", f"unreadable ({error.strerror})", "a text file"
        ) from None
    except UnfitFile as unfit:
        read = f"not UTF-8 ({unfit.read})" if unfit.line else unfit.read
        what = "the text" if unfit.line else "the file"
        raise ConfigError(path, unfit.line or None, what, read, unfit.allowed) from None


def parse_yaml(path: Path, text: str, first_line: int = 1) -> Entries:
    """Return the keys of a YAML mapping; empty text is an empty mapping.

    `first_line` is the line of the file on which `text` begins.  Raises `ConfigError`.
    """
    source = _Source(path, first_line)
    node = _compose(source, text)
    if node is None or _is_empty(node):
        return {}
    if not isinstance(node, yaml.MappingNode):
        what = "a list" if isinstance(node, yaml.SequenceNode) else quote_value(node.value)
        raise source.error(source.line(node), "the file's content", what, "lines of key: value")
    return _mapping(source, node, "")


def _compose(source: _Source, text: str) -> yaml.Node | None:
    try:
        return compose_flat(text)
    except yaml.MarkedYAMLError as error:
        raise _broken(source, error) from None
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + source.first_line
        read = f"broken (character {error.character:#06x})"
        raise source.error(line, "the YAML", read, "printable characters") from None
    except (
        ValueError,
        OverflowError,
    ):  # an escape such as "\\UFFFFFFFF", of which PyYAML does not say where
        read = "broken (a character or version number out of range)"
        raise source.error(source.first_line, "the YAML", read, "YAML") from None


def _broken(source: _Source, error: yaml.MarkedYAMLError) -> ConfigError:
    mark = error.problem_mark or error.context_mark
    line = mark.line + source.first_line if mark else source.first_line
    problem = error.problem or error.context or "not understood"
    allowed = "YAML" if r"'\t'" not in problem else "spaces, not tabs, before a key"
    if isinstance(error, TooTangledError):
        allowed = TANGLED_ALLOWED
    return source.error(line, "the YAML", f"broken ({problem})", allowed)


def _is_empty(node: yaml.Node) -> bool:
    plain = isinstance(node, yaml.ScalarNode) and node.style is None
    return plain and node.value in _EMPTY


def _entry(source: _Source, node: yaml.Node, key: str) -> Entry:
    line = source.line(node)
    if isinstance(node, yaml.MappingNode):
        return Entry(_mapping(source, node, f"{key}."), line)
    if isinstance(node, yaml.SequenceNode):
        return Entry(tuple(_entry(source, item, key) for item in node.value), line)
    return Entry(None if _is_empty(node) else str(node.value), line)


def _mapping(source: _Source, node: yaml.MappingNode, prefix: str) -> Entries:
    entries: dict[str, Entry] = {}
    for name, value in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise source.error(source.line(name), "a key", "a list or a group", "a word")
        key = str(name.value)
        if key in entries:
            read = f"given twice (first on line {entries[key].line})"
            raise source.error(source.line(name), f"{prefix}{key}", read, "once")
        line = source.line(name)
        entries[key] = Entry(_entry(source, value, f"{prefix}{key}").value, line)
    return entries
