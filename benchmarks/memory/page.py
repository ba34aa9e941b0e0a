"""Writes the results page: markdown of all parts, aims first, with the plots beside it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.memory.findings import MET, Finding, Part, Table
from benchmarks.memory.kept_parts import MeasuredPart

NAME, PLOTS = "memory-results.md", "plots"
_AIMS = "Aims"

INTRODUCTION = """\
# Memory: results

Made by `make bench-memory` (`python -m benchmarks.memory --report`), every figure and plot of it; \
what is said about each measurement stands in its section. The \
models are scripted, so that what is lost, and how much is written, is known; the shipped one \
speaks in the last table of Questions alone. How the other benchmarks are run stands in \
[benchmarks.md](benchmarks.md)."""

QUICK = "**A quick run: small lives and few of them. The figures say only that everything works.**"


def write(docs: Path, measured: Sequence[MeasuredPart]) -> Path:
    """Write page and plots into `docs`; return the page's path. Raises `OSError`."""
    _write_plots(docs / PLOTS, measured)
    page = docs / NAME
    page.write_text(render(measured), encoding="utf-8")
    return page


def renew(docs: Path, measured: Sequence[MeasuredPart]) -> Path:
    """Put the sections of `measured` into the page in `docs` in place of their former ones.

    A section that the page does not have comes last.  Of the aims those of `measured` have new
    figures; each section says of which commit it is.  Raises `OSError`.
    """
    page = docs / NAME
    head, *sections = page.read_text(encoding="utf-8").split("\n## ")
    known = {each.partition("\n")[0]: each.strip("\n") for each in sections}
    found = [one for each in measured for one in each.part.findings]
    known[_AIMS] = f"{_AIMS}\n\n{_renew_aims(known.get(_AIMS, ''), found)}"
    _write_plots(docs / PLOTS, measured)
    for each in measured:
        known[each.part.title] = "\n\n".join(_write_section(each)).removeprefix("## ")
    blocks = [head.strip("\n"), *(f"## {each}" for each in known.values())]
    page.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    return page


def render(measured: Sequence[MeasuredPart]) -> str:
    """Return the whole page."""
    quick = any(each.quick for each in measured)
    blocks = [INTRODUCTION, _describe_machine(), *([QUICK] if quick else [])]
    aims = _renew_aims("", [found for each in measured for found in each.part.findings])
    blocks += [f"## {_AIMS}", aims]
    blocks += [block for each in measured for block in _write_section(each)]
    return "\n\n".join(blocks) + "\n"


def _describe_machine() -> str:
    """Return a sentence about the machine, without names of machines or folders."""
    cores, python = os.cpu_count(), platform.python_version()
    return f"{platform.system()} {platform.machine()} with {cores} cores, Python {python}."


def _write_plots(folder: Path, measured: Sequence[MeasuredPart]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for each in measured:
        for name, svg in each.part.plots.items():
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def _renew_aims(section: str, findings: Sequence[Finding]) -> str:
    """Return a table of the figures with aims: those of a `section` of the page, with `findings` in
    the place of their former ones. Those that miss their aims come first."""
    rows = {row[0]: row for row in map(_read_row, section.split("\n")[4:]) if row}
    for each in findings:
        if each.wanted:
            rows[each.what] = [each.what, each.wanted, each.measured, each.verdict]
    judged = sorted(rows.values(), key=lambda row: row[-1] == MET)
    return Table(["what", "aim", "measured", ""], judged).markdown()


def _read_row(line: str) -> list[str]:
    """Return the cells of a row of a table; nothing for any other line."""
    return [each.strip() for each in line.strip("|").split(" |")] if line.startswith("| ") else []


def _write_section(measured: MeasuredPart) -> Iterator[str]:
    part = measured.part
    yield f"## {part.title}"
    yield f"{part.about} {measured.facts()}"
    for name in part.plots:
        yield f"![{part.title}: {name.replace('-', ' ')}]({PLOTS}/{name}.svg)"
    yield from (table.markdown() for table in part.tables)
    if part.notes:
        yield "\n".join(f"- {note}" for note in part.notes)


def describe_part(part: Part) -> str:
    """Return one part as text for a terminal."""
    figures = [
        f"{each.what}: {each.measured} {f'({each.wanted}: {each.verdict})' if each.wanted else ''}"
        for each in part.findings
    ]
    tables = [table.markdown() for table in part.tables]
    return "\n".join([f"\n{part.title}", *map(str.rstrip, figures), *tables, *part.notes])
