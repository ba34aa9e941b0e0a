"""The vectors of words that come with the package wordllama, whose own program is not run.

Its program imports pydantic, requests and more, and makes 32-bit floats of all weights: 75 MB that
a server has no use for.  Its files are enough: a tokenizer, and 256 numbers for each token.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from agents.tensors import map_tensors

PACKAGE = "wordllama"
WEIGHTS = "weights/l2_supercat_256.safetensors"
TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"

#: Characters of the texts that are embedded together; a longer text is embedded alone.
MOST_TOGETHER = 8192

_LOADING = threading.Lock()


class WordVectors:
    """Makes of a text the mean of the vectors of its tokens."""

    def __init__(self, table: Any, tokenizer: Any) -> None:
        self._numpy: Any = importlib.import_module("numpy")
        self._table = table
        self._tokenizer = tokenizer

    def embed(self, texts: Sequence[str]) -> Any:
        """Return a row of 32-bit floats for each of `texts`; one without a token has zeros."""
        rows = self._numpy.zeros((len(texts), self._table.shape[1]), "f4")
        for first, last in _list_batches(texts):
            read = self._tokenizer.encode_batch(list(texts[first:last]), add_special_tokens=False)
            for row, each in enumerate(read, first):
                if each.ids:
                    rows[row] = self._table[each.ids].mean(axis=0, dtype="f4")
        return rows


def _list_batches(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where batches of texts begin and end."""
    first, size = 0, 0
    for at, text in enumerate(texts):
        if at > first and size + len(text) > MOST_TOGETHER:
            yield first, at
            first, size = at, 0
        size += len(text)
    if first < len(texts):
        yield first, len(texts)


def load_word_vectors() -> WordVectors:
    """Return wordllama's vectors; all who ask share one object.

    Raises `ImportError` if it is not installed, and `OSError` or `ValueError` if its files are not
    what they should be.
    """
    with _LOADING:  # two who ask at the same time would each load it
        return _load_files(_find_folder())


def _find_folder() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise ImportError(f"{PACKAGE} is not installed")
    return Path(found.origin).parent


@functools.cache
def _load_files(folder: Path) -> WordVectors:
    tokenizers = importlib.import_module("tokenizers")
    table = map_tensors(folder / WEIGHTS)["embedding.weight"]
    tokenizer = tokenizers.Tokenizer.from_buffer((folder / TOKENIZER).read_bytes())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return WordVectors(table, tokenizer)
