"""The results of a measurement: figures with aims, tables, plots and notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

from benchmarks.plots import format_figure

MET = "met"

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of a measurement."""

    quick: bool = False
    seed: int = 1
    jobs: int = 1
    data: Path | None = None
    """The folder of the LoCoMo conversations, if available."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure. `aim` is the highest good value, or with `at_least` the lowest."""

    what: str
    value: float
    unit: str = ""
    aim: float | None = None
    at_least: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none."""
        if self.aim is None:
            return None
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    @property
    def measured(self) -> str:
        """The value with its unit."""
        return f"{format_figure(self.value)} {self.unit}".rstrip()

    @property
    def wanted(self) -> str:
        """The aim with its unit; empty where there is none."""
        if self.aim is None:
            return ""
        return f"{'≥' if self.at_least else '≤'} {format_figure(self.aim)} {self.unit}".rstrip()

    @property
    def verdict(self) -> str:
        """Whether the aim is met, in a word."""
        return {True: MET, False: "**missed**", None: ""}[self.met]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: rows under a head."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Return markdown: the first column aligned left, the others right."""
        rule = ["---", *("---:" for _ in self.head[1:])]
        return "\n".join(f"| {' | '.join(row)} |" for row in (self.head, rule, *self.rows))


@dataclass(frozen=True, slots=True)
class Part:
    """One measurement, complete."""

    title: str
    about: str
    """What was measured and how, in markdown."""
    findings: Sequence[Finding] = ()
    tables: Sequence[Table] = ()
    plots: Mapping[str, str] = field(default_factory=dict)
    """File name without suffix → SVG."""
    notes: Sequence[str] = ()
    """Notes that are needed to judge the figures."""


def apart(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return `work()` from a new process, which earlier work does not slow down."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(work, args, kwargs)


def percent(share: float) -> str:
    """Return a share (0 to 1) as percent, for a table."""
    return f"{100 * share:.0f} %"
