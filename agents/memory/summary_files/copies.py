"""Removes old copies of summaries, such as ``recent-20260131-120000.md``, if Tarn wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from agents.memory.summary_files.history import SummaryHistory
from late.late_pattern import late_pattern

_NAME = late_pattern(r"recent-(\d{8}-\d{6})(?:-(\d+))?\.md")


@dataclass(frozen=True, slots=True, order=True)
class SummaryCopy:
    """One copy; the older one is the smaller one."""

    at: datetime
    number: int
    path: Path


class CopyThinner:
    """Thins out one agent's copies. The methods block; they may run in a thread."""

    def __init__(self, folder: Path, history: SummaryHistory) -> None:
        self._folder = folder
        self._history = history
        # What a person has changed is not looked up in the log again at every compaction.
        self._foreign: set[tuple[Path, int]] = set()

    def thin(self, keep: int) -> int:
        """Remove all but the `keep` newest copies (0: keep all); return how many were removed.

        A file that is not exactly what Tarn once wrote stays.  Raises `OSError`.
        """
        old = sorted(_list_copies(self._folder), reverse=True)[keep:] if keep else []
        old = [each for each in old if _stamp(each.path) not in self._foreign]
        if not old:
            return 0
        contents = {each.path: each.path.read_bytes() for each in old}
        written = self._history.find_written(set(contents.values()), old[-1].at)
        own = [path for path, content in contents.items() if content in written]
        self._foreign |= {_stamp(path) for path in contents.keys() - set(own)}
        # A person may have saved a file while the log was read.
        unchanged = [path for path in own if path.read_bytes() == contents[path]]
        for path in unchanged:
            path.unlink()
        return len(unchanged)


def _list_copies(folder: Path) -> Iterator[SummaryCopy]:
    for path in folder.iterdir():
        named = _NAME.fullmatch(path.name)
        at = _parse_seconds(named[1]) if named else None
        if named and at and path.is_file():
            yield SummaryCopy(at, int(named[2] or 1), path)


def _parse_seconds(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _stamp(path: Path) -> tuple[Path, int]:
    return path, path.stat().st_mtime_ns
