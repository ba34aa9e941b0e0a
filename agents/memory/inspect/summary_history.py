"""Looking up earlier summaries: which stood for a span, and what their files have shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.memory.core.records import Compaction, Edit, Record, Span, Summary
from agents.memory.core.view import View
from agents.memory.inspect.line_reader import Lines
from agents.memory.summary_files.files import Known, render, same_text, shown

_WITH_SUMMARIES = re.compile(rb'\{"v":\d+,"kind":"(?:compaction|edit)"')


def summaries_over(lines: Lines, span: Span) -> Iterator[Summary]:
    """Every summary that the log has had that stands for all of `span`, in the log's order.

    One that went on standing as it was comes once.  Raises `ArchiveRefused`.
    """
    first, last = span
    told: set[tuple[str, str]] = set()
    # A memory is recorded before anything can stand for it.
    for place, line in lines.forwards(lines.place_of(last)):
        if not _WITH_SUMMARIES.match(line):
            continue
        for each in _summaries(lines.decoded(place, line)):
            known = each.id, each.text
            if each.covers[0] <= first and last <= each.covers[1] and known not in told:
                told.add(known)
                yield each


def _summaries(record: Record | None) -> tuple[Summary, ...]:
    match record:
        case Compaction():
            return record.summaries
        case Edit():
            return (record.summary,)
        case _:
            return ()


class EverShown:
    """What the summary files have ever shown, by the log alone; it is read when it is asked."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def holds(self, text: str) -> bool:
        """See `Known`."""
        return any(same_text(each.text, text) for _, found in self._files() for each in found)

    def left(self, content: str, covers: Span) -> bool:
        """See `Known`; spans only grow, so that the search ends where an earlier one stood."""
        for record, found in self._files():
            same = [each for each in found if each.covers == covers]
            if any(render(each) == content for each in same):
                return True
            if not same and isinstance(record, Compaction):
                break
        return False

    def _files(self) -> Iterator[tuple[Record, Sequence[Summary]]]:
        """Each record with summaries, the newest first, and what the files showed by it."""
        for place, line in self._lines.backwards():
            record = self._lines.decoded(place, line) if _WITH_SUMMARIES.match(line) else None
            if isinstance(record, Compaction):
                yield record, shown(View(record.summaries))
            elif isinstance(record, Edit):
                yield record, (record.summary,)


_known: type[Known] = EverShown
