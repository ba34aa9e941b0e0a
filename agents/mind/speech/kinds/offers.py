"""Reads a line for whether its speaker offers something: "i got half a mars bar u want it".

The kinds that a model tells take most offers for requests: "Would you take some of my seed?"  The
vector of the line and signs of its words tell better: a regression, of which ``tools/offers``
makes the weights.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from agents.boundaries import ModelError
from agents.memory.language.words import FIRST_PERSON, any_of
from agents.mind.speech.kinds import offer_weights
from agents.mind.speech.kinds.vector_weights import VectorWeights, sum_weights
from agents.models.embedding.protocol import Embedder
from late.late_pattern import late_pattern

#: Words beyond these count no more.
_LONG = 20

_SIGNS = {
    "mark": late_pattern(r"\?"),
    "speaker": late_pattern(rf"\b(?:{any_of(FIRST_PERSON)}|im|ive)\b|\bI['’]\w+", re.IGNORECASE),
    "hearer": late_pattern(r"\b(?:you|your|u|ur|ye)\b", re.IGNORECASE),
    "for the hearer": late_pattern(r"\bfor (?:you|u)\b", re.IGNORECASE),
    "wanted": late_pattern(r"\b(?:would|do|will|d)['’ ]?(?:you|u|ye)\b|\bwant\b", re.IGNORECASE),
    "leave": late_pattern(r"\b(?:shall|may|can|could|should|let) (?:I|me|we|us)\b", re.IGNORECASE),
    "leave to take": late_pattern(
        r"\b(?:may|can|could|might) (?:I|we) (?:\w+ )?(?:have|get|borrow|take|use|sit|stay|go|come"
        r"|see|ask|try|look|keep|sleep|rest|touch|join|hear|know|buy|eat|drink|warm)\b(?! you\b)",
        re.IGNORECASE,
    ),
    "leave to give": late_pattern(
        r"\b(?:may|can|could|shall|should|might|let|I['’]?ll|I will|I['’]?d|I would)"
        r" ?(?:I|me|we|us)? (?:\w+ )?(?:give|bring|show|help|carry|fix|mend|make|offer|lend|pour"
        r"|hold|fetch|teach|sing|play|read|tell you|get you|do it|draw|write|cook|share|wash|clean"
        r"|sew|trade|swap)\b",
        re.IGNORECASE,
    ),
    "asks the hearer": late_pattern(
        r"\b(?:would|could|can|will) (?:you|u|ye) (?:please |kindly )?(?!like|want|care|have"
        r"|take an?\b|take some|try|taste|accept|enjoy|fancy)\w+",
        re.IGNORECASE,
    ),
    "please": late_pattern(r"\b(?:please|pls|plz)\b", re.IGNORECASE),
    "gives": late_pattern(r"\b(?:have|take|keep|here|brought|share|give|lend)\b", re.IGNORECASE),
    "for the speaker": late_pattern(r"\b(?:for|give|to|with|lend|take|show) me\b", re.IGNORECASE),
    "if they like": late_pattern(
        r"\bif (?:you|u)\b|\bany use\b|\bwelcome to\b|\ball yours?\b", re.IGNORECASE
    ),
}


class OfferReader:
    """Reads lines by the weights of vectors in `path`; None: nobody reads."""

    def __init__(
        self, embedder: Embedder, path: Path | None, log: Callable[[str], None] = print
    ) -> None:
        self._embedder = embedder
        without = "offers are told by kinds alone"
        self._weights = VectorWeights(path, 1, without, log)

    async def read(self, line: str) -> float | None:
        """Return how likely a line offers something, 0 to 1; None: nobody knows.

        Some 10 ms, in a thread.
        """
        try:
            (vector,) = await self._embedder.embed([line])
        except ModelError:  # whoever tells the kinds has said so
            return None
        return self.rate(line, _read_vector(vector))

    def rate(self, line: str, vector: Any) -> float | None:
        """Return how likely a line of such a vector offers something; None: nobody knows."""
        by_vector = self._weights.weigh(vector)
        if not by_vector:
            return None
        by_sign = sum_weights(list_offer_signs(line), offer_weights.OFFER)
        return 1 / (1 + math.exp(-by_vector[0] - by_sign))


def list_offer_signs(line: str) -> Mapping[str, float]:
    """Return the signs of a line, 0 to 1 each."""
    signs = {name: float(each.search(line) is not None) for name, each in _SIGNS.items()}
    return {**signs, "length": min(len(line.split()), _LONG) / _LONG}


def _read_vector(content: bytes) -> Any:
    """Return a vector that an embedder made."""
    return importlib.import_module("numpy").frombuffer(content, "<f4")
