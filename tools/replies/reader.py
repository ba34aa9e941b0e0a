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

import hashlib
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.adapted_bert import numpy, torch, transformers
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
MOST_BEFORE, MOST_LINE, MOST_REPLY, LEARNT_LAYERS = 24, 40, 40, (3, 4, 5)

ROUNDS, SIZE, DECAY, TOGETHER, WARM = 3, 8e-5, 0.01, 32, 0.06
#: The head's steps are so much larger, and what changes in a matrix is kept with this rank.
OF_HEAD, RANK, DROPPED = 10, 48, 0.1
#: Parts of the head that learn faster than the rest.
FASTER = {"first": 4.0, "apart line": 8.0, "apart before": 8.0}
#: Of what fits anything, which is half of what was judged, this share is learnt from.
ANYTHING, SHARE = "anything", 0.35
CASES_KEPT = 24


class ReplyLearner:
    """The model, whose last layers learn how far replies make sense."""

    def __init__(self, folder: Path, size: int = 384) -> None:
        torch.manual_seed(3)
        self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self.bert = transformers.AutoModel.from_pretrained(folder, attn_implementation="eager")
        self.untaught = {name: each.clone() for name, each in self.bert.state_dict().items()}
        self.taught = tuple(f"encoder.layer.{layer}." for layer in LEARNT_LAYERS)
        for name, each in self.bert.named_parameters():
            each.requires_grad_(name.startswith(self.taught))
        parts = [f"{how} {of}" for how in ("shared", "apart") for of in ("line", "before")]
        head = {name: torch.zeros(size) for name in ("first", *parts)}
        head |= {"base": torch.tensor(-1.0), "types": torch.zeros(3, size)}
        self.head = head | {"shared line": torch.full((size,), 4.0)}
        for each in self.head.values():
            each.requires_grad_(True)

    def learn(self, rows: Sequence[Reply]) -> None:
        """Learn from all rows, some rounds of them."""
        order = random.Random(1)
        batches = [b for _ in range(ROUNDS) for b in _list_batches(rows, order)]
        own = [each for each in self.bert.parameters() if each.requires_grad]
        head = list(self.head.values())
        sizes = (SIZE, SIZE * OF_HEAD)
        groups = [{"params": each, "lr": s} for each, s in zip((own, head), sizes, strict=True)]
        optimizer = torch.optim.AdamW(groups, weight_decay=DECAY)
        self.bert.train()
        for at, batch in enumerate(batches):
            share = min(1.0, (at + 1) / (WARM * len(batches))) * max(0.02, 1 - at / len(batches))
            for group, size in zip(optimizer.param_groups, sizes, strict=True):
                group["lr"] = size * share
            sense = torch.tensor([each.sense for each in batch])
            with torch.autocast("cpu", torch.bfloat16):
                rated = self._compute(batch)
            wrong = torch.nn.functional.binary_cross_entropy_with_logits(rated.float(), sense)
            optimizer.zero_grad()
            wrong.backward()
            torch.nn.utils.clip_grad_norm_([*own, *head], 1.0)
            optimizer.step()

    def rate(self, rows: Sequence[Reply], *, exactly: bool = False) -> list[float]:
        """Return the log of odds of each row."""
        self.bert.eval()
        rated = [0.0] * len(rows)
        order = sorted(range(len(rows)), key=lambda at: sum(map(len, rows[at][:3])))
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=not exactly):
            for begin in range(0, len(rows), TOGETHER):
                some = order[begin : begin + TOGETHER]
                found = self._compute([rows[at] for at in some]).float().tolist()
                for at, one in zip(some, found, strict=True):
                    rated[at] = one
        return rated

    def make_arrays(self) -> dict[str, Any]:
        """Return what the file holds, and go on with its numbers, which are fewer and shorter."""
        head = {name: each.detach() for name, each in self.head.items()}
        made = {name: (each * FASTER.get(name, 1.0)).numpy() for name, each in head.items()}
        state = self.bert.state_dict()
        for name in (each for each in state if each.startswith(self.taught)):
            if state[name].dim() == 1:
                made[name] = state[name].numpy().copy()
                continue
            left, strength, right = torch.linalg.svd(
                state[name] - self.untaught[name], full_matrices=False
            )
            root, bare = strength[:RANK].sqrt(), name.removesuffix(".weight")
            made[f"{bare}.up"] = (left[:, :RANK] * root).numpy().astype("f2")
            made[f"{bare}.down"] = (root[:, None] * right[:RANK]).numpy().astype("f2")
            short = [torch.tensor(made[f"{bare}.{end}"].astype("f4")) for end in ("up", "down")]
            state[name] = self.untaught[name] + short[0] @ short[1]
        self.bert.load_state_dict(state)
        return made

    def _compute(self, rows: Sequence[Reply]) -> Any:
        tokens, there, of_part, places = self._lay_out(rows)
        looked_up = self.bert.embeddings.word_embeddings(tokens) + self.head["types"][of_part]
        state = self.bert(
            inputs_embeds=looked_up, position_ids=places, attention_mask=there
        ).last_hidden_state.float()
        line, before, reply = (_find_means(state, there * (of_part == at)) for at in range(3))
        own = {name: each * FASTER.get(name, 1.0) for name, each in self.head.items()}
        total = self._drop(state[:, 0]) @ own["first"] + own["base"]
        for name, part in (("line", line), ("before", before)):
            total = total + self._drop(part * reply) @ own[f"shared {name}"]
            total = total + self._drop((part - reply).abs()) @ own[f"apart {name}"]
        return total

    def _drop(self, each: Any) -> Any:
        return torch.nn.functional.dropout(each, DROPPED, self.bert.training)

    def _lay_out(self, rows: Sequence[Reply]) -> Any:
        """Return tokens, where there are any, of which part they are, and their places."""
        texts = zip(*(each[:3] for each in rows), strict=True)
        before, line, reply = (
            self._tokenizer(list(each), add_special_tokens=False)["input_ids"] for each in texts
        )
        begin, end = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        laid = [
            ([begin, *a[:MOST_LINE], end], [*b[-MOST_BEFORE:], end], [*c[:MOST_REPLY], end])
            for a, b, c in zip(line, before, reply, strict=True)
        ]
        table = torch.zeros(4, len(rows), max(sum(map(len, each)) for each in laid)).long()
        for row, parts in enumerate(laid):
            at = 0
            for number, part in enumerate(parts):
                place, first = slice(at, at := at + len(part)), int(number > 0)
                table[0, row, place] = torch.tensor(part)
                table[1, row, place] = 1
                table[2, row, place] = number
                table[3, row, place] = torch.arange(first, len(part) + first)
        return table


