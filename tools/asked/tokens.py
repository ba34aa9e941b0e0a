"""Texts as tables of tokens' states by the sentence model, for whatever learns from these."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from agents.models.embedding.answer_words import TokensOfLine
from agents.models.embedding.sentence import SentenceEmbedder
from tools.asked.answer_net import torch


class Tokens:
    """The states of texts' tokens after some layers; each text is read once."""

    def __init__(self, layers: Collection[int]) -> None:
        self._layers = layers
        self._embedder = SentenceEmbedder()
        self._known: dict[str, TokensOfLine] = {}

    @property
    def width(self) -> int:
        """How many numbers a token has."""
        return int(next(iter(self._known.values())).states.shape[1])

    def learn(self, texts: Sequence[str]) -> None:
        """Read texts."""
        new = [each for each in dict.fromkeys(texts) if each not in self._known]
        read = asyncio.run(self._embedder.read_tokens(new, self._layers)) if new else ()
        self._known |= {each.text: each for each in read}

    def read(self, text: str) -> TokensOfLine:
        """Return a text that was learnt."""
        return self._known[text]

    def get(self, text: str) -> Any:
        """Return the states of a text that was learnt."""
        return self._known[text].states

    def find_edges(self, text: str, words: str) -> tuple[int, int] | None:
        """Return the places of the first and the last token of `words` in a text; None: none."""
        begin = text.find(words)
        inside = [
            at
            for at, (first, last) in enumerate(self._known[text].places)
            if last > first and first < begin + len(words) and last > begin
        ]
        return (inside[0], inside[-1]) if begin >= 0 and inside else None

    def lay_out(self, texts: Sequence[str]) -> tuple[Any, Any]:
        """Return texts as one table, and 1 where a token is; rows end in zeros."""
        states = [torch.from_numpy(self.get(each)).float() for each in texts]
        rows = torch.nn.utils.rnn.pad_sequence(states, batch_first=True)
        lengths = torch.tensor([len(each) for each in states])
        there = (torch.arange(rows.shape[1])[None, :] < lengths[:, None]).float()
        return rows, there
