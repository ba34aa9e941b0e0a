"""The net of ``agents/models/embedding/aligned_net.py`` in torch, which learns from examples."""

from __future__ import annotations

import importlib
import math
from typing import Any

from agents.models.embedding.aligned_net import HEADS, LAYERS, SHARP

torch: Any = importlib.import_module("torch")

#: How wide it is, and what is left out while it learns.
WIDE, DROPPED, DROPPED_INSIDE = 96, 0.25, 0.1

_OUT = -1e4

_functional = torch.nn.functional


class AnswerNet(torch.nn.Module):  # type: ignore[misc]
    """Rates whether a line answers a question, and where the answer begins and ends."""

    def __init__(self, states: int) -> None:
        super().__init__()
        linear = torch.nn.Linear
        self.proj, self.q, self.k = (linear(states, WIDE) for _ in range(3))
        self.dropped = torch.nn.Dropout(DROPPED)
        self.scale = torch.nn.Parameter(torch.tensor([0.0, 2.0, 6.0, 0.1]))
        self.cmp, self.cmq = linear(4 * WIDE + len(LAYERS), WIDE), linear(3 * WIDE, WIDE)
        self.pool, self.span = linear(WIDE, 1), linear(WIDE, 2)
        layer = torch.nn.TransformerEncoderLayer
        self.tr, self.tr2 = (
            layer(WIDE, HEADS, 2 * WIDE, DROPPED_INSIDE, batch_first=True, activation="gelu")
            for _ in range(2)
        )
        self.out = torch.nn.Sequential(
            linear(4 * WIDE, WIDE), torch.nn.GELU(), torch.nn.Dropout(0.2), linear(WIDE, 1)
        )
        self.null = torch.nn.Parameter(torch.zeros(1))

    def forward(self, line: Any, line_there: Any, asked: Any, asked_there: Any) -> tuple[Any, Any]:
        """Return a logit for each line, and two for each of its tokens."""
        gelu, normalize = _functional.gelu, _functional.normalize
        one, other = (self.dropped(gelu(self.proj(each))) for each in (line, asked))
        likes = [
            normalize(own, dim=-1) @ normalize(met, dim=-1).transpose(1, 2)
            for own, met in zip(
                line.chunk(len(LAYERS), -1), asked.chunk(len(LAYERS), -1), strict=True
            )
        ]
        learnt = self.k(line) @ self.q(asked).transpose(1, 2) / math.sqrt(WIDE)
        shares = sum(self.scale[at] * each for at, each in enumerate([*likes, learnt]))
        no_asked, no_line = asked_there[:, None, :] == 0, line_there[:, :, None] == 0
        met_line = (SHARP * shares).masked_fill(no_asked, _OUT).softmax(-1) @ other
        met_asked = (SHARP * shares).masked_fill(no_line, _OUT).softmax(1).transpose(1, 2) @ one
        best_line = torch.stack([each.masked_fill(no_asked, -1).amax(-1) for each in likes], -1)
        best_asked = torch.stack([each.masked_fill(no_line, -1).amax(1) for each in likes], -1)
        of_asked = self._compare(other, met_asked, best_asked)
        weights = self.pool(of_asked)[..., 0].masked_fill(asked_there == 0, _OUT).softmax(-1)
        sought = (weights[..., None] * of_asked).sum(1, keepdim=True)
        of_line = self._compare(one, met_line, best_line)
        joined = [of_line, sought.expand_as(of_line), of_line * sought]
        both = torch.cat([of_asked, gelu(self.cmq(torch.cat(joined, -1)))], 1)
        there = torch.cat([asked_there, line_there], 1)
        hidden = there == 0
        both = self.dropped(both)
        for each in (self.tr, self.tr2):
            both = each(both, src_key_padding_mask=hidden)
        count = of_asked.shape[1]
        pooled = [*_pool(both[:, :count], asked_there), *_pool(both[:, count:], line_there)]
        edges = self.span(both[:, count:]).masked_fill(line_there[..., None] == 0, _OUT)
        return self.out(torch.cat(pooled, -1))[..., 0], edges

    def _compare(self, own: Any, met: Any, best: Any) -> Any:
        return _functional.gelu(self.cmp(torch.cat([own, met, own - met, own * met, best], dim=-1)))


def _pool(states: Any, there: Any) -> tuple[Any, Any]:
    """Return the mean and the most of the tokens that are there."""
    shown = there[..., None]
    mean = (states * shown).sum(1) / shown.sum(1)
    return mean, states.masked_fill(shown == 0, _OUT).amax(1)
