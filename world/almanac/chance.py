"""Chance that stays the same: a number drawn from words alone, in every process and for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def draw_number(*words: object) -> float:
    """Return a number from 0 to below 1; the same words always give the same number."""
    text = "\n".join(map(str, words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def draw_word(weights: Mapping[str, int], *words: object) -> str:
    """Return one of the keys of `weights`, each as often as its weight says."""
    word, left = "", draw_number(*words) * sum(weights.values())
    for word, weight in weights.items():
        left -= weight
        if left < 0:
            return word
    return word
