"""The journal of one agent: facts go into the log as memories leave the verbatim view, and from
there into the markdown of days and people.

A life has too many facts to keep them all in memory: `Journal.known` has those worth choosing from.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager, suppress
from dataclasses import field
from typing import Any, Protocol, TypeVar

from agents.boundaries import Clock, Model
from agents.compact_sets import TextSet
from agents.event_line import tell_event
from agents.memory.core.facts import Fact, share_parts
from agents.memory.core.records import (
    Experience,
    ExtractedBy,
    JournalEntry,
    JournalRecord,
    PageEdit,
    Span,
)
from agents.memory.journal import heuristics
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.entries.entry_file import EntryFile, JournalRefused
from agents.memory.journal.entries.picking import (
    leave_out,
    list_facts,
    list_known_facts,
    list_noted,
    pick_entries,
    pick_newest,
)
from agents.memory.journal.extractor import Extraction
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.journal.own_entries import make_own_note
from agents.memory.journal.page_edits import PersonsPart, WrittenLine, read_written_facts
from agents.memory.journal.pages import escape_fact
from agents.memory.journal.relevance import (
    Knowledge,
    add_known,
    extend_knowledge,
    gather_knowledge,
    select_similar,
)
from agents.memory.journal.scoring import weigh_again
from agents.memory.log.codec import make_storable
from agents.memory.log.disk import Disk
from agents.memory.log.ledger import Ledger
from agents.memory.summarization.patience import ModelSilent
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.memory.summarization.writer import GuardedWriter
from agents.rests import Rests, work_with_rests
from agents.workers.protocol import NoWorkers, Workers
from late.late_dataclass import late_dataclass
from world.vault.markdown import NoteError

#: How often in a row a page is looked at again that somebody goes on saving.
ROUNDS = 3

T = TypeVar("T")

Edited = Mapping[str, PersonsPart]
"""A person's share in pages, by ``people/Ada``."""


class Extract(Protocol):
    """Extracts facts from memories with a model."""

    async def __call__(self, memories: Sequence[Experience], model: Model) -> Extraction:
        """Return the facts, and how many answers did not hold."""
        ...


Draw = Callable[[Sequence[Experience]], Awaitable[Extraction]]
"""Extracts facts from memories with a model that was chosen before."""


