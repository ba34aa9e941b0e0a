"""One agent's memory, as the rest of the program uses it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from agents.memory.compaction_history import CompactionHistory, read_history
from agents.memory.compaction_run import CompactionReport
from agents.memory.compactor import CannotCompact, Compactor
from agents.memory.core.records import (
    ONCE,
    Experience,
    Frames,
    NewMemory,
    Renewal,
    Span,
    Trigger,
    Turn,
)
from agents.memory.core.rendering import render_memories
from agents.memory.core.view import View
from agents.memory.health import assess_memory
from agents.memory.inspect.authors import NO_AUTHORS, Authors, trace_authors
from agents.memory.journal.entries.entry_file import JournalRefused
from agents.memory.journal.journal import Journal
from agents.memory.journal.own_entries import is_own_entry
from agents.memory.journal.page_edits import WrittenLine, rank_written
from agents.memory.journal.relevance import Knowledge
from agents.memory.last_resort import LastResort
from agents.memory.log.codec import head_id, make_all_storable, make_storable
from agents.memory.parts import MemoryConfig, MemoryParts, MemoryStores, Reporter
from agents.memory.relief import Relief
from agents.memory.settings import MemorySettings
from agents.memory.status import MemoryStatus, OwnPrompts
from agents.memory.strategies.protocol import NothingToCompact, Strategy


class AgentMemory:
    """Records, shows and compacts one agent's memories.

    Call it from the loop's thread; only `experiences` may be used from any thread.
    """

    def __init__(self, stores: MemoryStores, parts: MemoryParts, config: MemoryConfig) -> None:
        self._stores = stores
        self._parts = parts
        self._ledger = stores.ledger
        self._compactor = Compactor(stores, parts, config)
        self._relief = Relief(stores, parts, self._compactor)
        self._last_resort = LastResort(stores.name, stores.ledger, parts)
        self._head: tuple[str, Path] | None = None
        self.prompt_measured = False
        """Whether `measure_prompt` was called since the memory was opened."""
        stores.projections.is_busy = lambda: self._compactor.running
        self._ledger.outage.on_end = self._on_outage_end

    @classmethod
    def open(cls, folder: Path, name: str, config: MemoryConfig, parts: MemoryParts) -> AgentMemory:
        """Open the memory in an agent's `folder`, or create it.

        Reads only the end of the archive.  Writes missing summary files, adopts edited ones and
        logs what is wrong with them.  Raises `ArchiveRefused` for an archive of a newer version
        (nothing is changed) and `ArchiveUnwritable`.
        """
        memory = cls(MemoryStores.open(folder, name, parts), parts, config)
        memory.adopt_edits()
        # A compaction that a crash interrupted starts again once the world is up.
        parts.clock.call_later(1.0, memory._compactor.start_due)
        return memory

    # --- recording -------------------------------------------------------------------

    def record(self, new: NewMemory) -> Experience | None:
        """Write one experience to the archive and start a compaction if one is due.

        While the archive cannot be written the experience waits, and counts as if it were
        written.  Returns None if no more can wait: the experience is lost.  Status and log
        report both.
        """
        memory = _number_memory(new, self.last_seq + 1, self._parts.clock.now())
        if not self._ledger.add(memory):
            return None
        if self.journal is not None and is_own_entry(memory):
            self.journal.keep_own_entry(memory)
        self._compactor.start_due()
        return memory

    def record_turn(self, turn: Turn) -> None:
        """Write what is needed to render a turn's prompt again, and the outcome."""
        name = head_id(turn)
        # Each segment has the heads of its turns, so that a reader needs no other segment.
        known = name, self._ledger.archive.segment
        head = "" if known == self._head else turn.head
        if self._ledger.add(self._ledger.stamp_turn(replace(turn, head=head, head_id=name))):
            self._head = known

    def end_turn(self) -> None:
        """Mask output if the settings say so after each turn; start a compaction if one is due."""
        if self._relief.choose_masking() == "turn":
            self._relief.mask(None)
        self._compactor.start_due("turn")

    def measure_prompt(self, tokens: int) -> None:
        """Take `tokens` as the size of the prompt that is sent now."""
        self._compactor.measure_prompt(tokens, self.shown)
        self._last_resort.report()
        self.prompt_measured = True

    def estimate_prompt(self, tokens: int) -> None:
        """Take `tokens` as the size that a prompt would have now; no prompt was sent yet."""
        self._compactor.measure_prompt(tokens, self.shown)

    # --- showing ---------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The agent's name."""
        return self._stores.name

    @property
    def view(self) -> View:
        """The present view: what a prompt shows of the memory."""
        return self._ledger.view

    @property
    def last_seq(self) -> int:
        """The number of the newest memory; 0 if there is none."""
        return self._ledger.view.last_seq

    @property
    def config(self) -> MemoryConfig:
        """The configuration in force; `configure` replaces it."""
        return self._compactor.config

    @property
    def settings(self) -> MemorySettings:
        """The settings in force."""
        return self.config.settings

    @property
    def strategy(self) -> Strategy:
        """The strategy in force."""
        return self.config.strategy

    @property
    def journal(self) -> Journal | None:
        """The journal; None if there is none."""
        return self._stores.journal

    @property
    def knowledge(self) -> Knowledge:
        """The facts that a prompt may show; empty until `load_journal`, or without a journal."""
        return self.journal.known if self.journal is not None else ()

    async def load_journal(self) -> list[str]:
        """Read the journal and take over what people wrote on its pages.

        Returns a sentence for each edited page and for each that cannot be read, and logs them.
        """
        if self.journal is None:
            return []
        try:
            messages = [f"{self.name}: {each}" for each in await self.journal.adopt()]
        except OSError as error:
            self._stores.projections.fail(error)
            messages = [f"{self.name}: the journal cannot be read and written: {error}"]
        for each in messages:
            self._parts.log(f"[Journal] {each}")
        return messages

    def find_written(self, words: str, limit: int = 3) -> list[WrittenLine]:
        """Return what people wrote on pages of the journal that has most of `words`."""
        lines = self.journal.written if self.journal is not None else ()
        return rank_written(lines, words)[:limit]

    @property
    def shown(self) -> View:
        """The part of the view that prompts show: all of it, unless they leave out memories."""
        return self._last_resort.shown

    @property
    def left_out(self) -> Span | None:
        """The oldest memories, if prompts leave them out because nothing else makes them fit."""
        return self._last_resort.span

    @property
    def left_out_tokens(self) -> int:
        """About how many tokens prompts are shorter by what they leave out."""
        return self._last_resort.tokens

    def leave_out(self, span: Span | None) -> None:
        """Leave the memories of `span` out of prompts from now on; None: show all."""
        self._last_resort.leave_out(span)

    @property
    def shown_after(self) -> int:
        """The last memory that prompts do not show word for word; 0: they show all."""
        left_out = self.left_out
        return left_out[1] if left_out else self.view.covered

    def render_section(self, frames: Frames, note: str = "", form: str = ONCE) -> str:
        """Return summaries and verbatim memories as a prompt shows them; see `render_memories`."""
        return render_memories(self.shown, frames, note, form)

    def summary_texts(self) -> tuple[str, str]:
        """Return the texts of the long-term and the recent summary; empty if there is none."""
        longterm, recent = self.view.longterm, self.view.recent
        return longterm.text if longterm else "", recent.text if recent else ""

    def experiences(self, after: int = 0) -> Iterator[Experience]:
        """Yield the memories after number `after`, in order; they are read one by one."""
        return self._ledger.experiences(after)

    async def look_over(self) -> None:
        """Read the whole archive once, in a thread; unreadable lines are set aside and counted."""
        await self._parts.disk.in_thread(self._ledger.reader.look_over)

    def read_one(self, seq: int) -> Experience | None:
        """Read memory number `seq`; None if there is none. Takes about a millisecond."""
        return next(iter(self._ledger.read(seq, seq)), None)

    async def read(self, seqs: Iterable[int]) -> list[Experience]:
        """Read the memories with these numbers from the archive, in the given order."""
        read = self._ledger.read
        return await self._parts.disk.in_thread(
            lambda: [memory for seq in seqs for memory in read(seq, seq)]
        )

    async def read_turns(self, count: int) -> list[Turn]:
        """Return the newest turns in the archive, at most `count`, the oldest first."""
        return await self._parts.disk.in_thread(lambda: self._ledger.reader.latest_turns(count))

    async def read_history(self, count: int, upto: int | None = None) -> CompactionHistory:
        """Return the newest `count` compactions, or those up to number `upto`, newest first."""
        changes = self._ledger.reader.summary_changes
        return await self._parts.disk.in_thread(lambda: read_history(changes(), count, upto))

    async def find_authors(self, known: Authors = NO_AUTHORS) -> Authors:
        """Return who wrote the sentences of the standing summaries; see `trace_authors`."""
        view, changes = self.view, self._ledger.reader.summary_changes
        return await self._parts.disk.in_thread(lambda: trace_authors(view, changes(), known))

    def sample(self, count: int, rng: Random) -> list[Experience]:
        """Return at most `count` memories spread over the whole archive, oldest first."""
        return self._ledger.reader.sample(count, rng)

    def status(self, own: OwnPrompts | None = None) -> MemoryStatus:
        """Return the status now; `own` tells of the prompts that the agent's turns have."""
        return assess_memory(self._stores, self._compactor, self.left_out, own)

    # --- compacting ------------------------------------------------------------------

    def begin_compaction(self, *, force: bool = False) -> asyncio.Task[CompactionReport]:
        """Start a compaction that a person asked for; `force`: even below the thresholds.

        The task returns the report or raises `CompactionFailed`.  Raises `CannotCompact`.
        """
        span = self._choose_span("manual", force=force)
        return self._compactor.begin(span, "manual", "forced" if force else "by hand")

    def bootstrap(self) -> Coroutine[Any, Any, CompactionReport]:
        """Make the first summaries of an archive that has none, window by window.

        Raises `CannotCompact` at once; what is returned, `CompactionFailed`.
        """
        if self.view.summaries:
            raise CannotCompact(f"{self.name} has summaries already.")
        return self._compactor.catch_up(self._choose_span("bootstrap")[1])

    def forget_summaries(self, by: str) -> asyncio.Task[Renewal]:
        """Forget the standing summaries for `by`, and make new ones from the archive, in steps.

        The task ends when a text by rule stands for them, or raises `CompactionFailed`.  Raises
        `CannotCompact`.
        """
        if self._ledger.outage.writing:
            raise CannotCompact(f"Nothing is compacted now: {self._ledger.outage.writing}.")
        return self._compactor.begin_forgetting(by)

    async def relieve(self, excess_tokens: int, spare_tokens: int = 0) -> bool:
        """Free about `excess_tokens` of the prompt; see `Relief.relieve`."""
        return await self._relief.relieve(excess_tokens, spare_tokens)

    def mask_early(self, prompt_tokens: int, room: int, spare_tokens: int = 0) -> bool:
        """Mask output if a prompt presses against `room`; see `Relief.mask_early`."""
        return self._relief.mask_early(prompt_tokens, room, spare_tokens)

    async def relieve_urgently(self, prompt_tokens: int) -> bool:
        """Mask or compact before a turn whose prompt is above the emergency limit."""
        return await self._relief.relieve_urgently(prompt_tokens)

    async def consolidate(self) -> int:
        """Rate the newest facts of the journal again; return how many were rated."""
        if self.journal is None or self.settings.journal == "off":
            return 0
        try:
            return await self.journal.consolidate()
        except JournalRefused:
            raise
        except OSError as error:
            self._stores.projections.fail(error)
            return 0

    async def compact_asleep(self) -> bool:
        """Compact what is due while the agent sleeps; return whether that changed the view.

        Waits for a running compaction first.  If cancelled, a started compaction goes on.
        """
        await self._compactor.settle()
        self._compactor.start_due("sleep")
        return await self._compactor.settle()

    def _choose_span(self, trigger: Trigger, *, force: bool = False) -> Span:
        if self._compactor.running:
            raise CannotCompact("A compaction is already running.")
        if self._ledger.outage.writing:
            raise CannotCompact(f"Nothing is compacted now: {self._ledger.outage.writing}.")
        view, gauge = self.view, self._compactor.gauge
        try:
            if trigger == "bootstrap":
                return self.strategy.choose_bootstrap_span(view, gauge)
            # What a prompt leaves out is to come back into it, whatever the thresholds.
            force = force or self.left_out is not None
            return self.strategy.choose_manual_span(view, gauge, force=force)
        except NothingToCompact as nothing:
            insist = "" if trigger == "manual" else f"@compact-memories {self.name} force"
            raise CannotCompact(nothing.advise(insist)) from None

    # --- changing --------------------------------------------------------------------

    def adopt_edits(self) -> list[str]:
        """Adopt summaries that a person has edited; write missing files.

        Returns a sentence for each adopted edit and for each file that cannot be adopted.
        """
        if self._compactor.running:
            return [f"{self.name}: a compaction is running; reload again when it is done."]
        edited = self._stores.projections.adopt()
        for each in edited:
            Reporter(self.name, self._parts).log_edit(each)
        return [f"{self.name}: {each}" for each in edited]

    def configure(self, config: MemoryConfig) -> None:
        """Use `config` from now on; a running compaction keeps its own.

        What is due and failed before is tried at once, with the present configuration too.
        """
        self._compactor.configure(config)

    async def save(self) -> None:
        """Write and sync everything, also what had to wait, and files that are missing.

        Raises `ArchiveUnwritable` or `OSError` if something still cannot be written.
        """
        await self._ledger.sync()
        await self._stores.projections.write()

    def _on_outage_end(self) -> None:
        self._compactor.start_due()
        self._stores.projections.try_now()

    def describe_losses(self) -> str:
        """Return what was lost since the start because it could not be written; or nothing."""
        return self._ledger.backlog.describe_losses()

    async def sync(self) -> None:
        """fsync everything recorded so far. Raises `ArchiveUnwritable`."""
        await self._ledger.sync()

    async def close(self) -> None:
        """Cancel a running compaction, sync the archive and close its files."""
        await self._compactor.close()
        if self.journal is not None:
            await self.journal.close()
        await self._stores.projections.close()
        await self._ledger.close()


_FIELDS = tuple(each.name for each in fields(NewMemory))


def _number_memory(new: NewMemory, seq: int, at: datetime) -> Experience:
    """Return `new` with its number and time, and its texts storable as UTF-8."""
    return Experience(seq, at, **{name: _make_storable(getattr(new, name)) for name in _FIELDS})


def _make_storable(value: Any) -> Any:
    if isinstance(value, tuple):
        return make_all_storable(value)
    return make_storable(value) if isinstance(value, str) else value
