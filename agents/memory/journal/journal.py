"""The journal of one agent: facts go into the log as memories leave the verbatim view, and from
there into the markdown of days and people.

A life has too many facts to keep in memory, or to gather from the log each time.  So a file has the
entries alone.  It is a projection: it is made again from the log if it is missing, damaged, of
another archive, or behind.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from agents.boundaries import Clock, Model
from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, ExtractedBy, JournalEntry, Span
from agents.memory.journal import heuristics
from agents.memory.journal.extractor import Extraction
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.scoring import consolidate_facts, rescore_facts
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, digest, encode
from agents.memory.log.disk import Disk
from agents.memory.log.ledger import Ledger
from agents.memory.summarization.patience import ModelSilent
from agents.memory.summarization.writer import GuardedWriter
from world.vault.markdown import write_atomically

#: So many of the newest facts are scored again while an agent sleeps. Each night writes them
#: into the log once more, so it cannot be all of them.
WEIGHED = 120


class Extract(Protocol):
    """Extracts facts from memories with a model."""

    async def __call__(self, memories: Sequence[Experience], model: Model) -> Extraction:
        """Return the facts, and how many answers did not hold."""
        ...


Draw = Callable[[Sequence[Experience]], Awaitable[Extraction]]
"""Extracts facts from memories with a model that was chosen before."""


def _ignore(facts: Sequence[Fact]) -> None:
    pass


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """Where a journal keeps its entries, and what is called with new facts."""

    kept: Path
    """The file of entries."""
    on_facts: Callable[[Sequence[Fact]], None] = _ignore
    """Called with new facts, on the loop's thread."""


class JournalRefused(OSError):
    """The log holds entries that this version cannot read: without them no page is written."""


