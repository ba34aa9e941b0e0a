"""What a person missed while their connection was lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

MOST_MISSED = 40
"""So many of the latest texts are kept …"""
LONGEST_MISSED = 600
"""… and so many characters of each."""


class Missed:
    """The latest texts, each with the kind it is shown in; older ones are only counted."""

    def __init__(self, kept: Mapping[str, Any] | None = None) -> None:
        """Begin with what another program has kept: `hand_over` of its `Missed`."""
        texts = [(text, kind) for text, kind in kept["texts"]] if kept else []
        self._kept: deque[tuple[str, str]] = deque(texts, maxlen=MOST_MISSED)
        self._count = kept["count"] if kept else 0

    def hand_over(self) -> Mapping[str, Any]:
        """Return everything as plain data."""
        return {"texts": [*self._kept], "count": self._count}

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
