"""Counts what agents recall of what visitors told: ``python -m benchmarks.life.recalled FILE``.

The file has visits as ``tools/asked/held_out.txt``.  A visitor says their lines to the agent, and
then what the file asks of it, with lines between that ask for nothing that was told.  Counted are
answers with one of the words that the file wants, how many of these an answer to an open question
has, and how often an agent recites what was told where nobody asked for it, or where it was not
told: by which way of answering it chose its words, as the archive keeps that.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from agents.mind.speech.kinds import found_by
from benchmarks.life.living import run_life
from benchmarks.life.strangers import hear_strangers
from benchmarks.process import ROOT
from tools.asked.visits import ALL, HELD_OUT, NONE, AskedLine, AskingVisit, read_visits

_BLOCK = re.compile(r"\n(?=\d+\. > )")
_HEAD = re.compile(r"\d+\. > (.*)")
_CHOSEN = re.compile(r"^     \[\w+ [\d.]+\] .*\((?P<found>[^()]*), (?:fits|worth) [^()]*\)$", re.M)

#: By what an agent finds what somebody told.
_RECALLS = (found_by.TOLD_OF_THAT, found_by.TOLD_BY_ASKER, found_by.KNOWN_OF_ASKER)

ONE, UNASKED = "one thing", "asks for nothing told"


def make_stranger(visit: AskingVisit) -> Mapping[str, Any]:
    """Return a visit as `hear_strangers` takes it."""
    asked = (each.question for each in visit.asked)
    behind = [each for each in chain(*zip_longest(asked, visit.unasked)) if each]
    name = re.sub(r"\W", "", visit.name.split()[0]).capitalize()[:12] or "Guest"
    return {
        "name": name,
        "trade": visit.trade,
        "with": visit.agent,
        "lines": [*visit.lines, *behind],
    }


def count_recalled(visit: AskingVisit, sheet: str) -> Iterator[tuple[str, float]]:
    """Yield for each question and other line of a visit its kind, and how far it was met."""
    blocks = {head[1]: each for each in _BLOCK.split(sheet) if (head := _HEAD.match(each))}
    told = [each for each in visit.asked if each.answered_by not in (NONE, ALL)]
    for each in visit.asked:
        block = blocks.get(each.question, "")
        said = _list_own(block, visit.agent)
        if each.answered_by == NONE:
            yield NONE, not _recites(block)
        elif each.answered_by == ALL:
            yield ALL, sum(_has(one, said) for one in told)
        else:
            yield ONE, _has(each, said)
    for line in visit.unasked:
        yield UNASKED, not _recites(blocks.get(line, ""))


def _has(asked: AskedLine, said: str) -> bool:
    return any(each.casefold() in said for each in asked.words)


def _list_own(block: str, agent: str) -> str:
    own = (row for row in block.split("\n") if row.startswith(f"   < {agent} says, "))
    return " ".join(own).casefold()


def _recites(block: str) -> bool:
    first = _CHOSEN.search(block)
    return first is not None and first["found"] in _RECALLS


def describe_recalled(counts: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Yield a line for each kind of question."""
    yield f"one thing: {sum(counts[ONE]):.0f} of {len(counts[ONE])} answered"
    some = sum(each > 0 for each in counts[ALL])
    yield (
        f"open: {some} of {len(counts[ALL])} answered with any of it,"
        f" {sum(counts[ALL]) / max(1, len(counts[ALL])):.1f} things each"
    )
    yield f"not told: {sum(counts[NONE]):.0f} of {len(counts[NONE])} without a recital"
    yield f"{UNASKED}: {sum(counts[UNASKED]):.0f} of {len(counts[UNASKED])} without a recital"


def main() -> None:
    """Let the visitors of a file talk, write the sheet, and print what was recalled."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life.recalled", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=HELD_OUT, help="the visits")
    parser.add_argument("--every", type=int, default=1, help="only each so-many-th of them (1)")
    parser.add_argument("--config", type=Path, default=ROOT / "config", help="settings folder")
    parser.add_argument("--out", type=Path, default=Path("recalled.md"), help="the sheet")
    given = parser.parse_args()
    visits = list(read_visits(given.file))[:: given.every]
    with tempfile.TemporaryDirectory(prefix="tarn-recalled-") as folder:
        sheet = run_life(
            Path(folder),
            given.config.resolve(),
            lambda world: hear_strangers(world, [*map(make_stranger, visits)], candidates=True),
        )
    whole = "\n".join(sheet)
    given.out.write_text(whole.strip() + "\n", "utf-8")
    counts: dict[str, list[float]] = defaultdict(list)
    for visit, part in zip(visits, whole.split("\n## ")[1:], strict=True):
        for kind, met in count_recalled(visit, part):
            counts[kind].append(float(met))
    print("\n".join(describe_recalled(counts)))


if __name__ == "__main__":
    main()
