"""An agent's compactions as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC

from agents.memory.compaction_history import CompactionHistory, PastCompaction
from agents.memory.status import FailedTries
from server.reports.memory_report import WIDTH


def render_history(
    name: str,
    history: CompactionHistory,
    warnings: Sequence[str],
    failed: FailedTries | None = None,
    upto: int | None = None,
    older: str = "",
) -> str:
    """Return a paragraph for each compaction, the newest first, below the warnings.

    At the end stand the tries that failed since.  `upto` is the number that was asked for, and
    `older` what to type before the number for older ones; empty: the command of the game.
    """
    if not history.compactions:
        none = (
            f"no compaction {upto} and none before it"
            if upto is not None
            else "had no compaction yet"
        )
        return "\n".join([f"{name} has {none}.", *_describe_failed(failed)])
    lines = [f"Compactions of {name}, the newest first:"]
    for each in warnings:
        lines += _wrap(f"WARNING: {each}", "", "  ")
    for past in history.compactions:
        lines += _render_compaction(past)
    if history.more:
        number = history.compactions[-1].number - 1
        lines.append(f"Older ones: {older or f'@memory-history {name}'} {number}")
    return "\n".join([*lines, *_describe_failed(failed)])


def _describe_failed(failed: FailedTries | None) -> Iterator[str]:
    if failed is not None:
        tries = "1 try has" if failed.count == 1 else f"{failed.count} tries have"
        yield from _wrap(
            f"Since the last compaction {tries} failed, the last at"
            f" {failed.last.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC: {failed.why}",
            "",
            "  ",
        )


def _render_compaction(past: PastCompaction) -> Iterator[str]:
    label = f"{past.number}. "
    indent = " " * len(label)
    yield from _wrap(_describe_past(past), label, indent)
    if past.refusals is None:
        yield f"{indent}refusals: not recorded"
    for each in past.refusals or ():
        yield from _wrap(f"refused: {each}", indent, f"{indent}  ")


def _describe_past(past: PastCompaction) -> str:
    by = f" by {', '.join(past.models)}" if past.models else ""
    times = "once" if past.rewritten == 1 else f"{past.rewritten} times"
    rewritten = f", rewritten {times}" if past.rewritten else ""
    return (
        f"{past.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC, {past.strategy or 'strategy unknown'},"
        f" cause: {past.cause or 'not recorded'}; memories {past.covers[0]} to {past.covers[1]},"
        f" {past.method}{by}; {past.tokens_before:,} tokens became {past.tokens_after:,} in"
        f" {past.seconds:.1f} s{rewritten}"
    )


def _wrap(text: str, first: str, later: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )
