"""``python -m tools.checks.learn FOLDER [BEGUN]``: learn whether memories bear a sentence out, and
whether a note is out of date.

FOLDER has ``model``, the folder of the sentence model's package.  It needs torch and transformers,
and nothing of this program; fifty minutes on two cores.  From the sentences of
``tests/data/sentences/written`` and the later lines of ``tests/data/sentences/later`` that may be
learnt from it makes ``server/shipped/sentence_checks.npz``, and writes what torch makes of some of
them to ``sentence_checks.txt`` and ``later_lines.txt`` in ``tests/agents/models/embedding``.  It
goes on with what the file BEGUN has learnt: ``server/shipped/answer_words.npz``, which reads a line
beside a question already (from the untaught model it learns nothing); or the file that it makes,
for fewer rounds, where there are some more sentences.

``python -m benchmarks.truth --checks`` tells then how well it does on the others.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from tools.checks.later import LEARNT as LATER
from tools.checks.later import LaterLine, list_later
from tools.checks.learner import FORM, CheckLearner
from tools.checks.written import LEARNT, NEAR_WORDS, WrittenSentence, list_sentences

ROOT = Path(__file__).parents[2]
MADE = ROOT / "server" / "shipped" / "sentence_checks.npz"
BEGUN = MADE.with_name("answer_words.npz")
CASES = ROOT / "tests" / "agents" / "models" / "embedding" / "sentence_checks.txt"
LATER_CASES = CASES.with_name("later_lines.txt")

ROUNDS, MORE_ROUNDS, LATER_ROUNDS, SIZE = 5, 1, 2, 1e-4
CASES_KEPT = 12

T = TypeVar("T")

#: What is true nearly word for word is read so often besides: all else that is near to the words of
#: its memories is false, and an equal word would tell of a slip.
NEAR_WORDS_TIMES = 3


def write_cases(
    learner: CheckLearner, written: Sequence[WrittenSentence], later: Sequence[LaterLine]
) -> None:
    """Write what torch makes of some sentences and later lines."""
    some, told = _choose(written), _choose(later)
    found = learner.check([each.texts for each in some], exactly=True)
    rows = zip(some, found, strict=True)
    _write_rows(CASES, ([each.sentence, each.memories, chances] for each, chances in rows))
    rated = zip(told, learner.rate_later([e.texts for e in told], exactly=True), strict=True)
    _write_rows(LATER_CASES, ([each.note, each.line, chance] for each, chance in rated))


def _choose(rows: Sequence[T]) -> Sequence[T]:
    return rows[:: max(1, len(rows) // CASES_KEPT)][:CASES_KEPT]


def _write_rows(path: Path, rows: Iterable[list[object]]) -> None:
    path.write_text("".join(f"{json.dumps(e, ensure_ascii=False)}\n" for e in rows), "utf-8")


def main(folder: Path, begun: Path) -> None:
    """Learn, and write both files."""
    near = NEAR_WORDS_TIMES * list(list_sentences(NEAR_WORDS))
    written = [*near, *(each for path in LEARNT for each in list_sentences(path))]
    later = [each for path in LATER for each in list_later(path)]
    print(f"{len(written)} sentences and {len(later)} later lines to learn from", flush=True)
    learner = CheckLearner(folder / "model", FORM)
    learner.start_from(begun)
    rounds = ROUNDS if begun == BEGUN else MORE_ROUNDS
    learner.learn_both(written, later, (rounds, LATER_ROUNDS), SIZE)
    learner.write(MADE, folder / "model")
    write_cases(learner, written, later)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else BEGUN)
