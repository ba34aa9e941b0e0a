"""Teaches small nets to tell from vectors and kinds how far a reply makes sense.

They need torch and transformers.  ``agents/models/embedding/reply_reader.py`` computes in numpy
what is learnt here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.adapted_bert import numpy, torch, transformers
from tools.replies.judged import Reply

#: How many nets, how wide, and how they learn.
COUNT, WIDE, ROUNDS, SIZE, DECAY, TOGETHER = 3, 64, 12, 1.5e-3, 0.05, 256
DROPPED, DROPPED_INSIDE = 0.2, 0.3

#: As in ``reply_reader``.
PRODUCT = 20.0

MOST_TOKENS, EMBEDDED = 64, 128


class Vectors:
    """The vectors of texts, by the model in `folder`, and the kinds in `file`."""

    def __init__(self, folder: Path, file: Path) -> None:
        self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self._bert = transformers.AutoModel.from_pretrained(folder).eval()
        rows = [json.loads(each) for each in file.read_text("utf-8").splitlines()]
        self.names = list(rows[0]["kinds"])
        self._kinds = {
            (each["before"], each["line"]): torch.tensor([*each["kinds"].values()]) for each in rows
        }
        self._known: dict[str, Any] = {}

    def look_up(self, replies: Sequence[Reply]) -> tuple[Any, Any, Any, Any]:
        """Return tables of what was said before, of lines, of replies, and of kinds."""
        texts = [[str(each[at]) for each in replies] for at in range(3)]
        self._embed([text for each in texts for text in each])
        tables = [torch.stack([self._known[text] for text in each]) for each in texts]
        kinds = torch.stack([self._kinds[each.before, each.line] for each in replies])
        return tables[0], tables[1], tables[2], kinds

    def make_arrays(self) -> dict[str, Any]:
        """Return what the file holds of the kinds."""
        return {"kinds": numpy.array(self.names)}

    def _embed(self, texts: Sequence[str]) -> None:
        new = sorted({*texts} - {*self._known}, key=len)
        for begin in range(0, len(new), EMBEDDED):
            some = new[begin : begin + EMBEDDED]
            given = self._tokenizer(
                some, padding=True, truncation=True, max_length=MOST_TOKENS, return_tensors="pt"
            )
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
                state = self._bert(**given).last_hidden_state.float()
            there = given["attention_mask"].unsqueeze(-1).float()
            means = (state * there).sum(1) / there.sum(1)
            self._known.update(zip(some, means / means.norm(dim=1, keepdim=True), strict=True))


class ReplyNet(torch.nn.Module):  # type: ignore[misc]
    """One net."""

    def __init__(self, kinds: int, size: int = 384) -> None:
        super().__init__()
        linear = torch.nn.Linear
        self.pl, self.pr = linear(2 * size + kinds, WIDE), linear(size, WIDE)
        self.m1, self.m2 = linear(4 * WIDE + 2 * size, WIDE), linear(WIDE, 1)
        self._drop = torch.nn.Dropout(DROPPED)
        self._drop_inside = torch.nn.Dropout(DROPPED_INSIDE)

    def forward(self, before: Any, line: Any, reply: Any, kinds: Any) -> Any:
        """Return a log of odds for each row."""
        bend = torch.nn.functional.gelu
        said = self._drop(torch.cat([before, line], 1))
        heard = bend(self.pl(torch.cat([said, kinds], 1)))
        spoken = bend(self.pr(self._drop(reply)))
        products = (line * reply * PRODUCT, before * reply * PRODUCT)
        joined = (heard, spoken, heard * spoken, (heard - spoken).abs(), *products)
        return self.m2(self._drop_inside(bend(self.m1(torch.cat(joined, 1))))).squeeze(1)


class ReplyNets:
    """Several nets, whose mean counts."""

    def __init__(self, nets: Sequence[ReplyNet]) -> None:
        self.nets = nets

    def weigh(self, vectors: Vectors, replies: Sequence[Reply]) -> list[float]:
        """Return a log of odds for each of `replies`."""
        given = vectors.look_up(replies)
        with torch.no_grad():
            rated: list[float] = torch.stack([net(*given) for net in self.nets]).mean(0).tolist()
        return rated


def learn_nets(vectors: Vectors, replies: Sequence[Reply]) -> ReplyNets:
    """Return nets that have learnt from `replies`, with numbers of 16 bits."""
    given, sense = vectors.look_up(replies), torch.tensor([each.sense for each in replies])
    nets = []
    for seed in range(COUNT):
        torch.manual_seed(seed)
        nets.append(ReplyNet(len(vectors.names)))
        _learn(nets[-1], given, sense)
    return ReplyNets(nets)


def _learn(net: ReplyNet, given: Sequence[Any], sense: Any) -> None:
    optimizer = torch.optim.AdamW(net.parameters(), SIZE, weight_decay=DECAY)
    steps, at = ROUNDS * -(-len(sense) // TOGETHER), 0
    net.train()
    for _ in range(ROUNDS):
        order = torch.randperm(len(sense))
        for begin in range(0, len(sense), TOGETHER):
            some = order[begin : begin + TOGETHER]
            for group in optimizer.param_groups:
                group["lr"] = SIZE * max(0.02, 1 - at / steps)
            at += 1
            rated = net(*(each[some] for each in given))
            wrong = torch.nn.functional.binary_cross_entropy_with_logits(rated, sense[some])
            optimizer.zero_grad()
            wrong.backward()
            optimizer.step()
    net.eval()
    for each in net.parameters():
        each.data = each.data.half().float()


def make_net_arrays(nets: ReplyNets) -> dict[str, Any]:
    """Return what the file holds of the nets."""
    made = {}
    for name in ("pl", "pr", "m1", "m2"):
        for part in ("weight", "bias"):
            each = [getattr(getattr(net, name), part).detach().numpy() for net in nets.nets]
            made[f"net.{name}.{part}"] = numpy.stack(each).astype("f2")
    return made
