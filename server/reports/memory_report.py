"""An agent's memory as text for a terminal: a table of all agents, a report of one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime

from agents.memory.core.records import Counts, Span, length
from agents.memory.status import (
    ArchiveStatus,
    MemoryStatus,
    OwnPrompts,
    PromptStatus,
    SummaryStatus,
)
from agents.prose import split_sentences

#: The width of reports in columns: any terminal has as much.
WIDTH = 79

A_WHOLE = "a whole prompt, which it does not get"
"""What compactions make smaller where an agent's own prompts are scenes."""

# --- the table ------------------------------------------------------------------------

_COLUMNS = ("Agent", "Memories", "Summaries", "Tail", "Next at", "Method", "Health")


def render_memory_table(statuses: Sequence[MemoryStatus]) -> str:
    """Return a line for each agent, then the causes of all states that are not OK."""
    if not statuses:
        return "No agent has a memory yet."
    rows = [_COLUMNS, *(_row(each) for each in statuses)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_COLUMNS))]
    lines = ["  ".join(_cells(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    causes = [f"{each.name}: {cause}" for each in statuses for cause in each.causes]
    return "\n".join([*lines, *([""] if causes else []), *_wrap_lines(causes)])


def _row(status: MemoryStatus) -> tuple[str, ...]:
    return (
        status.name,
        str(status.total),
        " ".join(_span(each.covers) for each in status.summaries) or "none",
        str(status.tail),
        "running" if status.running else _next_at(status),
        "/".join(dict.fromkeys(status.methods)) or "-",
        status.health,
    )


def _cells(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    numbers = (1, 3, 4)
    for n, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.rjust(width) if n in numbers else cell.ljust(width)


def _wrap_lines(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, WIDTH, subsequent_indent="  ") or [""]


# --- the report -----------------------------------------------------------------------


def render_memory_report(status: MemoryStatus, now: datetime) -> str:
    """Return the integrity report and both summaries, in full."""
    facts = list(_facts(status, now))
    width = max(len(name) for name, _ in facts) + 1
    lines = [f"Memory integrity report: {status.name}", ""]
    for name, value in facts:
        lines += _fact(name, value, width)
    lines += ["", *_warnings(status)]
    for heading, type_ in (
        ("Older Memories (Summary)", "longterm"),
        ("Recent Past (Summary)", "recent"),
    ):
        found = next((each for each in status.summaries if each.type == type_), None)
        lines += ["", *_summary(heading, found, now)]
    return "\n".join(lines)


def _facts(status: MemoryStatus, now: datetime) -> Iterator[tuple[str, str]]:
    yield "Status", status.health
    yield "Memories", f"{status.total}"
    yield "Capacity", f"unlimited; every memory is kept ({_archive(status.archive)})"
    if status.archive.waiting or status.archive.dropped:
        yield "On disk", _on_disk(status.archive)
    yield "Last memory", _age(status.last_memory, now)
    yield "Summarised", _span(status.covered) if status.covered else "nothing yet"
    yield "Verbatim", _tail(status)
    if status.own is not None:
        yield "Own prompts", _describe_own(status.own)
    yield "In the prompt", _in_the_prompt(status.prompt) + _so_if_whole(status)
    if status.prompt.left_out:
        yield "Left out", f"{_span(status.prompt.left_out)}, for now; see the warnings"
    yield "Strategy", _strategy(status)
    yield "Next trigger", status.strategy.condition
    yield "Compaction running", "yes" if status.running else "no"
    yield "Last compaction", _last_compaction(status, now)
    yield "Summaries made", _describe_counts(status.counts)
    yield "Benefit", _benefit(status.counts, "the prompt" if status.in_prompts else A_WHOLE)
    yield "Last error", status.last_error or "none"


def _archive(status: ArchiveStatus) -> str:
    files = "1 segment" if status.segments == 1 else f"{status.segments} segments"
    return f"archive: {files}, {_size(status.bytes)}"


def _on_disk(status: ArchiveStatus) -> str:
    kept = f"all but the newest {status.waiting}" if status.waiting else "all memories"
    return kept + (f"; {_count(status.dropped, 'experience')} lost" if status.dropped else "")


def _size(count: int) -> str:
    if count < 1024:
        return f"{count} bytes"
    if count < 1024 * 1024:
        return f"{count / 1024:.1f} KB"
    return f"{count / 1024 / 1024:.1f} MB"


def _tail(status: MemoryStatus) -> str:
    if not status.tail:
        return "0"
    first = status.total - status.tail + 1
    masked = f", {status.masked} of them with archived output" if status.masked else ""
    ready = "" if status.in_prompts else ", held ready"
    return f"{status.tail} ({_span((first, status.total))}){masked}{ready}"


def _strategy(status: MemoryStatus) -> str:
    strategy = status.strategy
    windows = strategy.windows and f"{strategy.windows}, "
    writer = "summaries by rule" if strategy.by_rule else f"profile {strategy.profile}"
    return f"{strategy.name} ({windows}{writer})"


def _next_at(status: MemoryStatus) -> str:
    return "-" if status.strategy.next_trigger is None else str(status.strategy.next_trigger)


def _last_compaction(status: MemoryStatus, now: datetime) -> str:
    last = status.last_compaction
    if last is None:
        return "never"
    verb, of = ("saved", "of") if last.tokens_saved >= 0 else ("added", "to")
    change = f"{_age(last.at, now)}, {verb} {_count(abs(last.tokens_saved), 'token')}"
    return change if status.in_prompts else f"{change} {of} {A_WHOLE}"


def _describe_own(own: OwnPrompts) -> str:
    last = "no turn yet" if own.last is None else f"the last: {own.last} tokens"
    if own.show_all:
        return f"whole (the summaries and all memories since); {last}"
    return f"scenes (persona, examples, situation, and of the memory what fits the moment); {last}"


def _so_if_whole(status: MemoryStatus) -> str:
    """Return the condition under which a prompt has what memory holds ready; empty: it has."""
    return "" if status.in_prompts else " (so it would be under prompting: whole)"


def _in_the_prompt(status: PromptStatus) -> str:
    memories = f"{status.tokens} tokens ({status.counter})"
    if not status.context_tokens:
        return memories
    if status.overhead is None:
        return f"{memories}; the whole prompt is measured at the next turn"
    share = f"{100 * status.whole / status.context_tokens:.0f} % of {status.context_tokens}"
    return f"{memories}; the whole prompt: {status.whole}, {share}: {status.band}"


def _describe_counts(counts: Counts) -> str:
    corrected = f", {_count(counts.corrected, 'sentence')} corrected" if counts.corrected else ""
    return (
        f"{counts.llm} llm, {counts.deterministic} deterministic, {counts.human} human,"
        f" {counts.redone} redone; {_count(counts.refused, 'model answer')} refused{corrected}"
    )


def _benefit(counts: Counts, prompt: str) -> str:
    """Return the model's work for compactions and the tokens saved in each such `prompt`."""
    if not counts.compactions:
        return "no compaction yet"
    made = _count(counts.compactions, "compaction")
    saved = counts.tokens_before - counts.tokens_after
    cost = counts.prompt_tokens + counts.completion_tokens
    calls = _count(counts.calls, "model call")
    change = f"took {saved:,} tokens out of" if saved >= 0 else f"put {-saved:,} tokens into"
    return (
        f"{made} {change} {prompt} ({counts.tokens_before:,} became"
        f" {counts.tokens_after:,}) for {calls} of {cost:,} tokens"
        f" ({counts.prompt_tokens:,} read, {counts.completion_tokens:,} written)"
    )


def _fact(name: str, value: str, width: int) -> list[str]:
    label = f"  {name + ':':<{width}} "
    indent = " " * len(label)
    return textwrap.wrap(value, WIDTH, initial_indent=label, subsequent_indent=indent)


def _warnings(status: MemoryStatus) -> list[str]:
    if not status.causes:
        return ["Warnings: none"]
    lines = [
        line
        for each in status.causes
        for line in textwrap.wrap(
            each, WIDTH, initial_indent="  - ", subsequent_indent="    ", break_long_words=False
        )
    ]
    return ["Warnings:", *lines]


def _summary(heading: str, summary: SummaryStatus | None, now: datetime) -> list[str]:
    if summary is None:
        return [heading, "  none yet"]
    made = f"{summary.method}{_by(summary)}"
    covered = length(summary.covers)
    memories = "1 memory" if covered == 1 else f"{covered} memories"
    facts = (
        f"{_span(summary.covers)} ({memories}), {_count(len(summary.text), 'char')},"
        f" {_count(summary.tokens, 'token')}, {made}, {_age(summary.at, now)}"
    )
    return [heading, *_indent(facts), "", *_list_text(summary)]


def _list_text(summary: SummaryStatus) -> Iterator[str]:
    """Yield the lines of a summary; what a rule quoted is easier to read sentence by sentence."""
    by_rule = summary.method == "deterministic"
    for paragraph in summary.text.split("\n"):
        parts = split_sentences(paragraph) if by_rule else []
        for part in parts or [paragraph]:
            yield from _indent(part, "    " if by_rule else "  ")


def _indent(text: str, behind: str = "  ") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent=behind) or [""]


def _by(summary: SummaryStatus) -> str:
    if not summary.model:
        return ""
    return f" by {summary.model} ({summary.profile})"


def _span(span: Span) -> str:
    return f"{span[0]}-{span[1]}"


_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))


def _age(at: datetime | None, now: datetime) -> str:
    if at is None:
        return "never"
    seconds = max(0, int((now - at).total_seconds()))
    for unit, size in _UNITS:
        if seconds >= size:
            return f"{_count(seconds // size, unit)} ago"
    return f"{_count(seconds, 'second')} ago"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