@late_dataclass(slots=True)
class Journal:
    """Keeps the journal of one agent."""

    name: str
    """The agent's."""
    ledger: Ledger
    files: JournalFiles
    place: JournalPlace
    clock: Clock
    disk: Disk
    log: Callable[[str], None]
    workers: Workers = field(default_factory=NoWorkers)
    on_failure: Callable[[OSError], None] = field(default=lambda error: None, init=False)
    """Called when pages could not be written."""
    known: Knowledge = field(default=(), init=False)
    """The facts that a prompt may show; empty until `adopt`."""
    written: tuple[WrittenLine, ...] = field(default=(), init=False)
    """What people wrote on the pages."""
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    """Held while pages and file are read and written."""
    _recorded: dict[str, PageEdit] = field(default_factory=dict, init=False)
    """The edits recorded since the start; only the loop's thread uses it."""
    _entries: EntryFile = field(init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        """Use the file of the journal's place."""
        self._entries = EntryFile(self.place.kept, self.ledger)

    async def extract(
        self,
        memories: Sequence[Experience],
        writer: GuardedWriter,
        draw: Draw | None,
        checks: SentenceChecks = NO_CHECKS,
    ) -> JournalEntry:
        """Return the entry of `memories`; `draw` finds the facts while `writer` has a model, and
        `checks` tell what they make out of date."""
        extraction = await self._draw_facts(memories, writer, draw)
        found, shown = extraction.facts, self.ledger.view.summaries
        rest = await self.workers.run(heuristics.list_rest, memories, self.name, found)
        known = select_similar(self.known, [*found, *rest])
        residents = self.place.list_residents()
        told = await self.workers.run(complete_all, found, rest, memories, known, shown, residents)
        chances = await checks.rate_later([(each.note, each.line) for each in told.maybe])
        facts = told.take(chances).choose()
        if extraction.method == "heuristic":
            facts = heuristics.choose_best(facts, len(memories))
        facts = [*map(share_parts, facts)]
        self.place.on_facts(facts)
        return self._make_entry((memories[0].seq, memories[-1].seq), facts, extraction.method)

    async def _draw_facts(
        self, memories: Sequence[Experience], writer: GuardedWriter, draw: Draw | None
    ) -> Extraction:
        if draw is not None and not writer.gone:
            try:
                return await writer.await_answer(draw(memories))
            except ModelSilent as silent:
                self._tell("silent", f"{silent}; facts are drawn by rule", error=silent)
        facts = await self.workers.run(heuristics.list_candidates, memories, self.name)
        return Extraction(tuple(facts), "heuristic")

    def keep_own_entry(self, memory: Experience) -> None:
        """Note what the agent wrote into its journal, and write its pages soon."""
        note = make_own_note(memory, self.name)
        if self.ledger.add(note):
            self.place.on_facts([note.fact])
            self.known = add_known(self.known, note.fact)
            self._start(self.project([note]))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, OSError):
            self.on_failure(error)
        elif error is not None:
            self._tell("pages", f"its pages cannot be written: {error!r}", error=error)

    def _tell(self, event: str, what: str, **fields: object) -> None:
        line = f"[Journal] {self.name}: {what}"
        self.log(tell_event(f"journal.{event}", line, "warning", agent=self.name, **fields))

    async def close(self) -> None:
        """Wait for the pages that are being written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def project(self, records: Sequence[JournalRecord]) -> None:
        """Write the pages that new records belong on. Raises `OSError`."""
        await self._record_edits(await self._in_thread(lambda: self._add(records)))

    async def adopt(self) -> list[str]:
        """Read the journal into `known`, record what people wrote, write missing pages.

        Returns a sentence for each page that was edited or cannot be read.  Raises `OSError`.
        """
        edited, wrong = await self._in_thread(self._look_for_edits)
        return [*await self._record_edits(edited), *wrong]

    async def rebuild(self) -> None:
        """Write all pages, then the file of records, from the log. Raises `OSError`."""
        await self._record_edits(await self._in_thread(self._write_everything))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        async with self.place.turn:
            rests = Rests(self.place.wants_rests)
            return await self.disk.in_thread(lambda: work_with_rests(rests, work))

    def _write_everything(self) -> Edited:
        with self._writing():
            self._write_all(())
            return self.files.take_unrecorded()

    def _write_all(self, new: Sequence[JournalRecord]) -> list[Fact]:
        """Write everything from the log and from `new` records, which may not be in it yet.

        Return the facts that pages show.
        """
        records = self._entries.gather()
        records += [each for each in new if each not in records]
        shown = self._keep_known(records)
        self._log_problems(self.files.update(shown, list_known_facts(records)))
        self._log_problems(self.files.write_missing(shown))
        self._entries.write(records)
        return shown

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Let nobody else write; after a failure the missing file says that pages are missing."""
        with self._lock:
            try:
                yield
            except JournalRefused:
                raise
            except OSError:
                with suppress(OSError):
                    self._entries.remove()
                raise

    async def consolidate(self) -> int:
        """Score the newest facts again and merge duplicates; return how many facts that were.

        Hearsay stays hearsay.
        """
        await self.adopt()
        chosen = await self._in_thread(
            lambda: pick_newest(self._entries.read_newest(self.ledger.view.covered))
        )
        if not chosen:
            return 0
        facts = [fact for each in chosen for fact in each.facts]
        now = self.clock.now()
        weighed = await self.workers.run(weigh_again, facts, now)
        if weighed == facts:
            return 0
        span = chosen[0].covers[0], chosen[-1].covers[1]
        entry = self._make_entry(span, tuple(weighed), "heuristic")
        if self.ledger.add(entry):
            self.place.on_facts(weighed)
            edited = await self._in_thread(lambda: self._add([entry], facts))
            await self._record_edits(edited)
        return len(facts)

    def _make_entry(self, span: Span, facts: Sequence[Fact], method: ExtractedBy) -> JournalEntry:
        view, at = self.ledger.view, self.clock.now()
        return JournalEntry(view.last_seq, at, span, tuple(facts), method)

    # --- pages and what people write ----------------------------------------------------

    def _look_for_edits(self) -> tuple[Edited, list[str]]:
        with self._writing():
            errors = self.files.find_edited() if self._is_up_to_date() else self._read_all()
            return self.files.take_unrecorded(), [f"{each}; it is left as it is" for each in errors]

    def _is_up_to_date(self) -> bool:
        """Return whether all that the file has was read or written before, and no page is gone.

        A long life takes half a second to read.
        """
        pages = self._entries.list_pages() if self.files.edits is not None else None
        return pages is not None and self.files.has_pages(pages)

    def _read_all(self) -> list[NoteError]:
        """Read every record and write missing pages; return an error for each that is broken."""
        records = self._entries.find(self.ledger.view.covered)
        shown = self._write_all(()) if records is None else self._keep_known(records)
        return [*self.files.find_edited(), *self.files.write_missing(shown)]

    async def _record_edits(self, edited: Edited) -> list[str]:
        """Record what people wrote, and write these pages; return a sentence for each."""
        told: list[str] = []
        for _ in range(ROUNDS):
            found = [(page, part, self._find_recorded(page)) for page, part in edited.items()]
            made = [self._make_edit(*each) for each in found if not each[1].is_in(each[2])]
            added = [each for each in made if self.ledger.add(each)]
            self._recorded |= {each.page: each for each in added}
            told += [f"{each.page}.md: what a person wrote there is remembered." for each in added]
            if not added:
                break
            edited = await self._in_thread(lambda added=added: self._add(added))  # type: ignore[misc]
        return list(dict.fromkeys(told))

    def _find_recorded(self, page: str) -> PageEdit | None:
        return self._recorded.get(page) or (self.files.edits or {}).get(page)

    def _make_edit(self, page: str, part: PersonsPart, before: PageEdit | None) -> PageEdit:
        above, below = make_storable(part.above.strip()), make_storable(part.below.strip())
        struck = dict.fromkeys((*(before.struck if before else ()), *part.struck))
        return PageEdit(
            self.ledger.view.last_seq, self.clock.now(), page, above, below, tuple(struck)
        )

    def _add(self, new: Sequence[JournalRecord], before: Sequence[Fact] = ()) -> Edited:
        """Keep new records and write their pages, and the pages of the facts `before` them.

        Return what people wrote on these pages since; those are not written.
        """
        with self._writing():
            if not before and self.files.edits is not None and self._entries.only_adds(new):
                self._write_added(new)
                return self.files.take_unrecorded()
            self.files.forget_added()
            first = min((e.covers[0] for e in new if isinstance(e, JournalEntry)), default=1)
            records = self._entries.find(first - 1)
            if records is None:
                self._write_all(new)
            else:
                self._write_new(records, new, before)
            return self.files.take_unrecorded()

    def _write_added(self, new: Sequence[JournalRecord]) -> None:
        """Do what `_write_new` does for records that take no other's place, and read no more
        than the facts of their pages."""
        for each in new:
            self._entries.append(each)
        facts, files = list_known_facts(new), self.files
        struck = {text for each in (files.edits or {}).values() for text in each.struck}
        files.known.add(map(escape_fact, facts))
        self.known = extend_knowledge(self.known, leave_out(facts, struck))

        def read(pages: Collection[str]) -> list[Fact]:
            return leave_out(list_known_facts(self._entries.read_about(pages)), struck)

        self._log_problems(files.add(facts, struck, read))

    def _write_new(
        self,
        records: list[JournalRecord],
        new: Sequence[JournalRecord],
        before: Sequence[Fact],
    ) -> None:
        for each in new:
            if each not in records:
                self._entries.append(each)
                records = [*records, each]
        shown, edits = self._keep_known(records), [e for e in new if isinstance(e, PageEdit)]
        struck = {text for each in edits for text in each.struck}
        gone = [each for each in list_known_facts(records) if escape_fact(each) in struck]
        errors = self.files.update(shown, [*before, *gone, *list_known_facts(new)])
        self._log_problems([*errors, *self.files.write_pages(shown, [e.page for e in edits])])

    def _log_problems(self, problems: Sequence[NoteError]) -> None:
        for error in problems:
            file, number = error.path.name, error.line
            what = f"{error}; it is left as it is"
            self._tell("page", what, file=file, line_number=number, error=error)

    # --- what is known ------------------------------------------------------------------

    def read_facts(self) -> list[Fact]:
        """Return the facts extracted in the agent's life, oldest first.

        Blocks; raises `OSError`.
        """
        return list_facts(self._entries.read(self.ledger.view.covered))

    def _keep_known(self, records: Sequence[JournalRecord]) -> list[Fact]:
        """Take over what the records say; return the facts that pages show."""
        edits = {each.page: each for each in records if isinstance(each, PageEdit)}
        ever = (fact for each in pick_entries(records) for fact in each.facts)
        self.files.edits = edits
        self.files.forget_added()
        self.files.known = TextSet(map(escape_fact, (*ever, *list_noted(records))))
        struck = {text for each in edits.values() for text in each.struck}
        shown = leave_out(list_known_facts(records), struck)
        self.written = tuple(
            WrittenLine(each.page, fact)
            for each in edits.values()
            for fact in read_written_facts(each)
        )
        self.known = gather_knowledge([*(each.fact for each in self.written), *shown])
        return shown
