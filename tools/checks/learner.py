"""The sentence model, which learns whether memories bear a sentence out or contradict it, and
whether a later line makes a note out of date.

It needs torch and transformers, and nothing of this program.  ``embedding/sentence_checks.py``
reads in numpy what is learnt here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

from tools.checks.later import LaterLine, mix_notes
from tools.checks.written import WrittenSentence, mix_memories
from tools.parts_learner import PartsForm, PartsLearner, find_means, torch

#: As in ``agents/models/embedding/sentence_checks.py``.
FORM = PartsForm((64, -80, 112), {"before": (0, 1), "line": (0, 2)}, (0, 1, 2, 3, 4, 5))

#: In the order of their ratings.
_LABELS = ("supports", "contradicts", "cannot tell")

_Batch: TypeAlias = "Sequence[WrittenSentence] | Sequence[LaterLine]"

#: Tokens of a batch of like rows.
_TOKENS = 1500

#: What is rated where a text has no token.
_NOWHERE = -30.0


class CheckLearner(PartsLearner):
    """Rates sentences beside their memories, and learns to."""

    def make_head(self, size: int) -> dict[str, Any]:
        """Return what rates single words, whether a sentence is borne out, and whether a note is
        out of date."""
        names = ("wrong", "borne first", "borne shared", "borne apart")
        later = ("later", "later first", "later shared", "later apart")
        found = {name: torch.zeros(size) for name in (*names, *later)}
        return found | {"borne": torch.zeros(()), "later base": torch.tensor(-1.0)}

    def learn_both(
        self,
        written: Sequence[WrittenSentence],
        later: Sequence[LaterLine],
        rounds: tuple[int, int],
        size: float,
    ) -> None:
        """Learn from all sentences and from all later lines, so many rounds of each, by turns, with
        steps that begin with `size`."""
        order, batches = random.Random(1), list[_Batch]()
        for _ in range(rounds[0]):
            batches += self.list_like(list(mix_memories(written, order)), order, _TOKENS)
        for _ in range(rounds[1]):
            batches += self.list_like(list(mix_notes(later, order)), order, _TOKENS)
        order.shuffle(batches)
        self.descend(batches, self._find_loss, size)

    def check(self, rows: Sequence[tuple[str, ...]], *, exactly: bool = False) -> list[list[float]]:
        """Return for each row how likely it is borne out, contradicted and open."""
        self._bert.eval()
        found: list[list[float]] = [[] for _ in rows]
        order = sorted(range(len(rows)), key=lambda at: self._measure(rows[at]))
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=not exactly):
            for begin in range(0, len(rows), 64):
                some = order[begin : begin + 64]
                rated = self._rate([rows[at] for at in some]).softmax(-1).tolist()
                for at, one in zip(some, rated, strict=True):
                    found[at] = one
        return found

    def rate_later(self, rows: Sequence[tuple[str, ...]], *, exactly: bool = False) -> list[float]:
        """Return for each row how likely its later line makes its note out of date."""
        self._bert.eval()
        found = list[float]()
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=not exactly):
            for begin in range(0, len(rows), 64):
                found += self._rate_later(rows[begin : begin + 64]).sigmoid().tolist()
        return found

    def _find_loss(self, some: _Batch) -> Any:
        later = [each for each in some if isinstance(each, LaterLine)]
        if later:
            return self._find_later_loss(later)
        sentences = [each for each in some if isinstance(each, WrittenSentence)]
        with torch.autocast("cpu", torch.bfloat16):
            rated = self._rate([each.texts for each in sentences])
        labels = torch.tensor([_LABELS.index(each.label) for each in sentences])
        return torch.nn.functional.cross_entropy(rated, labels)

    def _rate(self, rows: Sequence[tuple[str, ...]]) -> Any:
        """Return a row of three ratings for each, in the order of the labels."""
        state, of_part = self.encode(rows)
        said, told = find_means(state, of_part == 0), find_means(state, of_part == 2)
        words = (state @ self._head["wrong"]).masked_fill(of_part != 0, _NOWHERE)
        wrong = self.rate_states(state, of_part) + words.amax(1)
        borne = state[:, 0] @ self._head["borne first"] + self._head["borne"]
        borne = borne + (said * told) @ self._head["borne shared"]
        borne = borne + (said - told).abs() @ self._head["borne apart"]
        return torch.stack([borne, wrong, torch.zeros(len(rows))], 1).float()

    def _find_later_loss(self, some: Sequence[LaterLine]) -> Any:
        with torch.autocast("cpu", torch.bfloat16):
            rated = self._rate_later([each.texts for each in some])
        outdated = torch.tensor([float(each.outdated) for each in some])
        return torch.nn.functional.binary_cross_entropy_with_logits(rated, outdated)

    def _rate_later(self, rows: Sequence[tuple[str, ...]]) -> Any:
        """Return the log of odds that each note is out of date."""
        state, of_part = self.encode(rows)
        noted, told = find_means(state, of_part == 0), find_means(state, of_part == 2)
        words = (state @ self._head["later"]).masked_fill(of_part != 2, _NOWHERE)
        rated = words.amax(1) + state[:, 0] @ self._head["later first"] + self._head["later base"]
        rated = rated + (noted * told) @ self._head["later shared"]
        return (rated + (noted - told).abs() @ self._head["later apart"]).float()
