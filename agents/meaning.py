"""How near texts are to each other in meaning, if an embedding model is installed.

A question and what answers it often share no word: "What is my dad's trade?" and "My father mends
clocks."  Embeddings of words place both near each other.  Without the model every nearness is 0,
and shared words alone decide.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from agents.event_line import tell_event

#: The vectors of so many texts are kept, 1 KB each.
KEPT = 4096

#: And those of so many long lists, such as the lines of a voice, which are asked about again.
KEPT_LISTS = 16
LONG_LIST = 64

#: Characters of the texts that are embedded together, each counted as long as the longest.
MOST_PADDED = 8192


_LOADING = threading.Lock()


class Meanings(Protocol):
    """Compares texts by meaning."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return how near each of `others` is to `text`, from 0 (not at all) to 1 (the same).

        A long tuple that is asked about again costs less than a list does.
        """
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
        self._lists: OrderedDict[tuple[str, ...], Any] = OrderedDict()

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return the cosine with each of `others`, 0 where it is negative."""
        if not others:
            return []
        if isinstance(others, tuple) and len(others) >= LONG_LIST:
            known, meant = self._find_matrix(others), self._find_vectors([text])[0]
        else:
            meant, *each = self._find_vectors([text, *others])
            known = self._numpy.stack(each)
        near: list[float] = self._numpy.maximum(known @ meant, 0.0).tolist()
        return near

    def _find_matrix(self, texts: tuple[str, ...]) -> Any:
        lists = self._lists
        if texts not in lists:
            lists[texts] = self._embed(texts)
        lists.move_to_end(texts)
        while len(lists) > KEPT_LISTS:
            lists.popitem(last=False)
        return lists[texts]

    def _embed(self, texts: Sequence[str]) -> Any:
        """Return a row of length 1 for each text; one without any known word has no direction."""
        vectors = embed_texts(self._model, texts)
        lengths = self._numpy.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / self._numpy.maximum(lengths, 1e-9)

    def _find_vectors(self, texts: Sequence[str]) -> list[Any]:
        known = self._vectors
        new = list(dict.fromkeys(each for each in texts if each not in known))
        if new:
            known.update(zip(new, self._embed(new), strict=True))
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
        self._settled = asyncio.Event()
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

    async def settle(self) -> None:
        """Begin to load the model, and return when it is loaded or is known not to be there."""
        self.begin()
        await self._settled.wait()

    async def _load(self) -> None:
        try:
            self._loaded = WordMeanings(await asyncio.to_thread(load_word_vectors))
        except (ImportError, OSError, ValueError) as error:
            line = f"[Speech] {error}: what is said is compared by its words alone"
            self._log(tell_event("speech.words", line, "warning", error=str(error)))
        finally:
            self._settled.set()


def load_word_vectors() -> Any:
    """Return wordllama's model, whose weights come with its package: 256 numbers a text.

    All who ask share one.

    Raises `ImportError` if it is not installed, and `OSError` or `ValueError` if its files are not
    what they should be.
    """
    with _LOADING:  # two who ask at the same time would each load 33 MB
        return _find_files()


def _find_files() -> Any:
    package = importlib.import_module("wordllama")
    # wordllama looks for its tokenizer where the wheel does not put it, and then on the
    # network. Both files are in the package's own folder, which is named as the cache.
    files = Path(str(package.__file__)).parent
    return _load_files(package.WordLlama, files)


def embed_texts(model: Any, texts: Sequence[str]) -> Any:
    """Return wordllama's vectors of `texts`, which are not none: a row for each.

    wordllama makes all texts of a batch as long as its longest: with one of a thousand words among
    them, 64 take 300 MB.  So texts of about the same length go together, and few long ones.
    """
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    batches = [model.embed([texts[at] for at in each]) for each in _list_batches(order, texts)]
    rows = importlib.import_module("numpy").concatenate(batches)
    found = rows.copy()
    found[order] = rows
    return found


def _list_batches(order: Sequence[int], texts: Sequence[str]) -> Iterator[Sequence[int]]:
    """Yield the places of texts, shortest first, of which each batch is `MOST_PADDED` or one."""
    batch: list[int] = []
    for at in order:
        if batch and len(texts[at]) * (len(batch) + 1) > MOST_PADDED:
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


@functools.cache
def _load_files(model: Any, files: Path) -> Any:
    return model.load(cache_dir=files, disable_download=True)


_checked: tuple[type[Meanings], ...] = (NoMeanings, WordMeanings, LateMeanings)
