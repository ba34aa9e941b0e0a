"""How often the verdict is right on sentences that fifteen writers wrote near to their memories.

Each file of ``tests/data/sentences/written`` has blocks: memories (``M``), and sentences that are
true (``+``), false (``-``) or not settled by them (``?``).  False ones mostly differ from the
memories in a word or two, as an inattentive scribe would slip; true ones are reworded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from agents.memory.checking.verdict import judge_sentence
from benchmarks.truth.cases import FOLDER, Case, read_memory

WRITTEN = FOLDER / "written"

_LABELS = {"+": "supports", "-": "contradicts", "?": "cannot tell"}
_MEMORY = "M"


def load_written(path: Path) -> list[Case]:
    """Return the cases of one file. Raises `ValueError` for a line of no such kind."""
    found = list[Case]()
    for block in path.read_text("utf-8").split("\n\n"):
        rows = [each.strip() for each in block.split("\n") if each.strip()]
        found += _read_block(rows, f"{path.stem}-{len(found)}")
    return found


def _read_block(rows: list[str], name: str) -> Iterator[Case]:
    wrong = [row for row in rows if row[:2].rstrip() not in (*_LABELS, _MEMORY)]
    if wrong:
        allowed = ", ".join((_MEMORY, *_LABELS))
        raise ValueError(f"{name}: a line is {wrong[0]!r}, it has to begin with one of {allowed}")
    memories = [
        read_memory(row[2:], (at,))
        for at, row in enumerate((row for row in rows if row[0] == _MEMORY), 1)
    ]
    for at, row in enumerate(row for row in rows if row[0] in _LABELS):
        yield Case(f"{name}.{at}", row[2:], _LABELS[row[0]], memories, memories)


def load_held_out() -> dict[str, list[Case]]:
    """Return the cases of the files that nothing was made with, by what each is."""
    return {
        f"held out, writer {path.stem}": load_written(path)
        for path in sorted(WRITTEN.glob("*.txt"))
        if not int(path.stem) % 2
    }


def report_written() -> str:
    """Return a row for each file, and one for those that may be tuned on and those held out."""
    counts = {path.stem: _count(load_written(path)) for path in sorted(WRITTEN.glob("*.txt"))}
    lines = ["sentences of fifteen writers, near to their memories; even numbers are held out"]
    lines += [_describe(name, each) for name, each in counts.items()]
    for title, rest in (("may be tuned on", 1), ("held out", 0)):
        some = [each for name, each in counts.items() if int(name) % 2 == rest]
        lines.append(_describe(title, sum(some, Counter[tuple[str, str]]())))
    return "\n".join(lines)


def _count(cases: list[Case]) -> Counter[tuple[str, str]]:
    return Counter((each.label, judge_sentence(each.sentence, each.cited).judgement)
                   for each in cases)  # fmt: skip


def _describe(name: str, found: Counter[tuple[str, str]]) -> str:
    there = {
        label: sum(found[label, got] for got in _LABELS.values()) for label in _LABELS.values()
    }
    right = found["contradicts", "contradicts"]
    flagged = sum(found[label, "contradicts"] for label in _LABELS.values())
    borne = {label: found[label, "supports"] / max(1, count) for label, count in there.items()}
    return (
        f"{name}: {sum(there.values())} sentences; contradictions: precision"
        f" {right / max(1, flagged):.0%}, recall {right / max(1, there['contradicts']):.0%};"
        f" called supported: true {borne['supports']:.0%}, false {borne['contradicts']:.0%},"
        f" open {borne['cannot tell']:.0%}"
    )
