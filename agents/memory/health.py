"""Looks a memory over: whether it is whole, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator

from agents.boundaries import TokenCounter
from agents.memory.compactor import Compactor
from agents.memory.core.gauge import band
from agents.memory.core.transcript import render_transcript
from agents.memory.core.view import View, count_missing
from agents.memory.log.ledger import Ledger
from agents.memory.parts import MemoryParts, MemoryStores
from agents.memory.status import Health, MemoryStatus
from agents.memory.summary_files.page import file_type, summaries_with_files


def take_stock(stores: MemoryStores, parts: MemoryParts, compactor: Compactor) -> MemoryStatus:
    """The status now. Counts the tokens of the whole view: some milliseconds at most."""
    ledger, config, overhead = stores.ledger, compactor.config, compactor.gauge.overhead
    settings, view = config.settings, ledger.view
    last = view.compacted
    errors = list(_errors(stores.ledger, view))
    tokens = _tokens(parts.tokens, view)
    warnings = list(_warnings(stores, parts, compactor, tokens))
    segments, size = ledger.archive.extent()
    return MemoryStatus(
        name=stores.name,
        health=_health(errors, warnings),
        causes=(*errors, *warnings),
        strategy=config.strategy.name,
        total=view.last_seq,
        covered=(1, view.covered) if view.summaries else None,
        tail=len(view.tail),
        masked=len(view.masked),
        next_trigger=config.strategy.next_trigger(view),
        condition=config.strategy.condition(view, compactor.gauge),
        context_tokens=settings.context_tokens,
        overhead=overhead,
        band=band(tokens + overhead, settings.context_tokens),
        summaries=tuple(summaries_with_files(view)),
        parts=len(view.summaries),
        counts=view.counts,
        running=compactor.running,
        last_error=ledger.losses.error or compactor.last_error,
        last_compaction=last.at if last else None,
        last_memory=view.last_at,
        tokens=tokens,
        tokens_saved=last.tokens_before - last.tokens_after if last else 0,
        token_counter=parts.tokens.name,
        segments=segments,
        bytes=size,
        dropped=ledger.losses.dropped,
        windows=config.strategy.windows,
        profile=settings.profile,
        methods=tuple(each.method for each in view.summaries),
    )


def _tokens(counter: TokenCounter, view: View) -> int:
    return sum(each.tokens for each in summaries_with_files(view)) + counter.count(
        render_transcript(view)
    )


def _health(errors: list[str], warnings: list[str]) -> Health:
    return "ERROR" if errors else "WARNING" if warnings else "OK"


def _errors(ledger: Ledger, view: View) -> Iterator[str]:
    losses, rejected = ledger.losses, ledger.reader.rejected
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
    if count_missing(view):
        yield f"{count_missing(view)} memories are neither summarised nor shown"


def _warnings(
    stores: MemoryStores, parts: MemoryParts, compactor: Compactor, tokens: int
) -> Iterator[str]:
    config, view = compactor.config, stores.ledger.view
    settings = config.settings
    if compactor.last_error:
        yield f"the last compaction failed: {compactor.last_error}"
    if config.summarizer is None:
        yield "no model writes summaries: they are deterministic"
    for each in summaries_with_files(view):
        if each.method == "deterministic":
            yield f"the {file_type(each)} summary is deterministic: no model could write it"
    yield from stores.editor.problems
    yield from (f"{each} was set aside" for each in stores.ledger.archive.torn)
    overdue = view.last_seq - (config.strategy.next_trigger(view) or view.last_seq)
    interval = config.strategy.interval
    if interval and overdue >= interval and not compactor.running:
        yield f"a compaction is overdue by {overdue} memories"
    whole = tokens + compactor.gauge.overhead
    if band(whole, settings.context_tokens) == "critical" and settings.context_tokens:
        yield f"the prompt fills the context: {whole} of {settings.context_tokens} tokens"
    if parts.tokens.name.startswith("heuristic"):
        yield f"tokens are estimated: {parts.tokens.name}"
