"""The results page: markdown of all parts, with the aims first, and their plots beside it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from benchmarks.memory.findings import Finding, Part, Table, Wanted

NAME, PLOTS = "memory-results.md", "plots"

INTRODUCTION = """\
# Memory: results

Made by `make bench-memory` (`python -m benchmarks.memory --report`), every figure and plot of it; \
what is said about each measurement stands in its section. Nothing here asks a real language \
model: the models are scripted, so that what is lost, and how much is written, is known. How the \
other benchmarks are run stands in [benchmarks.md](benchmarks.md)."""

QUICK = "**A quick run: small lives and few of them. The figures say only that everything works.**"


@dataclass(frozen=True, slots=True)
class Run:
    """When and where the figures were taken."""

    day: date
    wanted: Wanted
    minutes: float
    load: float
    """Of the machine, before the run."""

    def facts(self) -> str:
        """One sentence; no names of machines or folders."""
        cores, python = os.cpu_count(), platform.python_version()
        return (
            f"{self.day.isoformat()}, seed {self.wanted.seed}, {platform.system()}"
            f" {platform.machine()} with {cores} cores, Python {python}; the run took"
            f" {self.minutes:.0f} minutes; the load of the machine was {self.load:.1f} before it."
        )


def write(docs: Path, parts: Sequence[Part], run: Run) -> Path:
    """Write page and plots into `docs`; return the page's path. Raises `OSError`."""
    folder = docs / PLOTS
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        for name, svg in part.plots.items():
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    page = docs / NAME
    page.write_text(render(parts, run), encoding="utf-8")
    return page


def render(parts: Sequence[Part], run: Run) -> str:
    """The whole page."""
    blocks = [INTRODUCTION, run.facts(), *([QUICK] if run.wanted.quick else [])]
    blocks += ["## Aims", _aims([each for part in parts for each in part.findings])]
    blocks += [block for part in parts for block in _section(part)]
    return "\n\n".join(blocks) + "\n"


def _aims(findings: Sequence[Finding]) -> str:
    """Every figure that has an aim; those that miss it come first."""
    judged = sorted((each for each in findings if each.wanted), key=lambda each: bool(each.met))
    rows = [[each.what, each.wanted, each.measured, each.verdict] for each in judged]
    return Table(["what", "aim", "measured", ""], rows).markdown()


def _section(part: Part) -> Iterator[str]:
    yield f"## {part.title}"
    yield part.about
    for name in part.plots:
        yield f"![{part.title}: {name.replace('-', ' ')}]({PLOTS}/{name}.svg)"
    yield from (table.markdown() for table in part.tables)
    if part.notes:
        yield "\n".join(f"- {note}" for note in part.notes)


def told(part: Part) -> str:
    """One part for a terminal."""
    figures = [
        f"{each.what}: {each.measured} {f'({each.wanted}: {each.verdict})' if each.wanted else ''}"
        for each in part.findings
    ]
    tables = [table.markdown() for table in part.tables]
    return "\n".join([f"\n{part.title}", *map(str.rstrip, figures), *tables, *part.notes])
