"""The sentence model with low-rank adapters that learn, for what reads two lines together.

It needs torch and transformers, and nothing of this program.  ``embedding/pair_reader.py`` reads in
numpy what is learnt here, and says what stands behind it.
"""

from __future__ import annotations

import hashlib
import importlib
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

RANK, DROPPED = 8, 0.1

#: Tokens that are read, as in ``pair_reader``.
MOST_FIRST, MOST_SECOND = 48, 32

torch: Any = importlib.import_module("torch")
transformers: Any = importlib.import_module("transformers")
numpy: Any = importlib.import_module("numpy")


Batch = TypeVar("Batch")
Row = TypeVar("Row", bound="tuple[Any, ...]")


class AdaptedBert:
    """The model, with adapters that learn and weights that stay; `head` learns besides."""

    def __init__(self, folder: Path, head: Mapping[str, Any]) -> None:
        torch.manual_seed(3)
        self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self.bert = transformers.AutoModel.from_pretrained(
            folder,
            attn_implementation="eager",
            hidden_dropout_prob=DROPPED,
            attention_probs_dropout_prob=DROPPED,
        )
        self.bert.requires_grad_(False)
        self.size = self.bert.config.hidden_size
        self.learnt: dict[str, Any] = {"types": torch.zeros(2, self.size), **head}
        for name, part in self.bert.named_modules():
            if name.startswith("encoder") and isinstance(part, torch.nn.Linear):
                self._adapt(name, part)
        for each in self.learnt.values():
            each.requires_grad_(True)

    def _adapt(self, name: str, part: Any) -> None:
        rows, columns = part.weight.shape
        self.learnt[f"{name}.down"] = torch.randn(RANK, columns) / math.sqrt(columns)
        self.learnt[f"{name}.up"] = torch.zeros(rows, RANK)

        def add(_: Any, given: Sequence[Any], made: Any) -> Any:
            down, up = self.learnt[f"{name}.down"], self.learnt[f"{name}.up"]
            return made + (given[0] @ down.T) @ up.T

        part.register_forward_hook(add)

    def copy(self) -> dict[str, Any]:
        """Return what was learnt so far."""
        return {name: each.detach().clone() for name, each in self.learnt.items()}

    def read(self, pairs: Sequence[tuple[str, str]], *, ends: bool = False) -> tuple[Any, Any, Any]:
        """Return for each pair the first token's state, and the mean of either line, of length 1.

        `ends`: of the second line its last tokens are read, not its first.
        """
        tokens, there, second, places = self._lay_out(pairs, ends)
        looked_up = self.bert.embeddings.word_embeddings(tokens) + self.learnt["types"][second]
        state = self.bert(
            inputs_embeds=looked_up, position_ids=places, attention_mask=there
        ).last_hidden_state.float()
        one, other = (_find_means(state, there * part) for part in (1 - second, second))
        return state[:, 0], one, other

    def list_steps(
        self, batches: Sequence[Batch], size: float, decay: float
    ) -> Iterator[tuple[Batch, Callable[[Any], None]]]:
        """Yield each batch with what makes the step for what was wrong in it.

        Steps begin small, soon have `size`, and end small; weights `decay`.
        """
        optimizer = torch.optim.AdamW(self.learnt.values(), lr=size, weight_decay=decay)
        self.bert.train()

        def step(wrong: Any) -> None:
            optimizer.zero_grad()
            wrong.backward()
            torch.nn.utils.clip_grad_norm_(self.learnt.values(), 1.0)
            optimizer.step()

        for at, batch in enumerate(batches):
            warm = min(1.0, (at + 1) / (0.06 * len(batches)))
            optimizer.param_groups[0]["lr"] = size * warm * max(0.02, 1 - at / len(batches))
            yield batch, step

    def drop(self, each: Any) -> Any:
        """Return numbers of which some are left out while the model learns."""
        return torch.nn.functional.dropout(each, DROPPED, self.bert.training)

    def write(self, path: Path, model: Path, made: Mapping[str, Any]) -> None:
        """Write `made` and the digest of the weights in `model` that it was learnt beside."""
        digest = hashlib.sha256((model / "model.safetensors").read_bytes()).hexdigest()
        numpy.savez_compressed(path, weights=numpy.array(digest), **made)

    def _lay_out(self, pairs: Sequence[tuple[str, str]], ends: bool) -> tuple[Any, Any, Any, Any]:
        """Return tokens, where there are any, which are of the second line, and their places."""
        first, second = zip(*pairs, strict=True)
        heads = self._tokenizer(list(first), add_special_tokens=False)["input_ids"]
        tails = self._tokenizer(list(second), add_special_tokens=False)["input_ids"]
        part = slice(-MOST_SECOND, None) if ends else slice(MOST_SECOND)
        begin, end = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        rows = [
            ([begin, *head[:MOST_FIRST], end], [*tail[part], end])
            for head, tail in zip(heads, tails, strict=True)
        ]
        longest = max(len(one) + len(other) for one, other in rows)
        table = torch.zeros(4, len(rows), longest, dtype=torch.long)
        for row, (one, other) in enumerate(rows):
            length = len(one) + len(other)
            table[0, row, :length] = torch.tensor([*one, *other])
            table[1, row, :length] = 1
            table[2, row, len(one) : length] = 1
            table[3, row, :length] = torch.tensor([*range(len(one)), *range(1, len(other) + 1)])
        return table[0], table[1], table[2], table[3]


def list_batches(rows: list[Row], order: random.Random, together: int) -> Iterator[list[Row]]:
    """Yield rows, whose first two parts are lines, in batches of like length."""
    order.shuffle(rows)
    batches = []
    for begin in range(0, len(rows), together * 16):
        some = sorted(rows[begin : begin + together * 16], key=lambda e: len(e[0]) + len(e[1]))
        batches += [some[at : at + together] for at in range(0, len(some), together)]
    order.shuffle(batches)
    yield from batches


def _find_means(state: Any, there: Any) -> Any:
    there = there.unsqueeze(-1).float()
    means = (state * there).sum(1) / there.sum(1)
    return means / means.norm(dim=1, keepdim=True)
