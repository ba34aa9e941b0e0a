"""How near texts are to each other in meaning, if an embedding model is installed.

A question and what answers it often share no word: "What is my dad's trade?" and "My father mends
clocks."  Embeddings of words place both near each other.  Without the model every nearness is 0,
and shared words alone decide.
"""

from __future__ import annotations

import asyncio
import importlib
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Protocol

from agents.event_line import tell_event
from agents.word_vectors import WordVectors, load_word_vectors

#: The vectors of so many texts are kept, 1 KB each.
KEPT = 4096

#: And those of so many long lists, such as the lines of a voice, which are asked about again: 0.5
#: KB for each line.
KEPT_LISTS = 16
LONG_LIST = 64

#: So many lines of a list are read, in 5 ms, and compared, at a time.
AT_A_TIME = 64

#: The largest number of 16 bits.
_MOST = 32767


class Meanings(Protocol):
    """Compares texts by meaning."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return how near each of `others` is to `text`, from 0 (not at all) to 1 (the same).

        A long tuple that is asked about again costs less than a list does.
        """
        ...

    def take_in(self, texts: tuple[str, ...]) -> Iterator[None]:
        """Read a long tuple, which the first `compare` with it does else; yield now and then."""
        ...


class NoMeanings:
    """Knows no meanings: nothing is near."""

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return 0 for each of `others`."""
        return [0.0] * len(others)

    def take_in(self, texts: tuple[str, ...]) -> Iterator[None]:
        """Read nothing."""
        return iter(())


NO_MEANINGS = NoMeanings()


class WordMeanings:
    """Compares texts by the mean of their words' vectors (wordllama's; cosine).

    A new text takes some 70 µs, a known one less than 1.
    """

    def __init__(self, model: WordVectors) -> None:
        self._model = model
        self._numpy: Any = importlib.import_module("numpy")
        self._vectors: OrderedDict[str, Any] = OrderedDict()
        self._lists: OrderedDict[tuple[str, ...], Any] = OrderedDict()

    def compare(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Return the cosine with each of `others`, 0 where it is negative."""
        if not others:
            return []
        if isinstance(others, tuple) and len(others) >= LONG_LIST:
            near = self._compare_rows(self._find_matrix(others), self._find_vectors([text])[0])
        else:
            meant, *each = self._find_vectors([text, *others])
            near = self._numpy.stack(each) @ meant
        found: list[float] = self._numpy.maximum(near, 0.0).tolist()
        return found

    def _compare_rows(self, known: Any, meant: Any) -> Any:
        near = self._numpy.empty(len(known), "f4")
        for begin in range(0, len(known), AT_A_TIME):
            some = slice(begin, begin + AT_A_TIME)
            near[some] = known[some].astype("f4") @ meant
        return near / _MOST

    def take_in(self, texts: tuple[str, ...]) -> Iterator[None]:
        """Read the texts, a few at a time, unless they are known."""
        if len(texts) < LONG_LIST or texts in self._lists:
            return
        parts = []
        # All of a voice at once would take 11 MB, and 0.1 s, for a moment.
        for begin in range(0, len(texts), AT_A_TIME):
            parts.append(self._pack(texts[begin : begin + AT_A_TIME]))
            yield
        self._lists[texts] = self._numpy.concatenate(parts)

    def _find_matrix(self, texts: tuple[str, ...]) -> Any:
        deque(self.take_in(texts), maxlen=0)
        lists = self._lists
        lists.move_to_end(texts)
        while len(lists) > KEPT_LISTS:
            lists.popitem(last=False)
        return lists[texts]

    def _pack(self, texts: Sequence[str]) -> Any:
        """Return a row of 16-bit numbers, `_MOST` for 1, for each text.

        They take half of what floats do, and a cosine is 0.0003 off at most.
        """
        return (self._embed(texts) * _MOST).round().astype("i2")

    def _embed(self, texts: Sequence[str]) -> Any:
        """Return a row of length 1 for each text; one without any known word has no direction."""
        vectors = self._model.embed(texts)
        lengths = self._numpy.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / self._numpy.maximum(lengths, 1e-9)

    def _find_vectors(self, texts: Sequence[str]) -> list[Any]:
        known = self._vectors
        new = list(dict.fromkeys(each for each in texts if each not in known))
        if new:
            # Copies: a row of a matrix keeps all of that in memory, for as long as it is kept.
            known.update(zip(new, map(self._numpy.copy, self._embed(new)), strict=True))
        for each in texts:
            known.move_to_end(each)
        found = [known[each] for each in texts]
        while len(known) > KEPT:
            known.popitem(last=False)
        return found


class LateMeanings:
    """Loads the model in a thread when it is first asked, and knows no meanings until then.

    Loading takes a third of a second and 25 MB, which a server whose agents do not need it does
    without.
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

    def take_in(self, texts: tuple[str, ...]) -> Iterator[None]:
        """Read the texts, if the model is loaded."""
        return self._loaded.take_in(texts)

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


_checked: tuple[type[Meanings], ...] = (NoMeanings, WordMeanings, LateMeanings)
