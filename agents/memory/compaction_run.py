"""One compaction: from the frozen view to the commit and the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from agents.event_line import tell_event
from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    Cause,
    Compaction,
    Experience,
    JournalEntry,
    JournalNote,
    Renewal,
    Span,
    Summary,
    Trigger,
    Turn,
)
from agents.memory.core.view import View, find_weakest
from agents.memory.journal.changing.amending.amender import Amender
from agents.memory.journal.synthesis import synthesise
from agents.memory.language.statements import list_statements
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.codec import make_storable
from agents.memory.log.disk import Disk
from agents.memory.log.ledger import Ledger
from agents.memory.parts import MemoryConfig, MemoryParts, MemoryStores, Reporter
from agents.memory.strategies.protocol import NewSummary, keep_summary, select_memories
from agents.memory.summarization.background import Background
from agents.memory.summarization.citations import align_citations
from agents.memory.summarization.resummarize import RedoRule, Resummarizer, StillAway
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.memory.summarization.second_reading.standing import list_borne_out
from agents.memory.summarization.stand_in import write_stand_in
from agents.memory.summarization.stats import (
    Cost,
    add_to_counts,
    check_joined,
    list_new_methods,
    measure_compaction,
)
from agents.memory.summarization.usage import Usage
from agents.memory.summarization.writer import GuardedWriter
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class CompactionReport:
    """What a compaction did."""

    name: str
    record: Compaction
    refused: int = 0
    """Model answers that were not accepted."""

    def list_fields(self) -> Mapping[str, object]:
        """Return what a log line about it has as fields."""
        done = self.record
        return {
            "from": done.covers[0],
            "to": done.covers[1],
            "strategy": done.strategy,
            "method": done.method,
            "tokens_before": done.tokens_before,
            "tokens_after": done.tokens_after,
            "seconds": round(done.seconds, 3),
            "refused": self.refused,
        }


@late_dataclass(frozen=True, slots=True)
class Frozen:
    """The inputs of a compaction, fixed when it begins; later changes do not reach it."""

    view: View
    span: Span
    trigger: Trigger
    cause: Cause
    config: MemoryConfig
    redo: RedoRule


class CompactionRun:
    """Makes new summaries and commits them. If `compact` or `redo` raises, nothing has changed."""

    def __init__(
        self, stores: MemoryStores, parts: MemoryParts, frozen: Frozen, owed: Cost
    ) -> None:
        self._stores = stores
        self._parts = parts
        self._frozen = frozen
        self._owed = owed
        self._began = parts.clock.monotonic()
        self._spent = self._read_spent()
        self._writer = self._make_writer()
        self._again = Resummarizer(frozen.redo, stores.ledger, parts.disk, self._writer)
        self._stood = frozen.view.summaries
        """The summaries that the new ones are made from."""
        self._entry: JournalEntry | None = None
        self._synthesis: JournalNote | None = None

    @property
    def view(self) -> View:
        """The frozen view."""
        return self._frozen.view

    @property
    def refused(self) -> int:
        """Model answers that were not accepted."""
        return self._writer.answers.refused

    @property
    def cost(self) -> Cost:
        """What this compaction has cost, with the failed ones before it."""
        return self._owed.plus(self._read_spent().since(self._spent), self._writer.answers)

    async def compact(self) -> CompactionReport:
        """Summarise the span, extract its facts, and commit both."""
        frozen = self._frozen
        new = await self._write_anew(await self._again.redo_recent(frozen.view))
        self._entry = await self._extract_facts()
        record = await self._complete(new, self._entry.facts if self._entry else ())
        check_joined(record)
        self._write_entry()
        report = await self._commit(record)
        self._note_synthesis(report.record)
        return report

    async def redo(self) -> CompactionReport | None:
        """Write deterministic texts again and commit the accepted ones; None if there are none."""
        again = await self._again.redo_all(self._frozen.view)
        if again is None:
            return None
        again = await self._make_amender().amend_view(again)
        kept = [keep_summary(each) for each in again.summaries]
        new = await self._frozen.config.strategy.choose_shown(kept, again, self._writer)
        return await self._commit(await self._complete(new))

    async def forget(self, by: str) -> Renewal:
        """Replace all standing summaries by one text by rule, and record that a renewal begins."""
        ledger, frozen = self._stores.ledger, self._frozen
        draft = await self._parts.disk.in_thread(
            lambda: write_stand_in(ledger, frozen.span, frozen.config.strategy)
        )
        stand_in = NewSummary("longterm", draft, frozen.span)
        (new,) = await self._make_amender().amend_new([stand_in], ())
        view, self._stood = ledger.view, ()
        record = Renewal(
            after=view.last_seq,
            at=self._parts.clock.now(),
            stand_in=self._make_summary(new, view.revision + 1),
            by=by,
            tokens_before=sum(each.tokens for each in frozen.view.summaries),
            revision=view.revision + 1,
        )
        return await ledger.commit(record)

    async def renew(self) -> CompactionReport | None:
        """Make the next summaries of a renewal; put all of them in place when they are complete.

        Returns None unless they are.  Raises `StillAway` if they cannot be made now.
        """
        ledger, frozen, made = self._stores.ledger, self._frozen, self._frozen.view.renewed
        if made is None:
            raise StillAway("a person has edited a summary")
        memories = await self._parts.disk.in_thread(lambda: ledger.read(*frozen.span))
        then = View(made, tuple(memories), last_seq=frozen.span[1])
        new = await self._write_anew(then)
        if frozen.config.summarizer is not None and self._writer.gone:
            raise StillAway("no model answers")
        self._stood, self._frozen = made, replace(frozen, span=(1, frozen.span[1]))
        record = replace(await self._complete(new), renewed=None)
        if ledger.view.renewed != frozen.view.renewed:
            raise StillAway("a person has edited a summary meanwhile")
        check_joined(record)
        if record.covers[1] == ledger.view.covered:
            return await self._commit(record)
        self._write_step(record)
        return None

    def _write_step(self, record: Compaction) -> None:
        """Record what a renewal has made so far."""
        ledger, done = self._stores.ledger, record.summaries
        step = Renewal(record.after, record.at, summaries=done, revision=record.revision)
        if not ledger.add(step):
            raise ArchiveUnwritable(ledger.outage.error or f"{ledger.archive.folder} is closed")

    async def project(self, at: datetime) -> None:
        """Write the summary and journal files. If that fails, it is tried again later."""
        stores, in_thread = self._stores, self._parts.disk.in_thread
        written = [each for each in (self._entry, self._synthesis) if each is not None]
        now, journal = stores.ledger.view, stores.journal
        reporter = Reporter(stores.name, self._parts)
        try:
            kept = await in_thread(lambda: stores.files.project(now, at, self._frozen.view))
            if written and journal is not None:
                await journal.project(written)
            await in_thread(lambda: stores.copies.thin(self._frozen.config.settings.summary_copies))
        except OSError as error:
            stores.projections.fail(error)
            return
        for each in kept:
            reporter.warn(tell_event("memory.kept-edit", each, what=each))

    # --- the writer -------------------------------------------------------------------

    def _make_writer(self) -> GuardedWriter:
        parts, config = self._parts, self._frozen.config
        background = Background(
            task=config.task,
            cite=config.settings.citations,
            # A method of the run would be a circle, and keep the frozen view with its memories
            # until garbage is searched.
            model_turns=partial(_read_model_turns, parts.disk, self._stores.ledger),
            tokens=parts.tokens.count,
            workers=parts.workers,
            reader=config.second_reader,
            checks=self._find_checks(),
        )
        report = Reporter(self._stores.name, parts).warn
        return GuardedWriter(config.summarizer, parts.clock, report, background)

    def _read_spent(self) -> Usage:
        config = self._frozen.config
        used = config.summarizer.usage if config.summarizer else Usage()
        return used.plus(config.reader.usage) if config.reader else used

    async def _extract_facts(self) -> JournalEntry | None:
        journal, config = self._stores.journal, self._frozen.config
        memories = select_memories(self._frozen.view, self._frozen.span)
        if journal is None or not memories or config.settings.journal == "off":
            return None
        return await journal.extract(memories, self._writer, config.draw_facts, self._find_checks())

    def _find_checks(self) -> SentenceChecks:
        off = self._frozen.config.settings.second_reading == "off"
        return NO_CHECKS if off else self._parts.checks

    def _write_entry(self) -> None:
        """Write the facts before the summaries that replace their memories."""
        ledger = self._stores.ledger
        if self._entry is not None and not ledger.add(self._entry):
            raise ArchiveUnwritable(ledger.outage.error or f"{ledger.archive.folder} is closed")

    def _note_synthesis(self, record: Compaction) -> None:
        """Add what the stretch was about to the journal, if that and its facts were written."""
        if self._entry is not None and self._frozen.config.strategy.summarises:
            ledger = self._stores.ledger
            memories = select_memories(self._frozen.view, self._frozen.span)
            note = synthesise(record, memories, self._entry.facts)
            if note is not None:
                # Memories may have come since the record, while it was synced.
                note = replace(note, after=ledger.view.last_seq)
                self._synthesis = note if ledger.add(note) else None

    # --- the summaries ----------------------------------------------------------------

    def _make_amender(self) -> Amender:
        known = self._stores.journal.known if self._stores.journal else ()
        facts = [each.fact for each in known]
        strategy = self._frozen.config.strategy
        return Amender(facts, strategy, self._parts.workers, self._parts.clock)

    async def _write_anew(self, view: View) -> Sequence[NewSummary]:
        """Return the summaries of the span, built on those of `view` as the journal amends them."""
        view = await self._make_amender().amend_view(view)
        strategy = self._frozen.config.strategy
        return await strategy.write_summaries(view, self._frozen.span, self._writer)

    async def _complete(self, new: Sequence[NewSummary], found: Sequence[Fact] = ()) -> Compaction:
        """Return the record of `new`, amended by the journal and the facts `found` in the span.

        Whatever writes summaries ends here: none tells alone what is known to be no longer so.
        """
        return self._make_record(await self._make_amender().amend_new(new, found))

    # --- the record -------------------------------------------------------------------

    async def _commit(self, record: Compaction) -> CompactionReport:
        written = await self._stores.ledger.commit(record)
        return CompactionReport(self._stores.name, written, self.refused)

    def _make_record(self, new: Sequence[NewSummary]) -> Compaction:
        frozen, now, clock = self._frozen, self._stores.ledger.view, self._parts.clock
        made = list_new_methods(self._stood, new)
        record = Compaction(
            after=now.last_seq,
            at=clock.now(),
            covers=frozen.span,
            summaries=tuple(self._make_summary(each, now.revision + 1) for each in new),
            # A text that says the same as before is no new one.
            method=find_weakest(made or [each.draft.method for each in new[-1:]]),
            trigger=frozen.trigger,
            seconds=round(clock.monotonic() - self._began, 3),
            strategy=frozen.config.strategy.name,
            revision=now.revision + 1,
            cause=frozen.cause,
            refusals=self.cost.why,
            renewed=now.renewed,
        )
        record = measure_compaction(frozen.view, record, self._parts.tokens)
        return replace(record, counts=add_to_counts(now.counts, record, made, self.cost))

    def _make_summary(self, new: NewSummary, revision: int) -> Summary:
        text = make_storable(new.draft.text)
        for each in self._stood:
            if (each.type, each.covers, each.text) == (new.type, new.covers, text):
                # Unchanged: it keeps its id and its time.
                return replace(each, shown=new.shown, excerpt=new.excerpt)
        return Summary(
            id=f"{new.type}-{new.covers[0]}-{new.covers[1]}-{revision}",
            type=new.type,
            text=text,
            covers=new.covers,
            method=new.draft.method,
            at=self._parts.clock.now(),
            tokens=self._parts.tokens.count(text),
            profile=new.draft.profile,
            model=new.draft.model,
            replaces=new.replaces,
            level=new.level,
            shown=new.shown,
            excerpt=new.excerpt,
            citations=align_citations(text, new.draft.cited, self._stood),
            rewritten=self._count_rewritings(new, text),
            by_hand=self._find_by_hand(text),
            borne_out=self._find_borne_out(text),
        )

    def _find_borne_out(self, text: str) -> tuple[str, ...]:
        """Return the digests of the sentences of `text` that a second reading bears out."""
        return tuple(
            list_borne_out(list_statements(text), self._writer.answers.borne_out, self._stood)
        )

    def _find_by_hand(self, text: str) -> tuple[str, ...]:
        """Return the sentences of `text` that a person had written."""
        written = {sentence for each in self._stood for sentence in each.by_hand}
        return tuple(e for e in list_statements(text) if e in written) if written else ()

    def _count_rewritings(self, new: NewSummary, text: str) -> int:
        """Return how often the content of a text was rewritten; a redo is from the archive."""
        stood = self._stood
        sources = [each for each in stood if each.id in new.replaces]
        if not sources:
            spans = {(each.type, each.covers): each.rewritten for each in stood}
            return spans.get((new.type, new.covers), 0)
        if not self._frozen.config.strategy.wears:
            return 0  # none of its texts is written again from itself
        again = all(each.text != text for each in sources)
        return max(each.rewritten for each in sources) + again


async def _read_model_turns(disk: Disk, ledger: Ledger, span: Span) -> int:
    return await disk.in_thread(lambda: _count_model_turns(ledger, span))


def _count_model_turns(ledger: Ledger, span: Span) -> int:
    # A turn precedes its first memory in the log and belongs to the span of that memory.
    found, begun = 0, span[0] == 1
    for record in ledger.reader.iterate(max(0, span[0] - 2)):
        if isinstance(record, Experience):
            begun = begun or record.seq >= span[0] - 1
            if record.seq >= span[1]:
                break
        decided = isinstance(record, Turn) and bool(record.model) and not record.is_refused
        found += begun and decided
    return found
