"""Measures memory: ``python -m benchmarks.memory [PART …] [--report] [--quick] [--data DIR]``.

``--report`` measures all parts and writes ``docs/memory-results.md`` with its plots; ``--renew``
writes the measured parts into that page in place of their sections.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.locomo import FILE
from benchmarks.memory import (
    crowding,
    evidence,
    facts,
    idle_memory,
    masking,
    opening,
    page,
    prompts,
    recording,
    threshold_sweep,
)
from benchmarks.memory.findings import Part, Wanted
from benchmarks.memory.kept_parts import MeasuredPart, load_part, save_part
from benchmarks.memory.questions import report as questions
from benchmarks.process import ROOT

Parts = Mapping[str, Callable[[Wanted], Part]]

#: The parts in the order of the page.
PARTS: Parts = {
    "facts": facts.part,
    "crowding": crowding.part,
    "questions": questions.part,
    "prompts": prompts.part,
    "evidence": evidence.part,
    "recording": recording.part,
    "opening": opening.part,
    "idle_memory": idle_memory.part,
    "masking": masking.part,
    "thresholds": threshold_sweep.part,
}
#: Parts that measure time come before parts that keep all cores busy.
TIMED = ("recording", "opening", "idle_memory")


def main(arguments: Sequence[str] | None = None, parts: Parts = PARTS) -> None:
    """Measure; print each part as soon as it is done, and with ``--report`` write the page."""
    parser = _make_parser(parts)
    given = parser.parse_args(arguments)
    unknown = [name for name in given.parts if name not in parts]
    if unknown or (given.report and (given.parts or given.renew)) or given.jobs < 1:
        parser.error(
            f"parts: {', '.join(parts)}, and none of them, nor --renew, with --report; --jobs: 1 or"
            " more"
        )
    wanted = Wanted(given.quick, given.seed, given.jobs, given.data)
    done = _measure_all(given.parts or list(parts), parts, wanted, given.keep)
    if given.renew:
        print(f"\nrenewed: {page.renew(given.docs, done).name}")
    if given.report:
        print(f"\nwritten: {page.write(given.docs, done).name}")


def _make_parser(parts: Parts) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--report", action="store_true", help="write the results page")
    parser.add_argument("--renew", action="store_true", help="put the parts into the results page")
    parser.add_argument("--quick", action="store_true", help="small lives: does it all work?")
    parser.add_argument("--data", type=Path, help=f"the folder with LoCoMo's {FILE}")
    parser.add_argument("--seed", type=int, default=1, help="of everything made up (1)")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, help=f"processes for lives ({cores})")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep each part there; what is kept is not redone"
    )
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="where the page goes")
    return parser


def _measure_all(
    names: Sequence[str], parts: Parts, wanted: Wanted, keep: Path | None
) -> list[MeasuredPart]:
    """Return the parts in the order of `parts`, measured so that none disturbs another."""
    done: dict[str, MeasuredPart] = {}
    for name in sorted(names, key=lambda each: each not in TIMED):
        kept = load_part(keep, name, wanted) if keep else None
        done[name] = kept or _measure_part(parts[name], wanted)
        if keep:
            save_part(keep, name, done[name])
        print(page.describe_part(done[name].part), flush=True)
    return [done[name] for name in parts if name in done]


def _measure_part(measure: Callable[[Wanted], Part], wanted: Wanted) -> MeasuredPart:
    load, began, day = os.getloadavg()[0], time.monotonic(), datetime.now(UTC).date()
    part = measure(wanted)
    minutes = (time.monotonic() - began) / 60
    commit = _find_commit()
    return MeasuredPart(part, day.isoformat(), minutes, load, wanted.seed, wanted.quick, commit)


def _find_commit() -> str:
    """Return the commit that is measured, and whether files differ from it; or nothing."""
    commit, changes = (
        subprocess.run(["git", *each], cwd=ROOT, capture_output=True, text=True, check=False).stdout
        for each in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "-uno"))
    )
    return f"{commit.strip()}{' with changes' if changes else ''}" if commit else ""


if __name__ == "__main__":
    main()
