"""Stretches of memories, and which of them readers, or their writers, would keep for a month."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from agents.memory.language.deterministic import find_words_said
from benchmarks.truth.remembered import (
    FOLDER,
    LabelledSpan,
    read_labelled_spans,
    read_written_spans,
)

LEARNT = sorted((FOLDER / "written").glob("*[13579].txt"))
"""What writers made for learning; files with an even number are for measuring."""

TUNED = FOLDER / "visits_tuned.jsonl"
"""Stretches of lives, with what readers chose, to learn from as well."""


class RatedLine(NamedTuple):
    """What somebody said, or what happened, and how surely it would be kept, 0 to 1."""

    words: str
    kept: float


def list_rated() -> Iterator[RatedLine]:
    """Yield all lines that are learnt from."""
    written = (span for path in LEARNT for span in read_written_spans(path))
    for span in (*written, *read_labelled_spans(TUNED)):
        yield from _rate_lines(span)


def _rate_lines(span: LabelledSpan) -> Iterator[RatedLine]:
    for each in span.memories:
        kept = sum(each.seq in best for best in span.best) / len(span.best)
        yield RatedLine(find_words_said(each) or each.text.splitlines()[-1], kept)
