"""Figures and their table: median, spread, aim, and ratio to a reference."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. `aim` is the most that it should be, `least` the least.

    `reference` is a comparable value elsewhere, to which a ratio is printed.
    """

    name: str
    value: float
    unit: str = "ms"
    aim: float | None = None
    reference: float | None = None
    least: float | None = None


def list_figures(runs: Sequence[Sequence[Figure]]) -> Iterable[str]:
    """Return a line for each figure: median over `runs`, lowest to highest, aim and ratio.

    Every run has the same figures in the same order.
    """
    yield f"{'':<54} {'median':>9} {'lowest – highest':>21}        aim"
    for column in zip(*runs, strict=True):
        yield _format_line(column)


def _format_line(column: Sequence[Figure]) -> str:
    first, values = column[0], [each.value for each in column]
    middle = statistics.median(values)
    spread = f"{_format_number(min(values))} – {_format_number(max(values))}"
    words = [_judge(first.aim, middle)] if first.aim is not None else []
    if first.least is not None:
        words.append(f"≥ {first.least:g}: {'met' if middle >= first.least else 'MISSED'}")
    ratios = [each.value / each.reference for each in column if each.reference]
    if ratios:
        words.append(f"ratio {statistics.median(ratios):.2f}")
    line = f"{first.name:<54} {_format_number(middle):>9} {spread:>21} {first.unit:<6}"
    return f"{line} {', '.join(words)}".rstrip()


def _judge(aim: float, value: float) -> str:
    return f"≤ {aim:g}: {'met' if value <= aim else 'MISSED'}"


def _format_number(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.0f}"
