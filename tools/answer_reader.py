"""``python -m tools.answer_reader FOLDER``: teach the sentence model to read two lines together.

FOLDER has what ``python -m tools.answer_pairs FOLDER`` wrote, and ``model``, the folder of the
sentence model's package.  It needs torch, transformers and numpy, and nothing of this program, so
that they may be installed elsewhere; some 20 minutes on two cores.  It writes

- ``server/shipped/answer_reader.npz``, the low-rank adapters and the head (``pair_reader``),
- ``tools/read_answers.txt``: what readers that had not learnt from a line said of each judged pair,
  for ``python -m tools.answer_weights``, which is to be run then,
- ``tests/agents/models/embedding/read_pairs.txt``: what torch makes of some pairs.

First it learns from the voices: which of two near wordings has the same answer.  Then from judged
pairs.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.adapted_bert import AdaptedBert, list_batches, torch

ROOT = Path(__file__).parents[1]
ADAPTER = ROOT / "server" / "shipped" / "answer_reader.npz"
READ_ANSWERS = ROOT / "tools" / "read_answers.txt"
CASES = ROOT / "tests" / "agents" / "models" / "embedding" / "read_pairs.txt"

#: Rounds, the first steps' size, and how much weights decay: of the voices, and of judged pairs.
OF_VOICES, OF_JUDGED = (2, 1.5e-3, 0.01), (4, 4e-4, 0.05)
TOGETHER, PARTS, SURE = 32, 5, 0.95
#: Parts of the head that learn faster than the rest.
FASTER = {"first": 4.0, "apart": 8.0}
CASES_KEPT = 24

#: A line, a wording, how far the one's answer is the other's (0 to 1), and what the pair weighs.
Pair = tuple[str, str, float, float]


class Learner(AdaptedBert):
    """Learns how far what answers the one line answers the other."""

    def __init__(self, folder: Path, size: int = 384) -> None:
        head = {"first": torch.zeros(size), "base": torch.tensor(-6.0)}
        # So it begins as the cosine.
        head |= {"shared": torch.full((size,), 10.0), "apart": torch.zeros(size)}
        super().__init__(folder, head)

    def rate(self, pairs: Sequence[tuple[str, str]], exactly: bool = False) -> list[float]:
        """Return the log of odds of each pair."""
        self.bert.eval()
        rated: list[float] = []
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=not exactly):
            for begin in range(0, len(pairs), TOGETHER):
                rated += self._compute(pairs[begin : begin + TOGETHER]).tolist()
        return rated

    def learn(
        self, make_round: Callable[[int], Sequence[Pair]], rounds: int, size: float, decay: float
    ) -> None:
        """Learn from the pairs of some rounds, with steps that begin with `size`."""
        order = random.Random(1)
        batches = [
            b for n in range(rounds) for b in list_batches(list(make_round(n)), order, TOGETHER)
        ]
        for batch, step in self.list_steps(batches, size, decay):
            good = torch.tensor([each[2] for each in batch])
            weight = torch.tensor([each[3] for each in batch])
            with torch.autocast("cpu", torch.bfloat16):
                rated = self._compute([each[:2] for each in batch])
            wrong = torch.nn.functional.binary_cross_entropy_with_logits(
                rated.float(), good, weight, reduction="sum"
            )
            step(wrong / weight.sum())

    def _compute(self, pairs: Sequence[tuple[str, str]]) -> Any:
        first, one, other = self.read(pairs)
        own = {name: each * FASTER.get(name, 1.0) for name, each in self.learnt.items()}
        total = self.drop(first) @ own["first"] + own["base"]
        total = total + self.drop(one * other) @ own["shared"]
        return total + self.drop((one - other).abs()) @ own["apart"]


def make_voice_round(rows: Sequence[Mapping[str, Any]], number: int) -> list[Pair]:
    """Return pairs of the voices: mostly the nearest wording of the same exchange, near ones of
    others, and some of anything."""
    rng = random.Random(number)
    pairs: list[Pair] = []
    for row in rows:
        heard, others = row["heard"], row["other"]
        same, near = row["same"][0] if rng.random() < 0.75 else rng.choice(row["same"])
        if near > 0.97 and rng.random() < 0.7:  # it differs by a comma
            continue
        pairs.append((heard, same, SURE, 1.0))
        picked = [rng.choice(part) for part in (others[:3], others[3:]) if part]
        stray = rng.choice(rows)
        if (
            rng.random() < 0.5
            and stray["agent"] == row["agent"]
            and stray["exchange"] != row["exchange"]
        ):
            picked.append(stray["heard"])
        pairs += [(heard, each, 1 - SURE, 0.5) for each in picked]
    return pairs


def list_pairs(judged: Sequence[Mapping[str, Any]]) -> list[Pair]:
    """Return judged pairs to learn from."""
    return [(each["asked"], each["known"], each["good"], 1.0) for each in judged]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def judge_unlearnt(learner: Learner, judged: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return what was said of each pair by a learner that had not learnt from its line."""
    begun = learner.copy()
    heard = list(dict.fromkeys(each["heard"] for each in judged))
    random.Random(7).shuffle(heard)
    part_of = {line: at % PARTS for at, line in enumerate(heard)}
    rated = [0.0] * len(judged)
    for part in range(PARTS):
        learner.restore(begun)
        others = [each for each in judged if part_of[each["heard"]] != part]
        learner.learn(lambda _, others=others: list_pairs(others), *OF_JUDGED)  # type: ignore[misc]
        own = [at for at, each in enumerate(judged) if part_of[each["heard"]] == part]
        found = learner.rate([(judged[at]["asked"], judged[at]["known"]) for at in own])
        for at, one in zip(own, found, strict=True):
            rated[at] = one
    learner.restore(begun)
    return rated


