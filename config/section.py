"""A group of settings, read one by one by name and type; errors are collected."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from config.errors import ConfigError, raise_for
from config.yaml_lines import Entries, Entry
from late.late_pattern import late_pattern

T = TypeVar("T")

_WHOLE = late_pattern(r"[-+]?[0-9]+(_[0-9]+)*")
_NUMBER = late_pattern(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_LONGEST_NUMBER = 18
_LARGEST = 10**12
"""The largest number where a setting has no bound of its own: more than anything can need."""


def _amount(what: str, least: float, most: float | None) -> str:
    if most is None:
        return f"{what} of {least:g} or more, up to {_LARGEST}"
    return f"{what} from {least:g} to {most:.10g}"


def _within(number: float, least: float, most: float | None) -> bool:
    return least <= number <= (_LARGEST if most is None else most)


def _as_number(value: object) -> float | None:
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        return None
    return float(value)


def _as_whole(value: object) -> int | None:
    if not isinstance(value, str) or not _WHOLE.fullmatch(value) or len(value) > _LONGEST_NUMBER:
        return None
    return int(value)


def _as_flag(value: object) -> bool | None:
    return _FLAGS.get(value.lower()) if isinstance(value, str) else None


def _as_words(value: object) -> tuple[str, ...] | None:
    items = [item.value for item in value] if isinstance(value, tuple) else [value]
    words = tuple(item for item in items if isinstance(item, str) and item)
    return words if len(words) == len(items) else None


class Section:
    """Reads settings one by one. A missing or wrong one is its default; an error is noted.

    `finish` on the outermost section raises all errors, unknown keys included.
    """

    def __init__(
        self,
        path: Path,
        entries: Entries,
        *,
        name: str = "",
        line: int | None = None,
        problems: list[ConfigError] | None = None,
    ) -> None:
        self._path = path
        self._entries = entries
        self._name = name
        self._line = line
        self._problems: list[ConfigError] = [] if problems is None else problems
        self._known: list[str] = []
        self._inner: list[Section] = []

    @property
    def keys(self) -> Sequence[str]:
        """The names that were written, in the order of the file."""
        return tuple(self._entries)

    def has(self, key: str) -> bool:
        """Return whether `key` was written, even without a value."""
        return key in self._entries

    def raw_text(self, key: str) -> str:
        """Return the text that was written for `key`; empty if there is none."""
        entry = self._entries.get(key)
        return entry.value if entry and isinstance(entry.value, str) else ""

    def section(self, key: str) -> Section:
        """Return the group of settings under `key`, empty if it is missing."""
        entry = self._entry(key)
        inner = entry.value if entry else None
        if entry is not None and inner is not None and not isinstance(inner, Mapping):
            self.refuse(key, "a group of keys")
        section = Section(
            self._path,
            inner if isinstance(inner, Mapping) else {},
            name=f"{self._name}{key}.",
            line=entry.line if entry else self._line,
            problems=self._problems,
        )
        self._inner.append(section)
        return section

    def whole(self, key: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        """Return a whole number within its range."""

        def accept(value: object) -> int | None:
            number = _as_whole(value)
            return number if number is not None and _within(number, least, most) else None

        return self._take(key, default, accept, _amount("a whole number", least, most))

    def number(
        self,
        key: str,
        default: float,
        *,
        least: float = 0.0,
        most: float | None = None,
        or_zero: bool = False,
    ) -> float:
        """Return a finite number within its range; `or_zero` allows 0 besides."""

        def accept(value: object) -> float | None:
            number = _as_number(value)
            if number is None or not math.isfinite(number):
                return None
            return number if _within(number, least, most) or (or_zero and number == 0) else None

        zero = "0, or " if or_zero else ""
        return self._take(key, default, accept, zero + _amount("a number", least, most))

    def flag(self, key: str, default: bool) -> bool:
        """Return a switch: ``true`` or ``false``."""
        return self._take(key, default, _as_flag, "true or false")

    def text(self, key: str, default: str) -> str:
        """Return a text that is not empty."""
        return self.parse(key, default, str, "a text")

    def choice(self, key: str, default: str, options: Sequence[str]) -> str:
        """Return one of `options`."""

        def accept(value: object) -> str | None:
            return value if isinstance(value, str) and value in options else None

        return self._take(key, default, accept, " or ".join(options))

    def words(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return a list of texts; a single text is a list of one."""
        return self._take(key, default, _as_words, "a text, or a list of texts, none of them empty")

    def parse(self, key: str, default: T, parse: Callable[[str], T], allowed: str) -> T:
        """Return `parse(text)` of a non-empty text; `parse` raises `ValueError` for a wrong one."""

        def accept(value: object) -> T | None:
            if not isinstance(value, str) or not value.strip():
                return None
            try:
                return parse(value.strip())
            except ValueError:
                return None

        return self._take(key, default, accept, allowed)

    def refuse(self, key: str, allowed: str, read: str | None = None) -> None:
        """Note that `key` is wrong (or missing)."""
        entry = self._entries.get(key)
        line = entry.line if entry else self._line
        what = read or (entry.read if entry else "missing")
        self._problems.append(ConfigError(self._path, line, f"{self._name}{key}", what, allowed))

    def finish(self) -> None:
        """Raise `ConfigError` or `ConfigErrors` if a setting is wrong or unknown."""
        self.note_unknown()
        raise_for(self._problems)

    def note_unknown(self) -> None:
        """Note each key that nothing asked for."""
        for key in self._entries:
            if key not in self._known:
                self._refuse_unknown(key)
        for section in self._inner:
            section.note_unknown()

    def _refuse_unknown(self, key: str) -> None:
        import difflib  # noqa: PLC0415  # for mistakes alone

        near = difflib.get_close_matches(key.lower(), self._known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        self.refuse(key, f"{', '.join(self._known)}{hint}", "not a setting")

    def _entry(self, key: str) -> Entry | None:
        if key not in self._known:
            self._known.append(key)
        return self._entries.get(key)

    def _take(self, key: str, default: T, accept: Callable[[object], T | None], allowed: str) -> T:
        entry = self._entry(key)
        if entry is None:
            return default
        accepted = accept(entry.value)
        if accepted is None:
            self.refuse(key, allowed)
            return default
        return accepted
