"""Looks a memory over: whether it is whole, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator

from agents.memory.compactor import Compactor, Tools
from agents.memory.core.gauge import band
from agents.memory.core.transcript import render
from agents.memory.core.view import View, missing
from agents.memory.status import Health, MemoryStatus
from agents.memory.summary_files.editing import Editor
from agents.memory.summary_files.page import file_type, summaries_with_files


def take_stock(tools: Tools, compactor: Compactor, editor: Editor) -> MemoryStatus:
    """The status now. Counts the tokens of the whole view: some milliseconds at most."""
    view, last = tools.ledger.view, tools.ledger.view.compacted
    errors = list(_errors(tools, view))
    tokens = _tokens(tools, view)
    warnings = list(_warnings(tools, compactor, editor, view, tokens))
    segments, size = tools.ledger.archive.extent()
    return MemoryStatus(
        name=tools.name,
        health=_health(errors, warnings),
        causes=(*errors, *warnings),
        strategy=tools.strategy.name,
        total=view.last_seq,
        covered=(1, view.covered) if view.summaries else None,
        tail=len(view.tail),
        masked=len(view.masked),
        next_trigger=tools.strategy.next_trigger(view),
        condition=tools.strategy.condition(view, tools.gauge()),
        context_tokens=tools.settings.context_tokens,
        overhead=tools.overhead,
        band=band(tokens + tools.overhead, tools.settings.context_tokens),
        summaries=tuple(summaries_with_files(view)),
        parts=len(view.summaries),
        counts=view.counts,
        running=compactor.running,
        last_error=tools.ledger.losses.error or compactor.last_error,
        last_compaction=last.at if last else None,
        last_memory=view.last_at,
        tokens=tokens,
        tokens_saved=last.tokens_before - last.tokens_after if last else 0,
        token_counter=tools.tokens.name,
        segments=segments,
        bytes=size,
        dropped=tools.ledger.losses.dropped,
        windows=tools.strategy.windows,
        profile=tools.settings.profile,
        methods=tuple(each.method for each in view.summaries),
    )


def _tokens(tools: Tools, view: View) -> int:
    summaries = sum(each.tokens for each in summaries_with_files(view))
    return summaries + tools.tokens.count(render(view))


def _health(errors: list[str], warnings: list[str]) -> Health:
    return "ERROR" if errors else "WARNING" if warnings else "OK"


def _errors(tools: Tools, view: View) -> Iterator[str]:
    losses, rejected = tools.ledger.losses, tools.ledger.reader.rejected
    if losses.error:
        yield losses.error
    if losses.dropped:
        yield f"{losses.dropped} experiences were lost because the archive could not be written"
    if rejected:
        (segment, offset), why = next(iter(rejected.items()))
        yield (
            f"{len(rejected)} lines of the archive cannot be read, the first in {segment} at byte"
            f" {offset}: {why}; copies are in {segment}.rejected: mend the line there and restart"
        )
    if missing(view):
        yield f"{missing(view)} memories are neither summarised nor shown"


def _warnings(
    tools: Tools, compactor: Compactor, editor: Editor, view: View, tokens: int
) -> Iterator[str]:
    if compactor.last_error:
        yield f"the last compaction failed: {compactor.last_error}"
    if tools.summarizer is None:
        yield "no model writes summaries: they are deterministic"
    for each in summaries_with_files(view):
        if each.method == "deterministic":
            yield f"the {file_type(each)} summary is deterministic: no model could write it"
    yield from editor.problems
    yield from (f"{each} was set aside" for each in tools.ledger.archive.torn)
    overdue = view.last_seq - (tools.strategy.next_trigger(view) or view.last_seq)
    interval = tools.strategy.interval
    if interval and overdue >= interval and not compactor.running:
        yield f"a compaction is overdue by {overdue} memories"
    whole = tokens + tools.overhead
    if band(whole, tools.settings.context_tokens) == "critical" and tools.settings.context_tokens:
        yield f"the prompt fills the context: {whole} of {tools.settings.context_tokens} tokens"
    if tools.tokens.name.startswith("heuristic"):
        yield f"tokens are estimated: {tools.tokens.name}"
