"""One agent's memory: what the rest of the program uses of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from agents.boundaries import Clock, TokenCounter, Watcher
from agents.memory.compactor import CannotCompact, CompactionReport, Compactor, Tools
from agents.memory.core import masking, transcript
from agents.memory.core.facts import Fact
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Experience, Frames, MicroCompact, NewMemory, Span, Turn
from agents.memory.core.rendering import memory_section
from agents.memory.core.view import View
from agents.memory.health import take_stock
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.journal import Chronicle, Extract
from agents.memory.log.codec import head_id, storable
from agents.memory.log.disk import Disk, SystemDisk
from agents.memory.log.ledger import Ledger
from agents.memory.settings import MemorySettings
from agents.memory.status import MemoryStatus
from agents.memory.strategies.protocol import NothingToCompact, Strategy
from agents.memory.strategies.table import strategy_of
from agents.memory.summarization.summarizer import Summarizer
from agents.memory.summary_files.editing import Editor
from agents.memory.summary_files.files import SummaryFiles

#: Even under pressure the agent keeps these newest memories word for word.
KEPT_NEWEST = 4

#: What an early compaction's summary will take of the tokens it frees, about.
SUMMARY_TOKENS = 200


class AgentMemory:
    """Records, shows and compacts one agent's memories. Everything belongs to the loop's thread,
    except `experiences`, which any thread may read."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._ledger = tools.ledger
        self._compactor = Compactor(tools)
        self._editor = Editor(tools.ledger, tools.files, tools.clock, tools.tokens)
        self._head: tuple[str, Path] | None = None
        self._consolidation: Callable[[], Awaitable[object]] | None = None
        self._journal_lock = threading.Lock()
        tools.before_freezing = self._adopt_before_freezing

    @classmethod
    def open(
        cls,
        folder: Path,
        name: str,
        *,
        settings: MemorySettings,
        clock: Clock,
        tokens: TokenCounter,
        summarizer: Summarizer | None,
        log: Callable[[str], None],
        watch: Watcher,
        disk: Disk | None = None,
    ) -> AgentMemory:
        """The memory in `folder` (an agent's), made if there is none.

        Reads the archive's end only.  Missing summary files are written again and hand
        edits taken over; what is wrong with them is logged.  Raises `ArchiveRefused` (a
        newer version's archive; nothing is touched), `ArchiveUnwritable`, and `ValueError`
        for an unknown strategy.
        """
        disk = disk or SystemDisk()
        ledger = Ledger(folder / "archive", name=name, clock=clock, disk=disk, log=log)
        tools = Tools(
            name=name,
            settings=settings,
            strategy=strategy_of(settings),
            summarizer=summarizer,
            ledger=ledger,
            files=SummaryFiles(folder / "summaries"),
            clock=clock,
            disk=disk,
            tokens=tokens,
            log=log,
            watch=watch,
        )
        ledger.open()
        memory = cls(tools)
        memory.adopt_edits()
        # A compaction that a crash has cut short begins again once the world is up.
        clock.call_later(1.0, memory._compactor.start_due)
        return memory

    # --- recording -------------------------------------------------------------------

    def record(self, new: NewMemory) -> Experience | None:
        """Write one experience to the archive; then it counts.

        Returns None if the archive cannot be written: the experience is lost, which the
        status and the log say.  A compaction that is due begins behind it.
        """
        memory = _numbered(new, self.last_seq + 1, self._tools.clock.now())
        if not self._ledger.add(memory):
            return None
        self._compactor.start_due()
        return memory

    def record_turn(self, turn: Turn) -> None:
        """Write what is needed to render a turn's prompt again, and what came of it."""
        name = head_id(turn)
        # Each segment has the heads of its turns: whoever looks for one need not go further.
        known = name, self._ledger.archive.segment
        head = "" if known == self._head else turn.head
        if self._ledger.add(self._ledger.stamped(replace(turn, head=head, head_id=name))):
            self._head = known

    def turn_ended(self) -> None:
        """Do what is due after each of the agent's turns: masking, and perhaps a compaction."""
        if self._masks() == "turn":
            self._mask(None)
        self._compactor.start_due("turn")

    def prompt_was(self, tokens: int) -> None:
        """Tell how many tokens the whole prompt had that was made from the present view."""
        self._tools.overhead = max(0, tokens - Gauge(self._tools.tokens).memories(self.view))

    # --- showing ---------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The agent's name."""
        return self._tools.name

    @property
    def view(self) -> View:
        """What the agent carries now."""
        return self._ledger.view

    @property
    def last_seq(self) -> int:
        """The number of the newest memory; 0 if there is none."""
        return self._ledger.view.last_seq

    @property
    def settings(self) -> MemorySettings:
        """The settings in force."""
        return self._tools.settings

    @property
    def strategy(self) -> Strategy:
        """The strategy in force."""
        return self._tools.strategy

    def section(self, frames: Frames) -> str:
        """Summaries and verbatim memories as they stand in a prompt."""
        return memory_section(self.view, frames)

    def transcript(self) -> str:
        """The verbatim memories as the prompt shows them."""
        return transcript.render(self.view)

    def summary_texts(self) -> tuple[str, str]:
        """The long-term and the recent summary; empty where there is none."""
        longterm, recent = self.view.longterm, self.view.recent
        return longterm.text if longterm else "", recent.text if recent else ""

    def experiences(self, after: int = 0) -> Iterator[Experience]:
        """The memories behind number `after`, in order, read as they are asked for."""
        return self._ledger.experiences(after)

    async def look_over(self) -> None:
        """Read the whole archive once, aside: what cannot be read is set aside, logged and
        counted on the status."""
        await self._tools.disk.aside(self._ledger.reader.look_over)

    def one(self, seq: int) -> Experience | None:
        """Memory number `seq` from the archive; None if there is none. A millisecond or so."""
        return next(iter(self._ledger.reader.read(seq, seq)), None)

    async def read(self, seqs: Iterable[int]) -> list[Experience]:
        """The memories with these numbers, in their order, from the archive."""
        read = self._ledger.reader.read
        return await self._tools.disk.aside(
            lambda: [memory for seq in seqs for memory in read(seq, seq)]
        )

    def sample(self, count: int, rng: Random) -> list[Experience]:
        """At most `count` memories spread over the whole archive, oldest first."""
        return self._ledger.reader.sample(count, rng)

    def status(self) -> MemoryStatus:
        """How the memory is."""
        return take_stock(self._tools, self._compactor, self._editor)

    # --- compacting ------------------------------------------------------------------

    def begin_compaction(self, *, force: bool = False) -> asyncio.Task[CompactionReport]:
        """Begin to compact what the strategy lets go of by hand; `force`: below its thresholds.

        The task ends with the report or raises `CompactionFailed`.  Raises `CannotCompact`.
        """
        return self._compactor.begin(self._span_to_compact(force=force), "manual")

    async def bootstrap(self) -> CompactionReport:
        """Make the first summaries of an agent that has memories enough and none.

        Goes through the archive window by window, as if it had been compacted all along.
        Raises `CannotCompact` and `CompactionFailed`.
        """
        if self.view.summaries:
            raise CannotCompact(f"{self.name} has summaries already.")
        return await self._compactor.catch_up(self._span_to_compact(force=True)[1])

    async def relieve(self, excess_tokens: int, spare_tokens: int = 0) -> bool:
        """Make the prompt smaller by about `excess_tokens`; whether anything was gained.

        Waits for a running compaction.  Else masks bulky old output, and if that is not
        enough compacts early, as much of the tail as is needed, the newest few excepted.
        Whichever it is frees `spare_tokens` more where it can: each time costs a model server
        its cached beginning, so that it should be long until the next.
        """
        if self._compactor.running:
            return await self._compactor.settle()
        if self._ledger.losses.error:
            return False
        masked = self._mask(excess_tokens + spare_tokens) if self._masks() != "off" else 0
        if masked >= excess_tokens:
            return masked > 0
        left = excess_tokens + spare_tokens - masked
        return await self._compact_early(left) or masked > 0

    async def ease(self, prompt_tokens: int) -> bool:
        """Before a turn whose prompt has so many tokens: do what the strategy holds for urgent.

        Whether anything was gained.  Unlike `relieve` it takes no more than the strategy lets
        go of, and does not wait for a compaction that is under way already.
        """
        limit, compactor = self.strategy.emergency_limit, self._compactor
        if limit is None or prompt_tokens <= limit:
            return False
        if compactor.running or compactor.waiting or self._ledger.losses.error:
            return False
        self.prompt_was(prompt_tokens)
        masked = self._mask(prompt_tokens - limit) if self._masks() != "off" else 0
        span = self._tools.strategy.due(self.view, self._tools.gauge(), "pressure")
        if span is None:
            return masked > 0
        self._tools.log(
            f"[Memory] {self.name}: WARNING: the prompt has {prompt_tokens} tokens, more than "
            f"{limit}: compaction is forced before the turn"
        )
        compactor.begin(span, "emergency")
        return await compactor.settle() or masked > 0

    async def consolidate(self) -> None:
        """Go through what is kept beside the memories, as one does asleep; see
        `set_consolidation`."""
        if self._consolidation is not None:
            await self._consolidation()

    async def compact_asleep(self) -> bool:
        """Compact what is due to one who sleeps; whether that changed the view.

        Waits for a running compaction first.  What has begun goes on if this is cancelled.
        """
        await self._compactor.settle()
        self._compactor.start_due("sleep")
        return await self._compactor.settle()

    def _masks(self) -> str:
        return self.settings.micro_compact or self._tools.strategy.micro_compact

    def _mask(self, excess: int | None) -> int:
        """Mask what saves `excess` tokens, or what there is; return the tokens saved."""
        tokens, view = self._tools.tokens, self.view
        seqs = masking.choose(view, tokens, excess)
        if not seqs:
            return 0
        now = self._tools.clock.now()
        record = MicroCompact(view.last_seq, now, seqs, view.revision + 1)
        if not self._ledger.add(record):
            return 0
        return sum(masking.saving(each, tokens) for each in view.tail if each.seq in seqs)

    async def _compact_early(self, excess: int) -> bool:
        if self._compactor.waiting:
            return False
        due = self._tools.strategy.due(self.view, self._tools.gauge(), "pressure")
        span = due or self._early_span(excess)
        if span is None:
            return False
        self._compactor.begin(span, "emergency" if due else "early")
        return await self._compactor.settle()

    def _early_span(self, excess: int) -> Span | None:
        """As much of the tail, oldest first, as frees `excess` tokens beside its summary."""
        freed, view, gauge = 0, self.view, self._tools.gauge()
        last = 0
        for memory in view.tail[:-KEPT_NEWEST]:
            if freed >= excess + SUMMARY_TOKENS:
                break
            freed += gauge.memory(memory, view)
            last = memory.seq
        return (view.covered + 1, last) if last else None

    def _span_to_compact(self, *, force: bool) -> Span:
        if self._compactor.running:
            raise CannotCompact("A compaction is already running.")
        try:
            return self._tools.strategy.by_hand(self.view, self._tools.gauge(), force=force)
        except NothingToCompact as nothing:
            raise CannotCompact(str(nothing)) from None

    # --- changing --------------------------------------------------------------------

    def adopt_edits(self) -> list[str]:
        """Take over summaries that a person has edited; write missing files again.

        Returns a sentence for each edit taken over and for each file that cannot be.
        """
        if self._compactor.running:
            return [f"{self.name}: a compaction is running; reload again when it is done."]
        messages = [f"{self.name}: {each}" for each in self._editor.adopt()]
        for each in messages:
            self._tools.log(f"[Memory] {each}")
        return messages

    def _adopt_before_freezing(self) -> None:
        for each in self._editor.adopt():
            self._tools.log(f"[Memory] {self.name}: {each}")

    def configure(self, settings: MemorySettings) -> None:
        """Go by other settings from now on. Raises `ValueError` for an unknown strategy."""
        self._tools.strategy = strategy_of(settings)
        self._tools.settings = settings
        self._compactor.start_due()

    def set_task(self, task: str) -> None:
        """Say what the agent is about: summaries may be told."""
        self._tools.task = task

    def keep_journal(
        self, extract: Extract, kept: Path, found: Callable[[Sequence[Fact]], None]
    ) -> Chronicle:
        """Have facts extracted at each compaction, into the log and the markdown beside it, and
        weighed anew when the agent sleeps.

        `kept` is the machine's own file of them; `found` is told of new ones.
        """
        tools = self._tools
        files = JournalFiles(tools.files.folder.parent)
        chronicle = Chronicle(tools, extract, files, kept, found, self._journal_lock)
        tools.chronicler = chronicle
        self.set_consolidation(chronicle.consolidate)
        return chronicle

    def set_consolidation(self, consolidate: Callable[[], Awaitable[object]] | None) -> None:
        """Have something done whenever the agent sleeps, before it dreams; None: no more."""
        self._consolidation = consolidate

    def set_summarizer(self, summarizer: Summarizer | None) -> None:
        """Have later summaries written by another; None: deterministically."""
        self._tools.summarizer = summarizer
        self._compactor.model_changed()

    async def sync(self) -> None:
        """Return when everything recorded so far is on the disk. Raises `OSError`."""
        await self._ledger.sync()

    async def close(self) -> None:
        """Give up a running compaction, write out everything, let go of the files."""
        await self._compactor.close()
        await self._ledger.close()


def _numbered(new: NewMemory, seq: int, at: datetime) -> Experience:
    """`new` as the archive takes it. A field that `Experience` has not is a `TypeError`."""
    return Experience(
        seq, at, **{each.name: _storable(getattr(new, each.name)) for each in fields(new)}
    )


def _storable(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(storable(each) for each in value)
    return storable(value) if isinstance(value, str) else value
