"""The history of an agent's compactions, read from the log backwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from agents.memory.core.records import (
    Cause,
    Compaction,
    Edit,
    Method,
    Renewal,
    Span,
    SummaryChange,
    Trigger,
    summaries_in,
)
from late.late_dataclass import late_dataclass

#: The causes that follow from the trigger alone; the others depend on the strategy.
CAUSES: Mapping[Trigger, Cause] = {
    "manual": "by hand",
    "early": "emergency",
    "emergency": "emergency",
    "bootstrap": "import",
    "sleep": "sleep",
    "redo": "redo",
}


@late_dataclass(frozen=True, slots=True)
class PastCompaction:
    """One compaction, as the log has it."""

    number: int
    """The revision of the view that it made: it grows with each compaction, not always by 1."""
    at: datetime
    cause: Cause
    """Empty: not recorded."""
    covers: Span
    strategy: str
    method: Method
    models: tuple[str, ...]
    """The models that wrote its new texts."""
    tokens_before: int
    tokens_after: int
    seconds: float
    refusals: tuple[str, ...] | None
    """Why answers of models were refused; None: not recorded."""
    rewritten: int
    """How often the content of its most rewritten new text was written again."""


@late_dataclass(frozen=True, slots=True)
class CompactionHistory:
    """Some compactions, the newest first."""

    compactions: tuple[PastCompaction, ...]
    more: bool
    """Whether there are older ones."""


def read_history(
    changes: Iterable[SummaryChange], count: int, upto: int | None = None
) -> CompactionHistory:
    """Return the newest `count` compactions (0: all) of `changes`, which come newest first.

    `upto`: only those with this number or a lower one.  Takes no more of `changes` than needed.
    """
    found: list[PastCompaction] = []
    for record, older in _pair_changes(changes):
        if upto is not None and record.revision > upto:
            continue
        if count and len(found) == count:
            return CompactionHistory(tuple(found), more=True)
        found.append(_describe_record(record, older))
    return CompactionHistory(tuple(found), more=False)


def _pair_changes(
    changes: Iterable[SummaryChange],
) -> Iterator[tuple[Compaction | Renewal, Compaction | Renewal | None]]:
    """Yield each compaction, and each beginning of a renewal, with the one before it."""
    newer: Compaction | Renewal | None = None
    for record in changes:
        if isinstance(record, Edit) or (isinstance(record, Renewal) and record.stand_in is None):
            continue
        if newer is not None:
            yield newer, record
        newer = record
    if newer is not None:
        yield newer, None


def _describe_record(
    record: Compaction | Renewal, older: Compaction | Renewal | None
) -> PastCompaction:
    if isinstance(record, Renewal):
        return _describe_beginning(record)
    known = {each.text for each in (summaries_in(older) if older else ())}
    new = [each for each in record.summaries if each.text not in known]
    return PastCompaction(
        number=record.revision,
        at=record.at,
        cause=record.cause or CAUSES.get(record.trigger, ""),
        covers=record.covers,
        strategy=record.strategy,
        method=record.method,
        models=tuple(dict.fromkeys(each.model for each in new if each.model)),
        tokens_before=record.tokens_before,
        tokens_after=record.tokens_after,
        seconds=record.seconds,
        refusals=record.refusals if record.cause else None,
        rewritten=max((each.rewritten for each in new), default=0),
    )


def _describe_beginning(record: Renewal) -> PastCompaction:
    stand_in = record.stand_in
    assert stand_in is not None, "only the beginning of a renewal is described"
    return PastCompaction(
        number=record.revision,
        at=record.at,
        cause="forgotten",
        covers=stand_in.covers,
        strategy=f"asked by {record.by}",
        method=stand_in.method,
        models=(),
        tokens_before=record.tokens_before,
        tokens_after=stand_in.tokens,
        seconds=0.0,
        refusals=(),
        rewritten=0,
    )
