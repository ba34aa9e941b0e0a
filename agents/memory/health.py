"""Assesses a memory: its sizes, its settings in force, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.memory.compactor import Compactor
from agents.memory.core.gauge import name_band
from agents.memory.core.left_out import hide_span
from agents.memory.core.records import ONCE, Span, Summary, find_last_covered
from agents.memory.core.transcript import render_transcript
from agents.memory.core.view import View, count_missing
from agents.memory.last_resort import describe_left_out
from agents.memory.log.ledger import Ledger
from agents.memory.parts import MemoryStores
from agents.memory.settings import MemorySettings
from agents.memory.status import (
    ArchiveStatus,
    LastCompaction,
    MemoryStatus,
    OwnPrompts,
    PromptStatus,
    StrategyStatus,
    SummaryStatus,
)
from agents.memory.strategies.protocol import Strategy
from agents.memory.strategies.table import OWN_STRATEGIES
from agents.memory.summary_files.page import choose_file_type, list_file_summaries

#: When the next compaction comes, where none comes by itself.
SWITCHED_OFF = "automatic compaction is off; @compact-memories compacts by hand"


def assess_memory(
    stores: MemoryStores, compactor: Compactor, left_out: Span | None, own: OwnPrompts | None
) -> MemoryStatus:
    """Return the status now. Counts the tokens of a whole prompt (a few milliseconds)."""
    ledger, view = stores.ledger, stores.ledger.view
    prompt, errors = _measure_prompt(view, compactor, left_out), list(_find_errors(ledger))
    warnings = list(_find_warnings(stores, compactor, prompt, own))
    return MemoryStatus(
        name=stores.name,
        health="ERROR" if errors else "WARNING" if warnings else "OK",
        causes=(*errors, *warnings),
        total=view.last_seq,
        last_memory=view.last_at,
        covered=(1, view.covered) if view.summaries else None,
        tail=len(view.tail),
        masked=len(view.masked),
        summaries=tuple(_describe_summary(each) for each in list_file_summaries(view)),
        methods=tuple(each.method for each in view.summaries),
        counts=replace(view.counts, refused=view.counts.refused + compactor.refused),
        running=compactor.running,
        last_error=ledger.outage.error or compactor.last_error,
        failed=compactor.failed,
        last_compaction=_describe_last_compaction(view),
        strategy=_describe_strategy(compactor, view),
        prompt=prompt,
        archive=ArchiveStatus(
            *ledger.archive.extent(), ledger.backlog.lost, len(ledger.backlog.experiences())
        ),
        own=own,
    )


def _describe_summary(summary: Summary) -> SummaryStatus:
    return SummaryStatus(
        type=choose_file_type(summary),
        text=summary.text,
        covers=summary.covers,
        tokens=summary.tokens,
        method=summary.method,
        at=summary.at,
        model=summary.model,
        profile=summary.profile,
    )


def _describe_last_compaction(view: View) -> LastCompaction | None:
    last = view.compacted
    return LastCompaction(last.at, last.tokens_before - last.tokens_after) if last else None


def _describe_strategy(compactor: Compactor, view: View) -> StrategyStatus:
    config = compactor.config
    strategy, automatic = config.strategy, config.settings.auto_compact
    return StrategyStatus(
        name=strategy.name,
        windows=strategy.windows,
        profile=config.settings.profile,
        by_rule=config.summarizer is None,
        next_trigger=strategy.next_trigger(view) if automatic else None,
        condition=strategy.describe_condition(view, compactor.gauge) if automatic else SWITCHED_OFF,
    )


def _measure_prompt(view: View, compactor: Compactor, left_out: Span | None) -> PromptStatus:
    shown, counter = hide_span(view, left_out) if left_out else view, compactor.gauge.counter
    summaries = sum(each.tokens for each in list_file_summaries(shown))
    tokens = summaries + counter.count(render_transcript(shown, ONCE))
    overhead = compactor.gauge.overhead if compactor.measured else None
    room = compactor.config.settings.context_tokens
    band = name_band(tokens + (overhead or 0), room)
    return PromptStatus(tokens, counter.name, overhead, room, band, left_out)


def _find_errors(ledger: Ledger) -> Iterator[str]:
    outage, rejected, view = ledger.outage, ledger.reader.rejected, ledger.view
    waiting = outage.describe_waiting()
    if outage.error:
        kept = f"; {waiting} in memory until it can be, and not on disk" if waiting else ""
        yield f"{outage.error}{kept}; nothing is compacted meanwhile"
    if ledger.backlog.lost:
        yield f"{ledger.backlog.describe_losses()} lost because the archive could not be written"
    if rejected:
        (segment, offset), why = next(iter(rejected.items()))
        lines = "1 line" if len(rejected) == 1 else f"{len(rejected)} lines"
        yield (
            f"{lines} of the archive cannot be read, the first in {segment} at byte"
            f" {offset}: {why}; copies are in {segment}.rejected: mend the line there and restart"
        )
    if count_missing(view):
        yield f"{count_missing(view)} memories are neither summarised nor shown"


def _find_warnings(
    stores: MemoryStores, compactor: Compactor, prompt: PromptStatus, own: OwnPrompts | None
) -> Iterator[str]:
    view, config = stores.ledger.view, compactor.config
    if compactor.last_error:
        yield f"the last compaction failed: {compactor.last_error}"
    if config.summarizer is not None:  # without one, rules were chosen to write them
        yield from _list_poor(view, config.strategy)
    if prompt.left_out:
        yield describe_left_out(stores.name, prompt.left_out)
    if view.renewed is not None:
        done = f"{find_last_covered(view.renewed)} of {view.covered} memories so far"
        yield f"the summaries were forgotten and are made anew from the archive: {done}"
    yield from config.lacking
    yield from list_worn(view, config.settings)
    yield from stores.editor.problems
    if stores.projections.error:
        yield f"{stores.projections.error}; they are written later"
    yield from (f"{each} was set aside" for each in stores.ledger.archive.torn)
    overdue = _count_overdue(compactor, view)
    if overdue:
        yield f"a compaction is overdue by {overdue} {'memory' if overdue == 1 else 'memories'}"
    if prompt.band == "critical" and prompt.context_tokens:
        yield _describe_full(prompt, own)
    if prompt.counter.startswith("heuristic"):
        yield f"tokens are estimated: {prompt.counter}"


def _describe_full(prompt: PromptStatus, own: OwnPrompts | None) -> str:
    sizes = f"{prompt.whole} of {prompt.context_tokens} tokens"
    if own is None or own.show_all:
        return f"the prompt fills the context: {sizes}"
    return f"a whole prompt, which the agent does not get, would fill the context: {sizes}"


def _list_poor(view: View, strategy: Strategy) -> Iterator[str]:
    """Yield a warning for each summary that a model should have written and did not."""
    if view.renewed is not None:
        return
    for each in list_file_summaries(view):
        if each.method == "deterministic" and strategy.choose_form(each).use_model:
            what = f"the {choose_file_type(each)} summary is deterministic"
            yield f"{what}: no model could write it, or a part of it was written by rule"


def list_worn(view: View, settings: MemorySettings) -> Iterator[str]:
    """Yield a warning for each summary that was rewritten too often, with the remedy."""
    limit = settings.rewriting_warning if settings.strategy.wears else 0
    remedies = " or ".join(f"strategy {row.name}" for row in OWN_STRATEGIES if row.lasting)
    for each in list_file_summaries(view):
        if limit and each.rewritten >= limit:
            times = "once" if each.rewritten == 1 else f"{each.rewritten} times"
            yield (
                f"the {choose_file_type(each)} summary was rewritten {times}, and"
                f" each time it lost some detail: {remedies} rewrites seldom"
            )


def _count_overdue(compactor: Compactor, view: View) -> int:
    """Return by how many memories the next compaction is late; 0: not late, or one is running."""
    strategy = compactor.config.strategy
    if not compactor.config.settings.auto_compact:
        return 0
    late = view.last_seq - (strategy.next_trigger(view) or view.last_seq)
    waits = bool(strategy.interval) and late >= strategy.interval and not compactor.running
    return late if waits else 0
