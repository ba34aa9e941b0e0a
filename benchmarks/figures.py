"""Figures, and the table that a run ends in: median, spread, aim, and ratio to others."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. `aim` is the most (or with `at_least` the least) that it should be.

    `reference` is what the same takes elsewhere, or took before: a ratio is printed.
    """

    name: str
    value: float
    unit: str = "ms"
    aim: float | None = None
    at_least: bool = False
    reference: float | None = None


def table(runs: Sequence[Sequence[Figure]]) -> Iterable[str]:
    """One line for each figure: the median over `runs`, lowest to highest, aim and ratio.

    Every run has the same figures in the same order.
    """
    yield f"{'':<54} {'median':>9} {'lowest – highest':>21}        aim"
    for column in zip(*runs, strict=True):
        yield _line(column)


def _line(column: Sequence[Figure]) -> str:
    first, values = column[0], [each.value for each in column]
    middle = statistics.median(values)
    spread = f"{_shown(min(values))} – {_shown(max(values))}"
    line = f"{first.name:<54} {_shown(middle):>9} {spread:>21} {first.unit:<6}"
    return f"{line} {_judged(first, middle)}".rstrip()


def _judged(figure: Figure, value: float) -> str:
    words = []
    if figure.aim is not None:
        met = value >= figure.aim if figure.at_least else value <= figure.aim
        sign = "≥" if figure.at_least else "≤"
        words.append(f"{sign} {figure.aim:g}: {'met' if met else 'MISSED'}")
    if figure.reference:
        words.append(f"ratio {value / figure.reference:.2f}")
    return ", ".join(words)


def _shown(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.0f}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of `values` lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
