"""Errors of settings: the place, what was read and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_LONGEST_SHOWN = 60


def quote_value(value: object) -> str:
    """Return `value` for a message: short, on one line, text in quotes."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class ConfigError(Exception):
    """One setting is wrong. As text it is one line.

    ``config/server.yaml:3: limits.burst is 'many', allowed: a whole number of 0 or more``
    """

    def __init__(
        self, path: Path | str, line: int | None, key: str, read: str, allowed: str
    ) -> None:
        """Name the place; `read` and `allowed` complete "key is …, allowed: …"."""
        super().__init__(path, line, key, read, allowed)
        self.path = path
        self.line = line
        self.key = key
        self.read = read
        self.allowed = allowed

    def __str__(self) -> str:
        """Return the one line."""
        where = f"{self.path}:{self.line}" if self.line else f"{self.path}"
        return _one_line(f"{where}: {self.key} is {self.read}, allowed: {self.allowed}")


class ConfigErrors(ConfigError):
    """Several settings of one file are wrong, a line for each. The fields are the first's."""

    def __init__(self, errors: Sequence[ConfigError]) -> None:
        """Hold `errors`, at least one, in the order of the file."""
        first = errors[0]
        super().__init__(first.path, first.line, first.key, first.read, first.allowed)
        self.errors = tuple(errors)

    def __str__(self) -> str:
        """Return a line for each error."""
        return "\n".join(str(error) for error in self.errors)


def raise_for(errors: Sequence[ConfigError]) -> None:
    """Raise the only one of `errors`, or all in the order of their lines; nothing if empty."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ConfigErrors(sorted(errors, key=lambda error: error.line or 0))
