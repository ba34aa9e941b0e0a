"""The history of summaries in the log, read from the log when asked, the newest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from agents.memory.core.records import (
    Compaction,
    Renewal,
    Span,
    Summary,
    SummaryChange,
    summaries_in,
)
from agents.memory.core.view import View
from agents.memory.log.reader import ArchiveReader
from agents.memory.summary_files.page import is_same_text, list_file_summaries, render_summary


class SummaryHistory:
    """Looks up earlier summaries; unreadable lines are in the reader's `rejected`."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader

    def contains_text(self, text: str) -> bool:
        """Return whether a file has ever shown this text."""
        changes = self._reader.summary_changes()
        return any(is_same_text(each.text, text) for r in changes for each in _list_shown(r))

    def has_written(self, content: str, covers: Span) -> bool:
        """Return whether `content` is exactly what was once written for a summary of `covers`."""
        for record in self._reader.summary_changes():
            found = [each for each in _list_shown(record) if each.covers == covers]
            if any(render_summary(each) == content for each in found):
                return True
            if not found and isinstance(record, Compaction):
                break  # spans only grow
        return False

    def find_written(self, contents: Collection[bytes], since: datetime) -> set[bytes]:
        """Return those of `contents` that were written for a summary at `since` or later."""
        found = set[bytes]()
        for record in self._reader.summary_changes():
            if len(found) == len(contents) or record.at.replace(microsecond=0) < since:
                break
            shown = (
                render_summary(each).encode("utf-8", "replace") for each in _list_shown(record)
            )
            found.update(each for each in shown if each in contents)
        return found

    def find_covering(self, span: Span) -> Iterator[Summary]:
        """Yield every summary that has covered all of `span`, the newest first, each text once."""
        first, last = span
        seen: set[tuple[str, str]] = set()
        for record in self._reader.summary_changes():
            if record.after < last:
                return  # a memory is recorded before anything can stand for it
            for each in _list_stood(record):
                known = each.id, each.text
                if each.covers[0] <= first and last <= each.covers[1] and known not in seen:
                    seen.add(known)
                    yield each


def _list_stood(record: SummaryChange) -> Sequence[Summary]:
    """Return the summaries that stood after `record`; those of an unfinished renewal did not."""
    if isinstance(record, Renewal):
        return (record.stand_in,) if record.stand_in else ()
    return summaries_in(record)


def _list_shown(record: SummaryChange) -> Sequence[Summary]:
    """Return the summaries that files showed after `record`."""
    if isinstance(record, Compaction):
        return list_file_summaries(View(record.summaries))
    return _list_stood(record)
