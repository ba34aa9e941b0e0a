"""How near texts are to each other in meaning, if an embedding model is installed.

A question and what answers it often share no word: "What is my dad's trade?" and "My father mends
clocks."  Embeddings of words place both near each other.  Without the model every nearness is 0,
and shared words alone decide.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol

#: The vectors of so many texts are kept, 1 KB each.
KEPT = 8192


class Meanings(Protocol):
    """Compares texts by meaning."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return how near each of `others` is to `text`, from 0 (not at all) to 1 (the same)."""
        ...


class NoMeanings:
    """Knows no meanings: nothing is near."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return 0 for each of `others`."""
        return [0.0] * len(others)


NO_MEANINGS = NoMeanings()


class WordMeanings:
    """Compares texts by the mean of their words' vectors (wordllama's; cosine).

    A new text takes some 40 µs, a known one less than 1.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._numpy: Any = importlib.import_module("numpy")
        self._vectors: OrderedDict[str, Any] = OrderedDict()

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return the cosine with each of `others`, 0 where it is negative."""
        if not others:
            return []
        vectors = self._find_vectors([text, *others])
        near = self._numpy.stack(vectors[1:]) @ vectors[0]
        return [max(0.0, float(each)) for each in near]

    def _find_vectors(self, texts: Sequence[str]) -> list[Any]:
        known = self._vectors
        new = list(dict.fromkeys(each for each in texts if each not in known))
        if new:
            vectors = self._model.embed(new)
            lengths = self._numpy.linalg.norm(vectors, axis=1, keepdims=True)
            # A text without any known word has no direction.
            known.update(zip(new, vectors / self._numpy.maximum(lengths, 1e-9), strict=True))
        for each in texts:
            known.move_to_end(each)
        found = [known[each] for each in texts]
        while len(known) > KEPT:
            known.popitem(last=False)
        return found


class LateMeanings:
    """Loads the model in a thread when it is first asked, and knows no meanings until then.

    Loading takes half a second and 85 MB, which a server whose agents do not need it does without.
    """

    def __init__(
        self, run: Callable[[Coroutine[Any, Any, None]], object], log: Callable[[str], None]
    ) -> None:
        self._run = run
        self._log = log
        self._begun = False
        self._loaded: Meanings = NO_MEANINGS

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return how near each of `others` is to `text`; 0 before the model is loaded."""
        self.begin()
        return self._loaded.compare(text, others)

    def begin(self) -> None:
        """Begin to load the model, unless that was begun before."""
        if not self._begun:
            self._begun = True
            self._run(self._load())

    async def _load(self) -> None:
        try:
            self._loaded = WordMeanings(await asyncio.to_thread(load_word_vectors))
        except (ImportError, OSError, ValueError) as error:
            self._log(f"[Speech] {error}: what is said is compared by its words alone")


def load_word_vectors() -> Any:
    """Return wordllama's model, whose weights come with its package: 256 numbers a text.

    All who ask share one.

    Raises `ImportError` if it is not installed, and `OSError` or `ValueError` if its files are not
    what they should be.
    """
    package = importlib.import_module("wordllama")
    # wordllama looks for its tokenizer where the wheel does not put it, and then on the
    # network. Both files are in the package's own folder, which is named as the cache.
    files = Path(str(package.__file__)).parent
    return _load_files(package.WordLlama, files)


@functools.cache
def _load_files(model: Any, files: Path) -> Any:
    return model.load(cache_dir=files, disable_download=True)


_checked: tuple[type[Meanings], ...] = (NoMeanings, WordMeanings, LateMeanings)
