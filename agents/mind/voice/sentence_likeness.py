"""How alike in meaning what was said and the lines of a voice are, by a sentence model.

People ask in words that nobody foresaw: "Is it deeper than a church?" has no word of "What is the
depth?", and "How do you make yours?" has nearly all of "How do you do?".  A line takes such a model
10 ms and more, so that vectors are made beside the loop before they are asked for, and those of
voices' lines are kept: what the program ships has them (`VectorFile`), other lines get theirs once.
"""

from __future__ import annotations

import asyncio
import importlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from agents.boundaries import ModelError
from agents.event_line import tell_event
from agents.mind.voice.vector_file import (
    MappedVectors,
    VectorFile,
    VectorFiles,
    digest_line,
    pack_vector,
    unpack_vector,
)
from agents.models.embedding.protocol import Embedder

#: The vectors of so many lines heard are kept, 1.5 KB each.
KEPT = 1024

#: The vectors of so many lines that agents said are kept.
KEPT_SAID = 512

#: What was read together with so many lines heard is kept.
KEPT_READINGS = 64

#: So many lines are embedded before others get the thread.
AT_ONCE = 8

#: So many lines are compared at a time: their vectors take 0.4 MB.
BLOCK = 256


Known: TypeAlias = tuple[str, str]
"""A line of a voice, and what answers it."""


class SentenceMeanings(Protocol):
    """Compares what is said with known lines by meaning."""

    def begin(self, lines: tuple[str, ...], behind: Sequence[str] = ()) -> None:
        """Begin to make what `compare` needs for `lines`, and `compare_each` for `behind`."""
        ...

    async def hear(self, parts: Sequence[str]) -> None:
        """Prepare `compare` for these words. Returns at once where no model is there."""
        ...

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        """Return how near each of `lines` is to `heard`, 0 to 1; nothing where it is not known."""
        ...

    async def read(self, heard: str, known: Sequence[Known]) -> None:
        """Prepare `find_reading` for these. Returns at once where no model is there."""
        ...

    def find_reading(self, heard: str, known: Known) -> float | None:
        """Return the log of odds that `known` answers `heard`; None: it is unknown."""
        ...

    def begin_said(self, lines: Sequence[str]) -> None:
        """Begin to make what `compare_each` needs for the last of `lines`, which agents said."""
        ...

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return how near each of a few lines is to `heard`, 0 where that is not known; or
        nothing."""
        ...

    def find_vector(self, heard: str) -> Any:
        """Return the vector of words that `hear` has prepared, of length 1; None: it has none."""
        ...


class Reader(Protocol):
    """Reads a line, a wording and its answer together."""

    async def read_exchanges(self, heard: str, exchanges: Sequence[Known]) -> Sequence[float]:
        """Return for each of `exchanges` a log of odds that its answer answers `heard`.

        Does not hold the loop. Raises `ModelError`.
        """
        ...


class NoSentenceMeanings:
    """Knows no meanings."""

    def begin(self, lines: tuple[str, ...], behind: Sequence[str] = ()) -> None:
        """Do nothing."""

    async def hear(self, parts: Sequence[str]) -> None:
        """Do nothing."""

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        """Return nothing."""
        return ()

    async def read(self, heard: str, known: Sequence[Known]) -> None:
        """Do nothing."""

    def find_reading(self, heard: str, known: Known) -> float | None:
        """Return None."""
        return None

    def begin_said(self, lines: Sequence[str]) -> None:
        """Do nothing."""

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return nothing."""
        return ()

    def find_vector(self, heard: str) -> Any:
        """Return None."""
        return None


NO_SENTENCE_MEANINGS = NoSentenceMeanings()


