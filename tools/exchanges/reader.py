"""``python -m tools.exchanges.reader FOLDER``: teach the sentence model to rate exchanges.

FOLDER has what ``python -m tools.exchanges.pairs FOLDER`` wrote, and ``model``, the folder of the
sentence model's package.  It needs torch, transformers and numpy, and nothing of this program; some
forty minutes on two cores.  First it learns from the voices: which of two near wordings has the
same answer; then from judged exchanges.  It prints what it makes of those that are kept apart, and
writes

- ``server/shipped/exchange_reader.npz``, for ``agents/models/embedding/exchange_reader.py``,
- ``tests/agents/models/embedding/rated_exchanges.txt``: what torch makes of some exchanges.

Then ``python -m tools.exchanges.weights`` is to be run.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.parts_learner import PartsForm, PartsLearner, PartsRow

ROOT = Path(__file__).parents[2]
MADE = ROOT / "server" / "shipped" / "exchange_reader.npz"
CASES = ROOT / "tests" / "agents" / "models" / "embedding" / "rated_exchanges.txt"

#: As in ``agents/models/embedding/exchange_reader.py``.
FORM = PartsForm((48, 32, 48), {"wording": (0, 1), "answer": (0, 2)}, (0, 1, 2, 3, 4, 5))

#: Rows of the voices, rounds and the first steps' size: of the voices, and of what was judged.
VOICE_ROWS, OF_VOICES, OF_JUDGED = 24_000, (1, 8e-5), (2, 6e-5)

#: How far an exchange makes sense that is good, passable or beside the point, and what it weighs.
SENSE = {1.0: (0.95, 1.0), 0.5: (0.4, 0.6), 0.0: (0.03, 1.0)}

#: Of what is beside the point, the nearest and so many others are learnt from.
NEAREST, OTHERS = 3, 3

CASES_KEPT = 24


def list_voice_rows(rows: Sequence[Mapping[str, Any]]) -> list[PartsRow]:
    """Return what is learnt from the voices: another wording of the exchange, and near ones."""
    rng = random.Random(2)
    found = []
    for row in rng.sample(list(rows), len(rows)):
        heard, same = row["heard"], row["same"]
        wording = same[0] if rng.random() < 0.5 else rng.choice(same)
        found.append(PartsRow((heard, wording, row["answer"]), 0.95))
        others = row["other"]
        near = others[:1] + ([rng.choice(others[1:])] if len(others) > 1 else [])
        found += [PartsRow((heard, one, answer), 0.05, 0.8) for one, answer in near]
    return found[:VOICE_ROWS]


def list_judged_rows(lines: Sequence[Mapping[str, Any]]) -> Iterator[PartsRow]:
    """Yield what is learnt from judged exchanges, which stand in the order of nearness."""
    rng = random.Random(8)
    for each in lines:
        beside = [one for one in each["exchanges"] if not one[2]]
        left = beside[NEAREST:]
        kept = beside[:NEAREST] + rng.sample(left, min(OTHERS, len(left)))
        for wording, answer, good in [one for one in each["exchanges"] if one[2]] + kept:
            yield PartsRow((each["line"], wording, answer), *SENSE[good])


def find_area(rated: Sequence[float], good: Sequence[float]) -> float:
    """Return how often a good exchange is rated above one beside the point: the AUC."""
    order = sorted((each, one) for each, one in zip(rated, good, strict=True) if one != 0.5)
    below = above = 0
    for _, one in order:
        below, above = (below, above + below) if one else (below + 1, above)
    return above / (below * (len(order) - below))


def _read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main(folder: Path) -> None:
    """Learn, and write all files."""
    lines = _read_rows(folder / "judged.jsonl")
    learner = PartsLearner(folder / "model", FORM)
    learner.learn(list_voice_rows(_read_rows(folder / "voices.jsonl")), *OF_VOICES)
    learner.learn(
        list(list_judged_rows([each for each in lines if not each["is_apart"]])), *OF_JUDGED
    )
    learner.write(MADE, folder / "model")
    apart = [
        ((each["line"], wording, answer), good)
        for each in lines
        if each["is_apart"]
        for wording, answer, good in each["exchanges"]
    ]
    rated = learner.rate([texts for texts, _ in apart])
    print(f"kept apart: AUC {find_area(rated, [good for _, good in apart]):.3f} of {len(apart)}")
    some = random.Random(2).sample([texts for texts, _ in apart], CASES_KEPT)
    rows = [
        " | ".join((*texts, f"{one:.5f}")) + "\n"
        for texts, one in zip(some, learner.rate(some, exactly=True), strict=True)
    ]
    CASES.write_text("# A line | a wording | an answer | torch's log of odds\n" + "".join(rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
