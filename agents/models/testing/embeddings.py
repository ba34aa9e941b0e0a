"""The interfaces of model servers for embeddings, with vectors of the words in a text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from agents.models.testing.protocols import BadBody

#: Numbers in a vector.
NUMBERS = 64


def embed_words(text: str) -> list[float]:
    """Return the sum of a random direction for each word: texts that share words are near."""
    total = [0.0] * NUMBERS
    for word in re.findall(r"\w+", text.casefold()):
        direction = random.Random(word)
        total = [value + direction.gauss(0, 1) for value in total]
    return total


def _answer_ollama(body: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``POST /api/embed``: https://docs.ollama.com/api/embed."""
    return {"model": body.get("model"), "embeddings": list(map(embed_words, _read_texts(body)))}


def _answer_openai(body: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``POST /v1/embeddings``: https://platform.openai.com/docs/api-reference/embeddings."""
    data = [
        {"object": "embedding", "index": place, "embedding": embed_words(text)}
        for place, text in enumerate(_read_texts(body))
    ]
    return {"object": "list", "model": body.get("model"), "data": data}


def _read_texts(body: Mapping[str, Any]) -> list[str]:
    given = body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise BadBody(f"input: read {given!r:.80}, allowed: a text or a list of texts")
    return texts


EMBEDDINGS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "/api/embed": _answer_ollama,
    "/v1/embeddings": _answer_openai,
}
"""What answers at each path."""