def _find_means(state: Any, there: Any) -> Any:
    there = there.unsqueeze(-1).float()
    means = (state * there).sum(1) / there.sum(1).clamp(min=1)
    return means / means.norm(dim=1, keepdim=True).clamp(min=1e-6)


def _list_batches(rows: Sequence[Reply], order: random.Random) -> Iterator[list[Reply]]:
    """Yield rows in batches of like length."""
    shuffled = order.sample(list(rows), len(rows))
    batches = []
    for begin in range(0, len(rows), TOGETHER * 16):
        some = sorted(shuffled[begin : begin + TOGETHER * 16], key=lambda e: sum(map(len, e[:3])))
        batches += [some[at : at + TOGETHER] for at in range(0, len(some), TOGETHER)]
    order.shuffle(batches)
    yield from batches


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


def write_cases(replies: Sequence[Reply], learner: ReplyLearner, weighed: Sequence[float]) -> None:
    """Write `CASES`: what the last layers, and what the nets make of some replies."""
    some = random.Random(2).sample(range(len(replies)), CASES_KEPT)
    read = learner.rate([replies[at] for at in some], exactly=True)
    head = "# What was said before | a line | a reply | torch's log of odds: read, by nets\n"
    rows = [
        " | ".join((*replies[at][:3], f"{one:.5f}", f"{weighed[at]:.5f}")) + "\n"
        for at, one in zip(some, read, strict=True)
    ]
    CASES.write_text(head + "".join(rows), "utf-8")


def _write(made: Mapping[str, Any], model: Path) -> None:
    digest = hashlib.sha256((model / "model.safetensors").read_bytes()).hexdigest()
    numpy.savez_compressed(MADE, weights=numpy.array(digest), **made)


def main(folder: Path) -> None:
    """Learn, and write all files."""
    model, visits = folder / "model", list(read_visits())
    rest, apart = split_judged()
    learner = ReplyLearner(model)
    learner.learn([*list_replies(thin_out(rest)), *visits])
    vectors = Vectors(model, folder / "kinds.jsonl")
    nets = learn_nets(vectors, [*list_replies(rest), *visits, *list_strays(rest, ANYTHING)])
    replies = list_replies(apart)
    _write({**learner.make_arrays(), **make_net_arrays(nets), **vectors.make_arrays()}, model)
    weighed = nets.weigh(vectors, replies)
    read = learner.rate(replies)
    write_readings(apart, [one + other for one, other in zip(read, weighed, strict=True)])
    write_cases(replies, learner, weighed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
