"""Which turns of an agent are training data: all, but for those before a mark and during pauses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from late.late_dataclass import late_dataclass
from world.vault.private_files import write_privately

TRAINING_MARKS = "training.json"
"""The file of the marks, in the machine's folder."""


class MarksUnreadable(Exception):
    """The file of the marks is not one; says what is wrong."""


@late_dataclass(frozen=True, slots=True)
class TrainingMark:
    """What counts of one agent. Numbers are those of its memories."""

    since: int = 0
    """Turns that follow an earlier memory do not count."""
    pauses: tuple[tuple[int, int], ...] = ()
    """Turns that follow a memory from the first number on, and before the second, do not."""
    off_since: int | None = None
    """Since when nothing counts; None: it does."""

    @property
    def is_on(self) -> bool:
        """Whether the turns to come count."""
        return self.off_since is None

    def counts(self, after: int) -> bool:
        """Return whether a turn that follows memory `after` counts."""
        paused = any(first <= after < end for first, end in self.pauses)
        stopped = self.off_since is not None and after >= self.off_since
        return after >= self.since and not paused and not stopped

    def toggle(self, last: int) -> TrainingMark:
        """Return the mark after a switch at memory `last`."""
        if self.off_since is None:
            return replace(self, off_since=last)
        return replace(self, off_since=None, pauses=(*self.pauses, (self.off_since, last)))

    def clear(self, last: int) -> TrainingMark:
        """Return the mark by which nothing up to memory `last` counts."""
        return TrainingMark(last, (), None if self.is_on else last)


class TrainingMarks:
    """The marks of all agents, kept in a file. Its methods block for a moment."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, agent: str) -> TrainingMark:
        """Return the mark of an agent. Raises `MarksUnreadable` and `OSError`."""
        return self._load().get(agent, TrainingMark())

    def set(self, agent: str, mark: TrainingMark) -> None:
        """Keep the mark of an agent. Raises `MarksUnreadable` and `OSError`."""
        marks = {**self._load(), agent: mark}
        known = {
            name: {"since": each.since, "pauses": each.pauses, "off_since": each.off_since}
            for name, each in sorted(marks.items())
        }
        write_privately(self._path, json.dumps(known, indent=1, ensure_ascii=False) + "\n")

    def _load(self) -> dict[str, TrainingMark]:
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        try:
            return {name: _read_mark(each) for name, each in json.loads(text).items()}
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise MarksUnreadable(f"{self._path} cannot be read: {error!r}") from error


def _read_mark(kept: Mapping[str, Any]) -> TrainingMark:
    off = kept["off_since"]
    pauses = tuple((int(first), int(end)) for first, end in kept["pauses"])
    return TrainingMark(int(kept["since"]), pauses, None if off is None else int(off))
