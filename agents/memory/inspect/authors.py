"""Finds who wrote the sentences of the standing summaries: a model, rules, or a person by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from agents.memory.core.records import (
    Compaction,
    Edit,
    Method,
    Summary,
    SummaryChange,
    summaries_in,
)
from agents.memory.core.view import View
from agents.memory.inspect.why import list_grounds
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Author:
    """Who wrote a sentence into a summary."""

    method: Method
    edit: Edit | None = None
    """The edit in which a person wrote it; None if no person did."""


@late_dataclass(frozen=True, slots=True)
class Authors:
    """Who wrote each sentence that stood at one revision of a view."""

    revision: int = -1
    by_sentence: Mapping[str, Author] = field(default_factory=dict)


NO_AUTHORS = Authors()


def trace_authors(
    view: View, changes: Iterable[SummaryChange], known: Authors = NO_AUTHORS
) -> Authors:
    """Return the author of each sentence of the summaries that stand in `view`.

    `changes` are the records that carry summaries, the newest first; no more of them are read than
    came after those that are `known`.  A sentence came with the oldest record from which on it has
    stood without a break.
    """
    standing = {each.sentence: each.summary for each in list_grounds(view)}
    found = {each: Author(summary.method) for each, summary in standing.items()}
    if not view.counts.human:  # a life that no person has edited is not read back
        return Authors(view.revision, found)
    for record in changes:
        if record.revision <= known.revision:
            found.update((s, known.by_sentence[s]) for s in standing if s in known.by_sentence)
            break
        carried = [(each, frozenset(split_sentences(each.text))) for each in summaries_in(record)]
        for sentence, summary in list(standing.items()):
            near = [(each, texts) for each, texts in carried if _overlap(each, summary)]
            has = next((each for each, texts in near if sentence in texts), None)
            if has is not None:
                found[sentence] = Author(has.method, record if isinstance(record, Edit) else None)
            elif near or isinstance(record, Compaction):
                del standing[sentence]
        if not standing:
            break
    return Authors(view.revision, found)


def _overlap(one: Summary, other: Summary) -> bool:
    return one.covers[0] <= other.covers[1] and other.covers[0] <= one.covers[1]
