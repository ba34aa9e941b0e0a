"""Keep the vectors of one agent's memories, and of the questions it asks, in nobody's way.

Vectors are made behind the index: words find a memory at once, its meaning does a moment later.
Nothing is loaded or made before the first search.  An embedder that fails is asked again later, and
until then searches go by words.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from agents.boundaries import ModelError
from agents.memory.core.records import Span
from agents.memory.recall import database, schema
from agents.memory.recall.meaning import vectors
from agents.models.embedding.protocol import Embedder
from late.late_dataclass import late_dataclass

#: Memories embedded at once.
BATCH = 128

#: Seconds that a thread waits for an index that another has to itself.
PATIENCE = 5.0

#: The vectors of so many questions are kept, 1 to 4 KB each.
QUESTIONS_KEPT = 128

#: So many memories may wait for their vectors before the status says so.
BEHIND = 512

#: After a failure so many occasions to try again are let pass at most: twice as many each time.
MOST_PASSED = 64


@late_dataclass(frozen=True, slots=True)
class VectorProgress:
    """How far the vectors are behind the index."""

    done: int
    """The last memory that has been looked at."""
    last: int
    """The last memory of the index."""


class VectorKeeper:
    """Makes and compares vectors. All methods are called on the event loop's thread."""

    def __init__(
        self, path: Path, index: Path, embedder: Embedder, warn: Callable[[str], None]
    ) -> None:
        self.embedder = embedder
        self.trouble = ""
        """Why vectors could not be made the last time; empty: they could."""
        self.progress = VectorProgress(0, 0)
        self._path = path
        self._index = index
        self._warn = warn
        self._questions: OrderedDict[str, bytes] = OrderedDict()
        self._wanted: dict[str, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._awake = False
        self._checked = False
        self._failures = 0
        self._to_pass = 0

    def describe_problems(self) -> Iterator[str]:
        """Yield why searches do not go by meaning, or not through all memories yet."""
        if self.trouble:
            yield self.trouble
        done, last = self.progress.done, self.progress.last
        if last - done > BEHIND:
            yield f"recall by meaning is being made ready: {done} of {last} memories so far"

    def measure_nearness(self, question: str, span: tuple[int, int]) -> dict[int, float]:
        """Return how near memories are, as `vectors.measure_nearness` does; raises nothing.

        Empty while the question's vector is not at hand: it is asked for, so that the same
        question has it later.
        """
        self._awake = True
        self.follow()
        measure = self.bind_question(question)
        if measure is None:
            return {}
        try:
            return measure(span)
        except (OSError, ImportError) as error:
            self._fail(error)
            return {}

    def bind_question(self, question: str) -> Callable[[Span], dict[int, float]] | None:
        """Return a function that does what `measure_nearness` does, in any process.

        None while the question's vector is not at hand.  It raises `OSError` and `ImportError`.
        """
        vector = self._find_question(question)
        if vector is None:
            return None
        return partial(vectors.measure_nearness, self._path, self.embedder.name, vector)

    async def prepare_question(self, question: str) -> None:
        """Have the question's vector at hand, if the embedder can make it; raises nothing.

        Does not wait for an embedder that has just failed.
        """
        self._awake = True
        self.follow()
        known = self._find_question(question)
        task = self._wanted.get(question)
        if known is None and task is not None and not self.trouble:
            await asyncio.wait([task])

    def follow(self) -> None:
        """Begin to make the vectors that are missing, once somebody has searched."""
        busy = self._task is not None and not self._task.done()
        if self._awake and not busy and self._may_try():
            self._task = asyncio.get_running_loop().create_task(self._catch_up())

    async def idle(self) -> None:
        """Return when no vector is being made."""
        while busy := [task for task in self._list_tasks() if not task.done()]:
            await asyncio.wait(busy)

    async def close(self) -> None:
        """Stop; what is missing is made the next time."""
        self._awake = False
        for task in self._list_tasks():
            task.cancel()
        await self.idle()

    def _list_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._wanted.values(), *([self._task] if self._task else [])]

    # --- questions --------------------------------------------------------------------

    def _find_question(self, question: str) -> bytes | None:
        known = self._questions.get(question) or self._embed_at_once(question)
        if known is not None:
            self._keep_question(question, known)
        elif question not in self._wanted and self._may_try():
            task = asyncio.get_running_loop().create_task(self._ask(question))
            self._wanted[question] = task
            task.add_done_callback(lambda _: self._wanted.pop(question))
        return known

    def _embed_at_once(self, question: str) -> bytes | None:
        try:
            return self.embedder.embed_at_once(question)
        except ModelError as error:
            self._fail(error)
            return None

    def _keep_question(self, question: str, vector: bytes) -> None:
        self._questions[question] = vector
        self._questions.move_to_end(question)
        while len(self._questions) > QUESTIONS_KEPT:
            self._questions.popitem(last=False)

    async def _ask(self, question: str) -> None:
        try:
            (vector,) = await self.embedder.embed([question])
        except ModelError as error:
            self._fail(error)
        else:
            self._failures, self.trouble = 0, ""
            self._keep_question(question, vector)

    # --- memories ---------------------------------------------------------------------

    async def _catch_up(self) -> None:
        try:
            while await self._embed_batch():
                pass
        except (ModelError, OSError, ImportError, sqlite3.Error) as error:
            self._fail(error)
        else:
            self._failures, self.trouble = 0, ""

    async def _embed_batch(self) -> bool:
        """Make the vectors of the next memories; return whether more may be missing."""
        name = self.embedder.name
        check, self._checked = not self._checked, True
        batch = await asyncio.to_thread(_read_batch, self._index, self._path, name, check)
        self.progress = VectorProgress(batch.begin, batch.last)
        if batch.covered <= batch.begin:
            return False
        texts = list(dict.fromkeys(text for _, text in batch.texts))
        made = dict(zip(texts, await self.embedder.embed(texts) if texts else (), strict=True))
        found = [(seq, made[text]) for seq, text in batch.texts]
        await asyncio.to_thread(
            vectors.append_vectors, self._path, name, found, batch.covered, batch.last_text
        )
        self.progress = VectorProgress(batch.covered, batch.last)
        return batch.covered < batch.last

    # --- failures ---------------------------------------------------------------------

    def _may_try(self) -> bool:
        """Return whether to ask the embedder; after failures most occasions are let pass."""
        self._to_pass = max(0, self._to_pass - 1)
        return self._to_pass == 0

    def _fail(self, error: Exception) -> None:
        self._failures += 1
        self._to_pass = min(MOST_PASSED, 2**self._failures)
        before, self.trouble = self.trouble, f"recall goes by words alone: {error}"
        if self.trouble != before:
            self._warn(self.trouble)


@late_dataclass(frozen=True, slots=True)
class _Batch:
    texts: Sequence[tuple[int, str]]
    begin: int
    covered: int
    last: int
    last_text: str


def _read_batch(index: Path, path: Path, embedder: str, check: bool) -> _Batch:
    """Return the next memories without a vector; with `check`, see that the file is the index's."""
    held = vectors.read_held(path, embedder)
    with database.open_for_reading(index, PATIENCE) as connection:
        if connection is None:
            return _Batch((), 0, 0, 0, "")
        if check and held is not None:
            text = schema.read_one_text(connection, held.covered)
            if text is None or vectors.digest_text(text) != held.text_digest:
                path.unlink()
                held = None
        begin, (last, text) = held.covered if held else 0, schema.read_newest(connection)
        texts = schema.read_texts(connection, begin, BATCH)
        if len(texts) < BATCH:
            return _Batch(texts, begin, last, last, text)
        return _Batch(texts, begin, texts[-1][0], last, texts[-1][1])
