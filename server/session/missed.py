"""What a person missed while their connection was lost."""

from __future__ import annotations

from collections import deque

MOST_MISSED = 40
"""So many of the latest texts are kept …"""
LONGEST_MISSED = 600
"""… and so many characters of each."""


class Missed:
    """The latest texts, each with the kind it is shown in; older ones are only counted."""

    def __init__(self) -> None:
        self._kept: deque[tuple[str, str]] = deque(maxlen=MOST_MISSED)
        self._count = 0

    def add(self, text: str, kind: str) -> None:
        """Take one text."""
        self._count += 1
        cut = text if len(text) <= LONGEST_MISSED else f"{text[:LONGEST_MISSED]}…"
        self._kept.append((cut, kind))

    @property
    def left_out(self) -> int:
        """How many older texts are not kept."""
        return self._count - len(self._kept)

    def texts(self) -> list[tuple[str, str]]:
        """Return the kept texts and their kinds, oldest first."""
        return list(self._kept)