def write_readings(judged: Sequence[Mapping[str, Any]], rated: Sequence[float]) -> None:
    """Write `READ_ANSWERS`."""
    lines = [
        f"{each['heard']} | {each['agent']} | {each['known']} | {one:.3f}\n"
        for each, one in zip(judged, rated, strict=True)
    ]
    head = "# What was said to an agent | the agent | a wording | a reader's log of odds.\n"
    READ_ANSWERS.write_text(head + "".join(lines), "utf-8")


def write_adapter(learner: Learner, model: Path) -> None:
    """Write `ADAPTER`, and let the learner go on with its numbers, which are shorter."""
    short = {
        name: each.numpy().astype("f2" if name.endswith((".down", ".up")) else "f4")
        for name, each in learner.copy().items()
    }
    learner.restore({name: torch.tensor(each.astype("f4")) for name, each in short.items()})
    made = {name: (each * FASTER.get(name, 1.0)).astype(each.dtype) for name, each in short.items()}
    learner.write(ADAPTER, model, made)


def write_cases(learner: Learner, judged: Sequence[Mapping[str, Any]]) -> None:
    """Write `CASES`."""
    some = random.Random(2).sample(judged, CASES_KEPT)
    rated = learner.rate([(each["asked"], each["known"]) for each in some], exactly=True)
    lines = [
        f"{each['asked']} | {each['known']} | {one:.5f}\n"
        for each, one in zip(some, rated, strict=True)
    ]
    CASES.write_text("# A line | a wording | torch's score.\n" + "".join(lines), "utf-8")


def main(folder: Path) -> None:
    """Learn, and write all files."""
    voices, judged = read_rows(folder / "voices.jsonl"), read_rows(folder / "judged.jsonl")
    learner = Learner(folder / "model")
    learner.learn(lambda number: make_voice_round(voices, number), *OF_VOICES)
    write_readings(judged, judge_unlearnt(learner, judged))
    learner.learn(lambda _: list_pairs(judged), *OF_JUDGED)
    write_adapter(learner, folder / "model")
    write_cases(learner, judged)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
