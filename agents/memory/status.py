"""How an agent's memory is, as a value, and as text for a person at a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from agents.memory.core.records import Counts, Span, Summary

Health = Literal["OK", "WARNING", "ERROR"]

#: What a terminal has at least.
WIDTH = 79


@dataclass(frozen=True, slots=True)
class MemoryStatus:
    """One agent's memory at one moment."""

    name: str
    health: Health
    causes: tuple[str, ...]
    """Why the health is not OK, the gravest first."""
    strategy: str
    total: int
    """Memories in the archive."""
    covered: Span | None
    """What the summaries stand for together."""
    tail: int
    """Memories shown verbatim."""
    masked: int
    """Memories of the tail whose output is shown as a placeholder."""
    next_trigger: int | None
    """The memory at which the next compaction is due; None if it does not go by numbers."""
    summaries: tuple[Summary, ...]
    """The long-term and the recent one, as the prompt shows them."""
    counts: Counts
    running: bool
    """Whether a compaction is under way."""
    last_error: str
    last_compaction: datetime | None
    last_memory: datetime | None
    tokens: int
    """Tokens of the summaries and the tail in the prompt."""
    tokens_saved: int
    """Tokens that the last compaction took out of the prompt."""
    token_counter: str
    segments: int
    bytes: int
    dropped: int
    """Experiences lost because the archive could not be written."""
    windows: str = ""
    """The numbers that people know the strategy by."""
    profile: str = "summarizer"
    condition: str = ""
    """When the next compaction comes, in words."""
    parts: int = 0
    """Summaries in the log that the long-term and the recent text are put together from."""
    context_tokens: int = 0
    """What a prompt may have in the agent's model; 0 where that is not known."""
    overhead: int = 0
    """Tokens of the last prompt that were not memories."""
    band: str = ""
    """How full the context is, in a word."""
    methods: tuple[str, ...] = field(default=())
    """How the standing summaries were made, oldest first."""


# --- the table ------------------------------------------------------------------------

_COLUMNS = ("Agent", "Memories", "Summaries", "Tail", "Next at", "Method", "Health")


def render_table(statuses: Sequence[MemoryStatus], now: datetime) -> str:
    """Every agent in one line each; below it the causes of whatever is not OK."""
    if not statuses:
        return "No agent has a memory yet."
    rows = [_COLUMNS, *(_row(each) for each in statuses)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_COLUMNS))]
    lines = ["  ".join(_cells(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    causes = [f"{each.name}: {cause}" for each in statuses for cause in each.causes]
    return "\n".join([*lines, *([""] if causes else []), *_wrapped(causes)])


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


def _wrapped(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, WIDTH, subsequent_indent="  ") or [""]


# --- the report -----------------------------------------------------------------------


def render_report(status: MemoryStatus, now: datetime) -> str:
    """The integrity report and both summaries, in full."""
    facts = list(_facts(status, now))
    width = max(len(name) for name, _ in facts) + 1
    lines = [f"Memory integrity report: {status.name}", ""]
    for name, value in facts:
        lines += _fact(name, value, width)
    lines += ["", *_warnings(status)]
    for heading, recent in (("Older Memories (Summary)", False), ("Recent Past (Summary)", True)):
        found = next((each for each in status.summaries if each.is_recent is recent), None)
        lines += ["", *_summary(heading, found, now)]
    return "\n".join(lines)


def _facts(status: MemoryStatus, now: datetime) -> Iterator[tuple[str, str]]:
    yield "Status", status.health
    yield "Memories", f"{status.total}"
    yield "Capacity", f"unlimited; every memory is kept ({_archive(status)})"
    yield "Last memory", _age(status.last_memory, now)
    yield "Summarised", _span(status.covered) if status.covered else "nothing yet"
    yield "Verbatim", _tail(status)
    yield "In the prompt", _in_the_prompt(status)
    yield "Strategy", _strategy(status)
    yield "Next trigger", status.condition
    yield "Compaction running", "yes" if status.running else "no"
    yield "Last compaction", _last_compaction(status, now)
    yield "Summaries made", _made(status.counts)
    yield "Benefit", _benefit(status.counts)
    yield "Last error", status.last_error or "none"


def _archive(status: MemoryStatus) -> str:
    files = "1 segment" if status.segments == 1 else f"{status.segments} segments"
    return f"archive: {files}, {_size(status.bytes)}"


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
    return f"{status.tail} ({_span((first, status.total))}){masked}"


def _strategy(status: MemoryStatus) -> str:
    windows = status.windows and f"{status.windows}, "
    return f"{status.strategy} ({windows}profile {status.profile})"


def _next_at(status: MemoryStatus) -> str:
    return "-" if status.next_trigger is None else str(status.next_trigger)


def _last_compaction(status: MemoryStatus, now: datetime) -> str:
    if status.last_compaction is None:
        return "never"
    return f"{_age(status.last_compaction, now)}, saved {status.tokens_saved} tokens"


def _in_the_prompt(status: MemoryStatus) -> str:
    memories = f"{status.tokens} tokens ({status.token_counter})"
    if not status.context_tokens:
        return memories
    whole = status.tokens + status.overhead
    share = f"{100 * whole / status.context_tokens:.0f} % of {status.context_tokens}"
    return f"{memories}; the whole prompt: {whole}, {share}: {status.band}"


def _made(counts: Counts) -> str:
    return (
        f"{counts.llm} llm, {counts.deterministic} deterministic, {counts.human} human,"
        f" {counts.redone} redone; {counts.refused} model answers refused"
    )


def _benefit(counts: Counts) -> str:
    """What compactions have cost the model, and what they took out of each prompt."""
    if not counts.compactions:
        return "no compaction yet"
    made = _count(counts.compactions, "compaction")
    saved = counts.tokens_before - counts.tokens_after
    cost = counts.prompt_tokens + counts.completion_tokens
    calls = _count(counts.calls, "model call")
    return (
        f"{made} took {saved:,} tokens out of the prompt ({counts.tokens_before:,} became"
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


def _summary(heading: str, summary: Summary | None, now: datetime) -> list[str]:
    if summary is None:
        return [heading, "  none yet"]
    made = f"{summary.method}{_by(summary)}"
    facts = (
        f"{_span(summary.covers)} ({summary.memory_count} memories), {len(summary.text)} chars,"
        f" {summary.tokens} tokens, {made}, {_age(summary.at, now)}"
    )
    body = [line for paragraph in summary.text.split("\n") for line in _indented(paragraph)]
    return [heading, *_indented(facts), "", *body]


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ") or [""]


def _by(summary: Summary) -> str:
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
