"""``python -m tools.asked.answers FOLDER [BEGUN]``: learn which words of what was told answer.

FOLDER has ``model``, the folder of the sentence model's package.  It needs torch and transformers,
and nothing of this program; an hour on two cores.  From the visits of ``tools/asked``, with and
without the line that answers, it makes ``server/shipped/answer_words.npz``, and writes what torch
makes of some lines to ``tests/agents/models/embedding/answer_words.txt``.  It goes on with what the
file BEGUN has learnt: ``server/shipped/exchange_reader.npz``, which rates answers to questions
already; or the file that it makes, for fewer rounds, where there are some more questions.

``python -m tools.asked.report`` tells then how well it does on ``tools/asked/held_out.txt``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.asked.answer_learner import FORM, AnswerLearner
from tools.asked.questions import Question, list_questions, take_answers_away
from tools.asked.visits import list_written

ROOT = Path(__file__).parents[2]
MADE = ROOT / "server" / "shipped" / "answer_words.npz"
BEGUN = MADE.with_name("exchange_reader.npz")
CASES = ROOT / "tests" / "agents" / "models" / "embedding" / "answer_words.txt"

ROUNDS, MORE_ROUNDS, SIZE = 3, 1, 6e-5
CASES_KEPT = 12


def write_cases(learner: AnswerLearner, questions: Sequence[Question]) -> None:
    """Write what torch makes of the first lines of some questions."""
    rows = []
    for each in questions[:: max(1, len(questions) // CASES_KEPT)][:CASES_KEPT]:
        before, line = each.lines[min(each.answered_by, len(each.lines) - 1)]
        rated, edges = learner.read(each.asked, before, line)
        row = [each.asked, before, line, rated, [sum(both) for both in edges]]
        rows.append(json.dumps(row, ensure_ascii=False))
    CASES.write_text("".join(f"{row}\n" for row in rows), "utf-8")


def main(folder: Path, begun: Path) -> None:
    """Learn, and write both files."""
    written = list(list_questions(list_written()))
    questions = [*written, *take_answers_away(written)]
    print(f"{len(questions)} questions to learn from", flush=True)
    learner = AnswerLearner(folder / "model", FORM)
    learner.start_from(begun)
    learner.learn_questions(questions, ROUNDS if begun == BEGUN else MORE_ROUNDS, SIZE)
    learner.write(MADE, folder / "model")
    write_cases(learner, written)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else BEGUN)