class SentenceLikeness:
    """Compares by the vectors of `embedder`, once those of the lines are there.

    They are made in the background, and kept in `file`; `shipped` has those of other lines.
    `reader` reads what is near once more, together with what was heard; None: nobody does.
    """

    def __init__(
        self,
        embedder: Embedder,
        file: VectorFile,
        shipped: VectorFile | VectorFiles,
        run: Callable[[Coroutine[Any, Any, None]], object],
        log: Callable[[str], None],
        reader: Reader | None = None,
    ) -> None:
        self._embedder = embedder
        self._reader = reader
        self._readings: OrderedDict[str, dict[Known, float]] = OrderedDict()
        self._file = file
        self._shipped = shipped
        self._run = run
        self._log = log
        self._absent = False
        self._own: dict[bytes, Any] = {}
        """The key of a line → its vector, of the lines that `shipped` does not have."""
        self._mapped: Sequence[MappedVectors] = ()
        """Those of `shipped`."""
        self._is_read = False
        """Whether the files were read."""
        self._heard: OrderedDict[str, Any] = OrderedDict()
        self._known: dict[tuple[str, ...], Any] = {}
        self._said: OrderedDict[str, Any] = OrderedDict()
        self._learns_said = False
        self._wanted: set[tuple[str, ...]] = set()
        self._learning = asyncio.Lock()

    async def hear(self, parts: Sequence[str]) -> None:
        """Make the vectors of `parts`; a few lines take some 10 to 60 ms, in a thread."""
        new = [each for each in dict.fromkeys(parts) if each not in self._heard]
        if self._absent or not self._known or not new:
            return
        try:
            found = await self._embedder.embed(new)
        except ModelError as error:
            self._give_up(error)
            return
        self._heard.update(zip(new, map(_read_vector, found), strict=True))
        while len(self._heard) > KEPT:
            self._heard.popitem(last=False)

    async def read(self, heard: str, known: Sequence[Known]) -> None:
        """Read `heard` with each of `known` that it was not read with; in a thread."""
        there = self._readings.get(heard, {})
        new = [each for each in dict.fromkeys(known) if each not in there]
        if self._reader is None or self._absent or not new:
            return
        try:
            found = await self._reader.read_exchanges(heard, new)
        except ModelError as error:
            self._reader = None
            line = f"[Speech] {error}: what is near is not read once more"
            self._log(tell_event("speech.reader", line, "warning", error=str(error)))
            return
        self._readings[heard] = there | dict(zip(new, found, strict=True))
        while len(self._readings) > KEPT_READINGS:
            self._readings.popitem(last=False)

    def find_reading(self, heard: str, known: Known) -> float | None:
        """Return what `read` found; None if it did not."""
        return self._readings.get(heard, {}).get(known)

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        """Return the cosines, 0 where they are negative; nothing before all vectors are there."""
        rows, one = self._known.get(lines), self._heard.get(heard)
        if one is None:  # a line of a voice, say
            one = self._find_known(heard)
        if rows is None and lines not in self._wanted:
            self.begin(lines)
        if rows is None or one is None:
            return ()
        near: list[float] = rows.compare(one).clip(0.0, 1.0).tolist()
        return near

    def _find_known(self, line: str) -> Any:
        key = digest_line(line)
        found = (each.find(key) for each in self._mapped)
        row = next((each for each in found if each is not None), self._own.get(key))
        return None if row is None else unpack_vector(row)

    def begin_said(self, lines: Sequence[str]) -> None:
        """Begin to make the vectors of the last of `lines` that have none, a few at a time."""
        new = [each for each in dict.fromkeys(lines) if each and each not in self._said]
        if new and self._known and not self._absent and not self._learns_said:
            self._learns_said = True
            self._run(self._learn_said(new[-AT_ONCE:]))

    async def _learn_said(self, lines: Sequence[str]) -> None:
        try:
            found = await self._embedder.embed(lines)
        except ModelError as error:
            self._give_up(error)
            return
        finally:
            self._learns_said = False
        self._said.update(zip(lines, map(_read_vector, found), strict=True))
        while len(self._said) > KEPT_SAID:
            self._said.popitem(last=False)

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return the cosines, 0 for lines that have no vector yet; nothing if `heard` has none."""
        one = self._heard.get(heard)
        if one is None:
            return ()
        rows = [self._find_any(each) for each in lines]
        return [0.0 if row is None else max(0.0, float(row @ one)) for row in rows]

    def find_vector(self, heard: str) -> Any:
        """Return the vector of words heard; None if it was not made, or is not kept any more."""
        return self._heard.get(heard)

    def _find_any(self, line: str) -> Any:
        found = self._said.get(line, self._heard.get(line))
        return self._find_known(line) if found is None else found

    def begin(self, lines: tuple[str, ...], behind: Sequence[str] = ()) -> None:
        """Begin to make the vectors of all these lines, unless that was begun for `lines`."""
        if lines and not self._absent and lines not in self._wanted:
            self._wanted.add(lines)
            self._run(self.learn(lines, behind))

    async def learn(self, lines: tuple[str, ...], behind: Sequence[str] = ()) -> None:
        """Make the vectors of the lines that the file does not have, and keep them."""
        self._wanted.add(lines)
        async with self._learning:  # one voice after the other
            if not self._is_read:
                await asyncio.to_thread(self._read)
            new = await asyncio.to_thread(self._list_new, (*lines, *behind))
            try:
                for begin in range(0, len(new), AT_ONCE):
                    some = new[begin : begin + AT_ONCE]
                    made = map(_read_vector, await self._embedder.embed(some))
                    self._own |= zip(map(digest_line, some), map(pack_vector, made), strict=True)
            except ModelError as error:
                self._give_up(error)
                return
            if new:
                await asyncio.to_thread(self._write)
            self._known[lines] = await asyncio.to_thread(self._gather_rows, lines)

    def _gather_rows(self, lines: Sequence[str]) -> _Rows:
        return _Rows(list(map(digest_line, lines)), self._mapped, self._own)

    def _list_new(self, lines: Sequence[str]) -> Sequence[str]:
        """Return those of `lines` that no file has a vector of."""
        keys = list(map(digest_line, lines))
        places = zip(*(each.find_places(keys) for each in self._mapped), strict=True)
        has = [max(each) >= 0 for each in places] if self._mapped else [False] * len(keys)
        there = zip(lines, keys, has, strict=True)
        return [line for line, key, is_there in there if not is_there and key not in self._own]

    def _read(self) -> None:
        model = self._embedder.name
        self._own = self._file.read(model)
        self._mapped = self._shipped.map(model)
        self._is_read = True

    def _write(self) -> None:
        try:
            self._file.write(self._embedder.name, self._own)
        except OSError as error:
            line = f"[Speech] the vectors of voices are not kept: {error}"
            self._log(tell_event("speech.vectors", line, "warning", error=str(error)))

    def _give_up(self, error: ModelError) -> None:
        if not self._absent:
            self._absent = True
            line = f"[Speech] {error}: what is said is compared by its words"
            self._log(tell_event("speech.sentences", line, "warning", error=str(error)))


class _Rows:
    """Packed vectors of thousands of lines, which are compared together."""

    def __init__(
        self, keys: Sequence[bytes], mapped: Sequence[MappedVectors], own: Mapping[bytes, Any]
    ) -> None:
        """The vector of each key is one of `mapped`, or else of `own`."""
        self._numpy: Any = importlib.import_module("numpy")
        self._parts: list[tuple[Any, Any, Any]] = []
        """Vectors, the places among them and the places among `keys`: a file's are not copied."""
        left = list(range(len(keys)))
        for each in mapped:
            places = each.find_places([keys[at] for at in left])
            pairs = list(zip(places, left, strict=True))
            self._add(each.rows, [pair for pair in pairs if pair[0] >= 0])
            left = [at for place, at in pairs if place < 0]
        if left:
            rows = self._numpy.stack([own[keys[at]] for at in left])
            self._add(rows, list(enumerate(left)))
        self._lengths = self._numpy.zeros(len(keys), "<f4")
        for rows, at in self._list_blocks():
            self._lengths[at] = self._numpy.linalg.norm(rows, axis=1)

    def _add(self, rows: Any, pairs: Sequence[tuple[int, int]]) -> None:
        if pairs:
            places, at = self._numpy.array(pairs, "<i4").T
            self._parts.append((rows, places, at))

    def _list_blocks(self) -> Iterator[tuple[Any, Any]]:
        """Yield the vectors a few at a time: all of them as floats would be 10 MB for a moment,
        which leaves holes in the process's memory."""
        for rows, places, at in self._parts:
            for begin in range(0, len(places), BLOCK):
                block = slice(begin, begin + BLOCK)
                yield rows[places[block]].astype("<f4"), at[block]

    def compare(self, one: Any) -> Any:
        """Return the cosine of each row with a vector of length 1."""
        near = self._numpy.empty(len(self._lengths), "<f4")
        for rows, at in self._list_blocks():
            near[at] = rows @ one
        return near / self._lengths


def _read_vector(content: bytes) -> Any:
    return importlib.import_module("numpy").frombuffer(content, "<f4")


_checked: tuple[type[SentenceMeanings], ...] = (NoSentenceMeanings, SentenceLikeness)
