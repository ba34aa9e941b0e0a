"""How often it is found that a later line makes a note out of date.

Each file of ``tests/data/sentences/later`` has blocks: a note (``E``), later lines after which it
is out of date (``-``), one that tells it again (``+``), and lines that change nothing of it
(``?``).  Each is read alone beside the note.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agents.memory.journal.changing.outdated import OUTDATED
from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.mind.speech.told.told_otherwise import SURELY_OTHERWISE
from benchmarks.truth.cases import FOLDER

LATER = FOLDER / "later"

_LABELS = {"-": True, "+": False, "?": False}
_NOTE = "E"


class LaterCase(NamedTuple):
    """A note, a later line, and whether the note is out of date then."""

    note: str
    line: str
    outdated: bool


def load_later(path: Path) -> list[LaterCase]:
    """Return the lines of one file. Raises `ValueError` for a line of no such kind."""
    found = list[LaterCase]()
    for block in path.read_text("utf-8").split("\n\n"):
        note = ""
        for row in filter(None, map(str.strip, block.splitlines())):
            mark, words = row[:1], row[2:].strip()
            if mark == _NOTE:
                note = words
            elif mark in _LABELS and note:
                found.append(LaterCase(note, words, _LABELS[mark]))
            else:
                allowed = ", ".join((_NOTE, *_LABELS))
                raise ValueError(
                    f"{path.name}: a line is {row!r}, it has to begin with one of {allowed},"
                    " a note first"
                )
    return found


def load_held_out_later() -> list[LaterCase]:
    """Return the lines of the writers from whom nothing was learnt."""
    paths = sorted(each for each in LATER.glob("*.txt") if not int(each.stem) % 2)
    return [case for path in paths for case in load_later(path)]


async def report_later(checks: SentenceChecks, cases: Sequence[LaterCase]) -> str:
    """Return precision and recall at each bound that is used, and how often a line is taken for
    news of the note of another block."""
    chances = await checks.rate_later([(each.note, each.line) for each in cases])
    half = len(cases) // 2
    others = [(cases[at - half].note, each.line) for at, each in enumerate(cases)]
    astray = await checks.rate_later(others)
    lines = [f"later lines, held out ({len(cases)})"]
    for bound in sorted({OUTDATED, SURELY_OTHERWISE}):
        taken = [each.outdated for each, chance in zip(cases, chances, strict=True)
                 if chance >= bound]  # fmt: skip
        there = sum(each.outdated for each in cases)
        lines.append(
            f"from {bound} on: precision {sum(taken) / max(1, len(taken)):.0%}, recall"
            f" {sum(taken) / max(1, there):.0%} of {there}; beside another note"
            f" {sum(each >= bound for each in astray) / max(1, len(astray)):.1%}"
        )
    return "\n".join(lines)
