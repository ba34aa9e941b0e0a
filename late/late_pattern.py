"""Regular expressions that are compiled when they are first used, or when there is time.

The patterns that agents read sentences by take more than half a second to compile, which a start of
the server would otherwise wait for.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any, AnyStr, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")

_waiting: deque[_LatePattern] = deque()


def late_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` returns, compiled later.

    What is wrong with it is raised by `compile_waiting`, or at its first use.
    """
    return cast("re.Pattern[AnyStr]", _LatePattern(pattern, flags))


def compile_waiting(rest: Callable[[], object] = bool) -> None:
    """Compile all patterns that were not used yet, in the order in which they were made.

    `rest` is called after each. A thread that computes takes the interpreter from the event loop
    for a while at each of the loop's `send`s, so it may wait there. May run in several threads at
    once. Raises `re.error`.
    """
    while True:
        try:
            pattern = _waiting.popleft()
        except IndexError:  # none waits any more
            return
        pattern.compile()
        rest()


class _LatePattern:
    """Stands for a pattern; after its first use its methods are the pattern's own."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._given = flags
        self._compiled: re.Pattern[Any] | None = None
        _waiting.append(self)

    def compile(self) -> re.Pattern[Any]:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._given)
            for name in _METHODS:
                setattr(self, name, getattr(self._compiled, name))
        return self._compiled

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet: a method before the first use, or a rare attribute."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.compile(), name)

    def __repr__(self) -> str:
        return f"late_pattern({self.pattern!r})"
