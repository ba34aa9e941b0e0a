"""``python -m tools.replies.reader FOLDER``: teach the sentence model to rate replies.

FOLDER has ``model``, the folder of the sentence model's package, and ``kinds.jsonl``, which
``python -m tools.replies.kinds FOLDER`` wrote.  It needs torch, transformers and numpy, and nothing
of this program; some 25 minutes on two cores.  It learns from ``tools/replies/judged.txt`` and from
what visitors judged (``docs/life``), and writes

- ``server/shipped/reply_reader.npz``: what the last layers have learnt, and small nets,
- ``tools/replies/read.txt``: what both say of the judged replies that they have not learnt from,
  for ``python -m tools.replies.weights``, which is to be run then,
- ``tests/agents/models/embedding/read_replies.txt``: what torch makes of some replies.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.parts_learner import PartsForm, PartsLearner, PartsRow
from tools.replies.judged import (
    READ,
    JudgedMoment,
    Reply,
    list_replies,
    list_strays,
    read_visits,
    split_judged,
)
from tools.replies.nets import Vectors, learn_nets, make_net_arrays

ROOT = Path(__file__).parents[2]
MADE = ROOT / "server" / "shipped" / "reply_reader.npz"
CASES = ROOT / "tests" / "agents" / "models" / "embedding" / "read_replies.txt"

#: As in ``agents/models/embedding/reply_reader.py``.
FORM = PartsForm((40, -24, 40), {"line": (0, 2), "before": (1, 2)}, (3, 4, 5))

ROUNDS, SIZE = 3, 8e-5
#: Of what fits anything, which is half of what was judged, this share is learnt from.
ANYTHING, SHARE = "anything", 0.35
CASES_KEPT = 24


def thin_out(moments: Sequence[JudgedMoment]) -> list[JudgedMoment]:
    """Return moments without most of what fits anything."""
    rng = random.Random(9)
    return [
        each._replace(
            replies=[one for one in each.replies if one.sort != ANYTHING or rng.random() < SHARE]
        )
        for each in moments
    ]


def write_readings(apart: Sequence[JudgedMoment], rated: Sequence[float]) -> None:
    """Write `READ`: a row for each moment that was kept apart."""
    left = iter(rated)
    lines = ["# What a reader that has not learnt from it says of a judged reply: log of odds."]
    lines += [
        " ".join(f"{next(left):.3f}" for _ in each.replies) + f" | {each.line}" for each in apart
    ]
    READ.write_text("\n".join(lines) + "\n", "utf-8")


def write_cases(replies: Sequence[Reply], learner: PartsLearner, weighed: Sequence[float]) -> None:
    """Write `CASES`: what the last layers, and what the nets make of some replies."""
    some = random.Random(2).sample(range(len(replies)), CASES_KEPT)
    read = learner.rate([_list_texts(replies[at]) for at in some], exactly=True)
    head = "# What was said before | a line | a reply | torch's log of odds: read, by nets\n"
    rows = [
        " | ".join((*replies[at][:3], f"{one:.5f}", f"{weighed[at]:.5f}")) + "\n"
        for at, one in zip(some, read, strict=True)
    ]
    CASES.write_text(head + "".join(rows), "utf-8")


def _list_texts(reply: Reply) -> tuple[str, str, str]:
    """Return the texts in the order in which they are read."""
    return reply.line, reply.before, reply.reply


def main(folder: Path) -> None:
    """Learn, and write all files."""
    model, visits = folder / "model", list(read_visits())
    rest, apart = split_judged()
    learner = PartsLearner(model, FORM)
    judged = [*list_replies(thin_out(rest)), *visits]
    learner.learn([PartsRow(_list_texts(each), each.sense) for each in judged], ROUNDS, SIZE)
    vectors = Vectors(model, folder / "kinds.jsonl")
    nets = learn_nets(vectors, [*list_replies(rest), *visits, *list_strays(rest, ANYTHING)])
    replies = list_replies(apart)
    learner.write(MADE, model, {**make_net_arrays(nets), **vectors.make_arrays()})
    weighed = nets.weigh(vectors, replies)
    read = learner.rate([_list_texts(each) for each in replies])
    write_readings(apart, [one + other for one, other in zip(read, weighed, strict=True)])
    write_cases(replies, learner, weighed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
