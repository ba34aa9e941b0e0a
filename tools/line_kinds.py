"""``python -m tools.line_kinds FOLDER``: teach the sentence model to tell kinds of lines.

FOLDER holds ``model``, the folder of the sentence model's package.  It needs torch, transformers
and numpy, and nothing of this program; some 25 minutes on two cores.  It learns from

- ``tools/kinds_of_talks.txt``: the kinds of the visitors' lines in ``benchmarks/life/talks``,
- ``tools/kinds_of_visits.txt``: lines of real visitors, with what was said before, and their kinds,
- the examples in ``vault/text/acts.md``,

and writes ``server/shipped/line_kinds.npz``, the low-rank adapters and the head (``kind_reader``).
It prints how many of the visits' lines that were kept apart are told right.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.adapted_bert import AdaptedBert, list_batches, numpy, torch

ROOT = Path(__file__).parents[1]
TALKS = ROOT / "benchmarks" / "life" / "talks"
OF_TALKS, OF_VISITS = (
    Path(__file__).with_name(f"kinds_of_{each}.txt") for each in ("talks", "visits")
)
ACTS = ROOT / "vault" / "text" / "acts.md"
ADAPTER = ROOT / "server" / "shipped" / "line_kinds.npz"

ROUNDS, SIZE, DECAY, TOGETHER = 3, 1.2e-3, 0.01, 32
#: How much a kind counts that is not the line's, all together; and the first of two that fit it.
SMOOTHED, FIRST_OF_TWO = 0.05, 0.65
#: How often a round has each line of a real visitor, and how many of these are kept apart.
OFTEN, KEPT_APART = 2, 220
#: Parts of the head that learn faster than the rest.
FASTER = {"of first": 2.0, "of line": 16.0, "of before": 8.0}
#: Kinds of the examples that have another name here; places are asked for, and no kind of news.
OF_ACTS = {
    "debt": "money", "expecting": "child", "decision": "undecided", "journey": "plan",
    "mishap": "funny", "sympathy": "pity", "complaint": "vexed", "opinion": "thought",
    "reply": "", "place": "",
}  # fmt: skip

#: A line, what was said before it (or nothing), and one or two kinds that fit it.
Row = tuple[str, str, tuple[str, ...]]


class KindLearner(AdaptedBert):
    """Learns how likely a line is of each kind."""

    def __init__(self, folder: Path, kinds: Sequence[str], size: int = 384) -> None:
        head = {name: torch.zeros(len(kinds), size) for name in FASTER}
        super().__init__(folder, {"base": torch.zeros(len(kinds)), **head})
        self.kinds = list(kinds)

    def learn(self, rows: Sequence[Row]) -> None:
        """Learn from rows."""
        order = random.Random(1)
        batches = [b for _ in range(ROUNDS) for b in list_batches([*rows], order, TOGETHER)]
        for batch, step in self.list_steps(batches, SIZE, DECAY):
            shares = torch.log_softmax(self._compute(batch), -1)
            step(-(self._make_aim(batch) * shares).sum(-1).mean())

    def tell(self, rows: Sequence[Row]) -> list[str]:
        """Return the likeliest kind of each line."""
        self.bert.eval()
        told: list[str] = []
        with torch.no_grad():
            for begin in range(0, len(rows), TOGETHER):
                best = self._compute(rows[begin : begin + TOGETHER]).argmax(-1)
                told += [self.kinds[each] for each in best.tolist()]
        return told

    def make_arrays(self) -> dict[str, Any]:
        """Return what the file holds."""
        found = {name: each.numpy() * FASTER.get(name, 1.0) for name, each in self.copy().items()}
        short = {n: each.astype("f4" if n == "base" else "f2") for n, each in found.items()}
        return {"names": numpy.array(self.kinds), **short}

    def _compute(self, rows: Sequence[Row]) -> Any:
        first, line, before = self.read([each[:2] for each in rows], ends=True)
        states = {"of first": first, "of line": line, "of before": before}
        total = self.learnt["base"]
        for name, state in states.items():
            total = total + self.drop(state) @ (self.learnt[name] * FASTER[name]).T
        return total

    def _make_aim(self, rows: Sequence[Row]) -> Any:
        aim = torch.full((len(rows), len(self.kinds)), SMOOTHED / len(self.kinds))
        for at, (_, _, kinds) in enumerate(rows):
            shares = (FIRST_OF_TWO, 1 - FIRST_OF_TWO) if len(kinds) > 1 else (1.0,)
            for kind, share in zip(kinds, shares, strict=True):
                aim[at, self.kinds.index(kind)] += (1 - SMOOTHED) * share
        return aim


def read_talks() -> Iterator[Row]:
    """Yield the labelled lines of the talks: file, number of the visitor's line, kinds."""
    lines = {path.name: list(_read_lines(path)) for path in TALKS.glob("*.txt")}
    for name, number, *kinds in _read_table(OF_TALKS, " "):
        yield (*lines[name][int(number)], tuple(kinds))


def read_visits() -> Iterator[Row]:
    """Yield the labelled lines of real visitors."""
    for before, line, kinds in _read_table(OF_VISITS, " | "):
        yield line, before.strip("-"), tuple(kinds.split())


def read_acts() -> Iterator[Row]:
    """Yield the examples."""
    for name, block in re.findall(
        r"\*\*acts\.(\w+)\*\*:\n```\n(.*?)```", ACTS.read_text("utf-8"), re.S
    ):
        if kind := OF_ACTS.get(name, name):
            yield from ((line, "", (kind,)) for line in block.splitlines())


def _read_lines(talk: Path) -> Iterator[tuple[str, str]]:
    """Yield each line of a visitor, and what the agent said before it."""
    before = ""
    for line in talk.read_text("utf-8").splitlines():
        mark, _, words = line.partition(": ")
        if line.startswith("==="):
            before = ""
        elif mark == "A":
            before = words
        elif mark == "V":
            yield words, before


def _read_table(path: Path, between: str) -> Iterator[list[str]]:
    rows = path.read_text("utf-8").splitlines()
    return (each.split(between) for each in rows if each and not each.startswith("#"))


def count_right(rows: Sequence[Row], told: Sequence[str]) -> int:
    """Return how many of the kinds that were told are among those that fit."""
    return sum(kind in each[2] for each, kind in zip(rows, told, strict=True))


def main(folder: Path) -> None:
    """Learn, and write the file."""
    visits = list(read_visits())
    random.Random(5).shuffle(visits)
    apart, rest = visits[:KEPT_APART], visits[KEPT_APART:]
    rows = [*rest * OFTEN, *read_talks(), *read_acts()]
    learner = KindLearner(folder / "model", sorted({kind for each in rows for kind in each[2]}))
    learner.learn(rows)
    learner.write(ADAPTER, folder / "model", learner.make_arrays())
    right = count_right(apart, learner.tell(apart))
    print(f"{right} of {len(apart)} lines of visitors are told right")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
