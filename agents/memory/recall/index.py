"""Search one agent's whole archive without delaying its turns.

Memories are queued when they are recorded and indexed in batches by a worker thread, which exists
only while it has something to do.  A search sees the queue as well, so it never misses what has
only just happened.  The archive is the truth: an index that is missing, damaged, of another version
or of another archive is read from it afresh.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TypeVar

from agents.boundaries import TokenCounter
from agents.memory.core.records import Experience, Span
from agents.memory.language.normalize import fold_name
from agents.memory.recall import database, ranking, schema
from agents.memory.recall.explaining import Explained, explain_hits
from agents.memory.recall.hits import Hit, fit_budget
from agents.memory.recall.index_writer import IndexWriter
from agents.memory.recall.lookup import (
    PreparedHits,
    look_into,
    make_hit,
    phrase_meaning,
    read_end,
    read_talk_end,
    search_file,
)
from agents.memory.recall.meaning.vector_keeper import VectorKeeper
from agents.memory.recall.query import parse_question
from agents.memory.recall.reindex import Iterate, Progress, ReindexStopped, reindex
from agents.memory.recall.schema import Searchable, accept_all
from agents.memory.recall.sources import Sources
from agents.memory.recall.speech import find_partners
from agents.memory.recall.talks import TalkCount, TalkDay, count_talks, list_talk_days
from agents.models.embedding.protocol import Embedder
from agents.workers.protocol import NoWorkers, Workers, WorkGivenUp
from late.late_pattern import late_pattern

_Found = TypeVar("_Found")

#: Memories that wait before a batch is worth a transaction.
BATCH = 64

#: Memories that wait at most: beyond it (a disk that cannot be written) the oldest are
#: dropped, and read from the archive when writing works again.
MAX_WAITING = 4096

_NUMBER = late_pattern(r"#(\d{1,15})")

_ALL: Span = (1, 2**62)

#: The ending of the file of vectors, beside the index.
VECTORS = ".vectors"


class RecallIndex:
    """Searches one agent's memories. All methods are called on the event loop's thread."""

    def __init__(
        self,
        path: Path,
        warn: Callable[[str], None],
        searchable: Searchable = accept_all,
        embedder: Embedder | None = None,
        workers: Workers | None = None,
    ) -> None:
        self._warn = warn
        self._workers = workers or NoWorkers()
        self._writer = IndexWriter(path, searchable)
        beside = path.with_suffix(VECTORS)
        self.vectors = VectorKeeper(beside, path, embedder, warn) if embedder else None
        """What searches by meaning; None: searches go by words alone."""
        self._waiting: deque[Experience] = deque()
        self._importance: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._unwritten = self._fed = 0
        self._prepared = PreparedHits()
        self.trouble = ""
        """Why the index could not be brought up to date the last time; empty: it could."""

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        warn: Callable[[str], None] | None = None,
        searchable: Searchable = accept_all,
        embedder: Embedder | None = None,
        workers: Workers | None = None,
    ) -> RecallIndex:
        """Return the recall over the index file at `path`; touch no disk until `catch_up`.

        `warn` is called with a sentence when the index cannot be written or read; without it, that
        is logged.  A memory that is not `searchable` is found by its number alone.  With an
        `embedder`, searches go by meaning, too, as soon as there are vectors.  `workers` carry out
        searches that are prepared.
        """
        warn = warn or logging.getLogger(__name__).warning
        return cls(path, warn, searchable, embedder, workers)

    def describe_problems(self) -> Iterator[str]:
        """Yield why searches do not go by meaning, or not through all memories yet."""
        if self.vectors is not None:
            yield from self.vectors.describe_problems()

    # --- feeding ---------------------------------------------------------------------

    def feed(self, experiences: Iterable[Experience]) -> None:
        """Queue new memories, in order, and return at once; `search` sees them from now on.

        Memories that should not be found even by number may be left out, if `catch_up`'s
        reader leaves the same ones out.
        """
        before = len(self._waiting)
        self._waiting.extend(experiences)
        self._unwritten += len(self._waiting) - before
        self._fed += len(self._waiting) - before
        while len(self._waiting) > MAX_WAITING:
            self._waiting.popleft()
            self._writer.behind = True
        if self._unwritten >= BATCH:
            self._start()

    def set_importance(self, importance: Mapping[int, int]) -> None:
        """Set how important memories are, by number: 1 to 10, or 0 for unknown.

        Returns at once; it is written with the next batch, and counts from then on.  A rebuilt
        index knows nothing of it.  Raises `ValueError` for a value out of range.
        """
        for seq, value in importance.items():
            if not 0 <= value <= 10:
                raise ValueError(f"importance of #{seq} is {value}; allowed is 0 to 10")
        self._importance |= importance
        if len(self._importance) >= BATCH:
            self._start()

    async def catch_up(self, iterate: Iterate) -> None:
        """Index what the archive has beyond the index, in the thread; rebuild it if it is bad.

        Call it at start: nothing is written before.  Call it again to check.  It never raises for
        the state of the disk or the archive: `warn` is called.
        """
        self._writer.iterate = iterate
        await self.idle()
        self._start(check=True)
        await self.idle()

    async def reindex(self, progress: Progress = lambda _: None) -> int:
        """Build the index afresh while the server goes on, as `reindex.reindex` does.

        Memories recorded meanwhile wait, and are found as always.  Needs one `catch_up` before.
        """
        writer, iterate = self._writer, self._writer.iterate
        if iterate is None:
            raise ReindexStopped("there is no archive to read: call catch_up first")
        await self.idle()
        work = asyncio.ensure_future(
            reindex(
                writer.path,
                iterate,
                lambda done: progress(done) is not False and not writer.closing,
                searchable=writer.searchable,
            )
        )
        self._task = asyncio.ensure_future(self._wait_out(work))
        return await work

    async def _wait_out(self, work: asyncio.Future[int]) -> None:
        """Keep batches waiting until `work` is done, however it ends."""
        await asyncio.wait([work])
        self._task = None
        self._start(check=True)

    async def close(self) -> None:
        """Write what is queued and stop; a rebuild under way stops after its batch."""
        self._writer.closing = True
        if self.vectors:
            await self.vectors.close()
        await self.idle()
        queued = self._waiting or self._importance
        if queued and self._writer.iterate is not None and not self._writer.behind:
            await self._drain(check=False)

    async def idle(self) -> None:
        """Return when nothing is being indexed, and no vector made."""
        while self._task is not None:
            # Not awaited itself: a caller that is cancelled would cancel the indexing, and with it
            # any other caller that waits for it, such as `close`.
            await asyncio.wait([self._task])
        if self.vectors:
            await self.vectors.idle()

    def _start(self, *, check: bool = False) -> None:
        if self._task is None and self._writer.iterate is not None and not self._writer.closing:
            self._task = asyncio.get_running_loop().create_task(self._drain(check))

    async def _drain(self, check: bool) -> None:
        try:
            while await self._drain_batch(check):
                check = False
            self.trouble = ""
            if self.vectors:
                self.vectors.follow()
        except Exception as error:
            # Whatever failed, the archive has it all: say so, and try again a batch later.
            path = self._writer.path
            self.trouble = f"The recall index {path} cannot be brought up to date: {error}"
            self._warn(self.trouble)
        finally:
            self._task = None

    async def _drain_batch(self, check: bool) -> bool:
        # Counted before the attempt: a failed one is repeated a batch later, not at once.
        self._unwritten = 0
        importance, self._importance = self._importance, {}
        try:
            last = await asyncio.to_thread(
                self._writer.update_index, list(self._waiting), importance, check
            )
        except BaseException:
            self._importance = importance | self._importance
            raise
        while self._waiting and self._waiting[0].seq <= last:
            self._waiting.popleft()
        return self._unwritten >= BATCH

    # --- searching -------------------------------------------------------------------

    def search(
        self,
        words: str,
        *,
        token_budget: int,
        tokens: TokenCounter,
        limit: int = 10,
        within: Span | None = None,
    ) -> list[Hit]:
        """Return the memories that fit `words` best, each text once, within `token_budget`.

        Ranked by rare words first, with their neighbours, who speaks, dates, importance and
        recency; see `ranking`.  ``#1234`` opens that one memory.  `within` is a span of numbers to
        search in. Takes milliseconds; nothing in `words` is query syntax.  The budget counts each
        hit's `render_line`.
        """
        opened = self._open_number(words)
        hits = self._rank_memories(words, limit, within or _ALL) if opened is None else opened
        return fit_budget(hits, token_budget, tokens)

    def _open_number(self, words: str) -> list[Hit] | None:
        """Return the memory that ``#1234`` names, if there is one; None: `words` name none."""
        number = _NUMBER.fullmatch(words.strip())
        return number and [each for each in [self.get(int(number[1]))] if each]

    async def prepare(self, words: str) -> None:
        """Have at hand what a search for `words` by meaning needs, if it can be had.

        It takes as long as the embedder takes; a caller that cannot wait sets a limit.
        """
        if self.vectors is not None:
            await self.vectors.prepare_question(self._read_meaning(words))

    def _read_meaning(self, words: str) -> str:
        meant = self._read(lambda index: phrase_meaning(Sources([index], 0, _ALL), words))
        return meant or words

    async def prepare_search(
        self, words: str, *, limit: int = 10, within: Span | None = None
    ) -> None:
        """Rank memories beside the loop: the next search takes what was found, if it asks the same.

        Of the newest memories it may miss those that came since.  Raises nothing: a search for
        which nothing is prepared ranks them itself.  Call `prepare` first.
        """
        if not parse_question(words).terms or _NUMBER.fullmatch(words.strip()):
            return
        asked, fed = (words, limit, within or _ALL), self._fed
        try:
            meant = self._read_meaning(words) if self.vectors else ""
            measure = self.vectors.bind_question(meant) if self.vectors else None
            hits = await self._workers.run_soon(
                search_file, self._writer.path, tuple(self._waiting), self._writer.searchable,
                *asked, measure,
            )  # fmt: skip
        except (sqlite3.Error, OSError, ImportError, WorkGivenUp):
            return  # the search itself says what is wrong
        self._prepared.put(asked, fed, hits)

    def get(self, seq: int) -> Hit | None:
        """Return memory number `seq`, searchable or not; None if there is none."""
        for row in self._waiting:
            if row.seq == seq:
                return make_hit(row)
        found = self._read(lambda connection: list(schema.read_indexed(connection, [seq])))
        return make_hit(found[0]) if found else None

    def read_latest(self, count: int, beginning: str = "") -> list[Hit]:
        """Return the searchable ones of the newest `count` memories, oldest first.

        With a `beginning`, only those whose text has it.  Takes a millisecond for a few hundred.
        """
        last, found = self._read(lambda index: read_end(index, count, beginning)) or (0, [])
        queued = [row for row in self._waiting if row.seq > last]
        hits = [*map(make_hit, found), *map(make_hit, filter(self._writer.searchable, queued))]
        first = (queued[-1].seq if queued else last) - count
        return [each for each in hits if each.seq > first and each.text.startswith(beginning)]

    def find_talk(self, partner: str, *, limit: int) -> tuple[int, list[Hit]]:
        """Return how many memories of talk with `partner` there are, and the newest, oldest first.

        At most `limit` come back.  Talk is what the partner said, whispered or told, and what the
        agent itself did to the partner.  Takes well under a millisecond.
        """
        key = fold_name(partner)
        none = 0, 0, list[schema.Row]()
        last, count, found = self._read(lambda index: read_talk_end(index, key, limit)) or none
        queued = [row for row in self._waiting if row.seq > last and key in find_partners(row)]
        hits = [*map(make_hit, reversed(found)), *map(make_hit, queued)]
        return count + len(queued), hits[max(0, len(hits) - limit) :]

    async def count_talks(self, partner: str = "") -> list[TalkCount]:
        """Return the talk with each partner, or with one alone, most talk first.

        Raises `sqlite3.Error`.
        """
        path, waiting = self._writer.path, list(self._waiting)
        return await asyncio.to_thread(count_talks, path, waiting, fold_name(partner))

    async def list_talk_days(self, partner: str, most: int, zone: tzinfo = UTC) -> list[TalkDay]:
        """Return what the function of this name does. Raises `sqlite3.Error`."""
        asked = self._writer.path, list(self._waiting), fold_name(partner), most, zone
        return await asyncio.to_thread(list_talk_days, *asked)

    def explain(self, words: str, *, limit: int = 10) -> list[Explained]:
        """Return the memories that `search` finds for `words`, with the reasons for their rank.

        Takes milliseconds.  ``#1234`` opens that one memory, for no reason.
        """
        if (opened := self._open_number(words)) is not None:
            return list(map(Explained, opened))
        question = parse_question(words)
        return self._look_in(
            words, limit, _ALL,
            lambda sources, near: explain_hits(sources, question, limit, near),
        )  # fmt: skip

    def _rank_memories(self, words: str, limit: int, span: Span) -> list[Hit]:
        if (prepared := self._prepared.take((words, limit, span), self._fed)) is not None:
            return prepared
        question = parse_question(words)
        return self._look_in(
            words, limit, span,
            lambda sources, near: ranking.rank_hits(sources, question, limit, nearness=near),
        )  # fmt: skip

    def _look_in(
        self,
        words: str,
        limit: int,
        span: Span,
        rank: Callable[[Sources, dict[int, float]], list[_Found]],
    ) -> list[_Found]:
        """Return what `rank` makes of the index and of what waits to be indexed."""
        if not parse_question(words).terms or limit < 1:
            return []

        def look(index: sqlite3.Connection | None) -> list[_Found]:
            return look_into(
                index, self._waiting, self._writer.searchable, span,
                lambda sources: rank(sources, self._measure_nearness(sources, words)),
            )  # fmt: skip

        found = self._read(look)
        return look(None) if found is None else found

    def _measure_nearness(self, sources: Sources, words: str) -> dict[int, float]:
        if self.vectors is None:
            return {}
        return self.vectors.measure_nearness(phrase_meaning(sources, words), sources.span)

    def _read(self, work: Callable[[sqlite3.Connection], _Found]) -> _Found | None:
        """Return what `work` makes of the index at one moment; None if it cannot be read."""
        try:
            with database.open_for_reading(self._writer.path) as connection:
                return work(connection) if connection is not None else None
        except sqlite3.Error as error:
            if database.is_broken(error):
                self._writer.suspect = True
                self._start()
            self._warn(f"The recall index {self._writer.path} cannot be read: {error}")
            return None