@dataclass(frozen=True, slots=True)
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
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    """Held while pages and file are read and written."""

    async def extract(
        self, memories: Sequence[Experience], writer: GuardedWriter, draw: Draw | None
    ) -> JournalEntry:
        """Return the entry of `memories`; `draw` finds the facts while `writer` has a model."""
        extraction = await self._draw_facts(memories, writer, draw)
        writer.answers.refused += extraction.refused
        self.place.on_facts(extraction.facts)
        span = memories[0].seq, memories[-1].seq
        return self._make_entry(span, extraction.facts, extraction.method)

    async def _draw_facts(
        self, memories: Sequence[Experience], writer: GuardedWriter, draw: Draw | None
    ) -> Extraction:
        if draw is not None and not writer.gone:
            try:
                return await writer.await_answer(draw(memories))
            except ModelSilent as silent:
                self.log(f"[Journal] {self.name}: {silent}; facts are drawn by rule")
        # Weighing a span takes some 20 ms, which must not hold up the loop.
        facts = await self.disk.in_thread(lambda: heuristics.extract_by_rules(memories, self.name))
        return Extraction(tuple(facts), "heuristic")

    def project(self, entry: JournalEntry) -> None:
        """Write the pages that the new facts belong on. Blocks; raises `OSError`."""
        with self._lock:
            self._add_entry(entry, ())

    async def consolidate(self) -> int:
        """Score the newest facts again and merge duplicates; return how many facts that were.

        Hearsay stays hearsay.
        """
        entries = await self.disk.in_thread(lambda: self._read_entries(self.ledger.view.covered))
        chosen = _pick_newest(find_standing(entries))
        if not chosen:
            return 0
        facts = [fact for each in chosen for fact in each.facts]
        now = self.clock.now()
        weighed = await self.disk.in_thread(lambda: consolidate_facts(rescore_facts(facts, now)))
        if weighed == facts:
            return 0
        span = chosen[0].covers[0], chosen[-1].covers[1]
        entry = self._make_entry(span, tuple(weighed), "heuristic")
        if self.ledger.add(entry):
            self.place.on_facts(weighed)
            await self.disk.in_thread(lambda: self._replace_entry(entry, facts))
        return len(facts)

    def _make_entry(self, span: Span, facts: Sequence[Fact], method: ExtractedBy) -> JournalEntry:
        view, at = self.ledger.view, self.clock.now()
        return JournalEntry(view.last_seq, at, span, tuple(facts), method)

    def _replace_entry(self, entry: JournalEntry, before: Sequence[Fact]) -> None:
        with self._lock:
            self._add_entry(entry, before)

    def _add_entry(self, entry: JournalEntry, before: Sequence[Fact]) -> None:
        """Keep an entry and write its pages, and the pages of the facts that it replaces."""
        entries = self._read_entries(up_to=entry.covers[0] - 1)
        if entry not in entries:
            entries = [*entries, entry]
            self._append_entry(entry)
        for error in self.files.update(list_facts(entries), [*before, *entry.facts]):
            self.log(f"[Journal] {self.name}: {error}; it is left as it is")

    # --- the file of entries ------------------------------------------------------------

    def read_facts(self) -> list[Fact]:
        """Return every fact of the agent's life, oldest first. Blocks; raises `OSError`."""
        return list_facts(self._read_entries(self.ledger.view.covered))

    def _read_entries(self, up_to: int) -> list[JournalEntry]:
        """Return the entries of memories 1 to `up_to` at least, in the order of the log."""
        entries = self._read_file()
        if entries is None or max((each.covers[1] for each in entries), default=0) < up_to:
            entries = list(self._read_log())
            self.place.kept.parent.mkdir(parents=True, exist_ok=True)
            content = b"".join([self._render_header(), *map(encode, entries)])
            write_atomically(self.place.kept, content.decode("utf-8"))
        return entries

    def _read_file(self) -> list[JournalEntry] | None:
        """Return the file's entries; None if it is missing, damaged, or of another archive."""
        try:
            about, *lines = self.place.kept.read_bytes().splitlines(keepends=True)
            entries = [_decode_entry(line) for line in lines]
        except (OSError, ValueError, BadRecord, ArchiveRefused):
            return None
        ahead = max((each.after for each in entries), default=0) > self.ledger.view.last_seq
        return None if ahead or about != self._render_header() else entries

    def _render_header(self) -> bytes:
        """Return the file's first line: it names the archive by the digest of the archive's first
        line."""
        first = next(self.ledger.reader.lines(), b"")
        return b'{"archive":"%s"}\n' % digest(first.decode("utf-8", "replace")).encode("ascii")

    def _read_log(self) -> Iterator[JournalEntry]:
        for line in self.ledger.reader.lines(JournalEntry):
            try:
                yield _decode_entry(line)
            except BadRecord:
                continue  # the archive's own reader names it
            except ArchiveRefused as refused:
                raise JournalRefused(
                    f"the journal has an entry of a newer version ({refused}); its pages stay as"
                    " they are"
                ) from refused

    def _append_entry(self, entry: JournalEntry) -> None:
        with self.place.kept.open("ab") as file:
            file.write(encode(entry))


def list_facts(entries: Sequence[JournalEntry]) -> list[Fact]:
    """Return the facts that stand, oldest first."""
    return [fact for each in find_standing(entries) for fact in each.facts]


def find_standing(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Return the entries of a log that stand, by their spans.

    A later entry replaces every earlier one that covers any of its memories: it was scored again,
    or made again after a failure.
    """
    found: list[JournalEntry] = []
    for entry in reversed(entries):
        if not found or entry.covers[1] < found[-1].covers[0]:
            found.append(entry)
    return found[::-1]


def _pick_newest(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Return the newest of standing entries, with at most `WEIGHED` facts together."""
    chosen: list[JournalEntry] = []
    count = 0
    for entry in reversed(entries):
        count += len(entry.facts)
        if count > WEIGHED:
            break
        chosen.append(entry)
    return chosen[::-1]


def _decode_entry(line: bytes) -> JournalEntry:
    record = decode(line)
    if not isinstance(record, JournalEntry):
        raise BadRecord("not an entry of a journal")
    return record
