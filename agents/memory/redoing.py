"""A summary that was made without the model is made again once the model is back.

It happens as the next compaction begins, from the archive and not from the deterministic text,
before that text could fall into the long-term summary.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from agents.memory.disk import Disk
from agents.memory.ledger import Ledger
from agents.memory.records import Summary
from agents.memory.strategy import Draft, Writer
from agents.memory.summarizer import Summarizer
from agents.memory.view import View


class Means(Protocol):
    """What it takes to read old memories and to have them summarised."""

    summarizer: Summarizer | None
    ledger: Ledger
    disk: Disk


async def redone_by_model(view: View, means: Means, writer: Writer) -> View:
    """The view with the model's own recent summary, if the one there is deterministic.

    If the model is still away, or what it writes does not hold, the view is as it was.  A
    person's text is never touched.
    """
    recent = view.recent
    if recent is None or recent.method != "deterministic" or means.summarizer is None:
        return view
    first, last = recent.covers
    memories = await means.disk.aside(lambda: means.ledger.reader.read(first, last))
    draft = await writer.summarise(memories)
    if draft.method != "llm":
        return view
    return replace(view, summaries=tuple(_in_place_of(recent, draft, s) for s in view.summaries))


def _in_place_of(recent: Summary, draft: Draft, summary: Summary) -> Summary:
    if summary is not recent:
        return summary
    return replace(
        summary, text=draft.text, method=draft.method, profile=draft.profile, model=draft.model
    )
