"""The journal of one agent: facts go into the log as memories leave the verbatim view, and from
there into the markdown of days and people.

All facts of a life would be too many to hold, and too slow to gather from the log each time:
a file of the machine's own keeps the entries alone.  It is a projection, and is made again
from the log whenever it does not say how far it goes.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from agents.boundaries import Model
from agents.memory.compactor import Chronicler, Tools
from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, ExtractedBy, JournalEntry, Span
from agents.memory.journal import heuristics
from agents.memory.journal.extractor import Extraction
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.scoring import consolidate, rescore
from agents.memory.log.codec import BadRecord, decode, digest, encode
from agents.memory.summarization.writer import GuardedWriter, ModelSilent
from world.vault.markdown import write_atomically

#: Facts that are weighed anew while an agent sleeps: the newest, for each night writes them
#: into the log once more.
WEIGHED = 120

Extract = Callable[[Sequence[Experience], Model], Awaitable[Extraction]]
"""Facts of memories, by a model."""


@dataclass(slots=True)
class Chronicle:
    """Keeps the journal of one agent."""

    means: Tools
    extract_facts: Extract
    files: JournalFiles
    kept: Path
    """The machine's own file of entries."""
    found: Callable[[Sequence[Fact]], None] = lambda facts: None
    """Told of new facts, on the loop's thread."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """One agent's: pages and file are read and written as one."""

    async def extract(
        self, memories: Sequence[Experience], writer: GuardedWriter
    ) -> JournalEntry | None:
        """The facts of `memories`; None if no journal is kept."""
        if self.means.settings.journal == "off":
            return None
        extraction = await self._extracted(memories, writer)
        writer.tally.refused += extraction.refused
        self.found(extraction.facts)
        span = memories[0].seq, memories[-1].seq
        return self._entry(span, extraction.facts, extraction.method)

    def _model(self) -> Model | None:
        summarizer, who = self.means.summarizer, self.means.settings.journal
        if summarizer is None or who == "heuristic":
            return None
        return summarizer.model if who == "model" or summarizer.instructed else None

    async def _extracted(self, memories: Sequence[Experience], writer: GuardedWriter) -> Extraction:
        model = None if writer.gone else self._model()
        if model is not None:
            try:
                return await writer.patiently(self.extract_facts(memories, model))
            except ModelSilent as silent:
                self.means.log(f"[Journal] {self.means.name}: {silent}; facts are drawn by rule")
        name = self.means.name
        # Weighing a span takes some 20 ms, in which nobody else shall wait.
        facts = await self.means.disk.aside(lambda: heuristics.extract(memories, name))
        return Extraction(tuple(facts), "heuristic")

    def project(self, entry: JournalEntry) -> None:
        """Write the pages that the new facts belong on. Blocks; raises `OSError`."""
        with self.lock:
            self._add(entry, ())

    async def consolidate(self) -> int:
        """Weigh the newest facts anew and put together what is told twice; return how many
        facts that was. What was only heard stays so."""
        means = self.means
        entries = await means.disk.aside(lambda: self._entries(means.ledger.view.covered))
        chosen = _newest(standing(entries))
        if not chosen or means.settings.journal == "off":
            return 0
        facts = [fact for each in chosen for fact in each.facts]
        now = means.clock.now()
        weighed = await means.disk.aside(lambda: consolidate(rescore(facts, now)))
        if weighed == facts:
            return 0
        span = chosen[0].covers[0], chosen[-1].covers[1]
        entry = self._entry(span, tuple(weighed), "heuristic")
        if means.ledger.add(entry):
            self.found(weighed)
            await means.disk.aside(lambda: self._replace(entry, facts))
        return len(facts)

    def _entry(self, span: Span, facts: Sequence[Fact], method: ExtractedBy) -> JournalEntry:
        view, at = self.means.ledger.view, self.means.clock.now()
        return JournalEntry(view.last_seq, at, span, tuple(facts), method)

    def _replace(self, entry: JournalEntry, before: Sequence[Fact]) -> None:
        with self.lock:
            self._add(entry, before)

    def _add(self, entry: JournalEntry, before: Sequence[Fact]) -> None:
        """Keep an entry and write the pages that it, and what it replaces, belong on."""
        entries = self._entries(up_to=entry.covers[0] - 1)
        if entry not in entries:
            entries = [*entries, entry]
            self._keep(entry)
        for error in self.files.update(facts_of(entries), [*before, *entry.facts]):
            self.means.log(f"[Journal] {self.means.name}: {error}; it is left as it is")

    # --- the file of entries ------------------------------------------------------------

    def facts(self) -> list[Fact]:
        """Every fact of the agent's life, oldest first. Blocks; raises `OSError`."""
        return facts_of(self._entries(self.means.ledger.view.covered))

    def _entries(self, up_to: int) -> list[JournalEntry]:
        """The entries of memories 1 to `up_to` at least, in the order of the log."""
        entries = self._read()
        if entries is None or max((each.covers[1] for each in entries), default=0) < up_to:
            entries = list(self._in_log())
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            content = b"".join([self._about(), *map(encode, entries)])
            write_atomically(self.kept, content.decode("utf-8"))
        return entries

    def _read(self) -> list[JournalEntry] | None:
        """What the file has; None if it is not there, damaged, or of another archive."""
        try:
            about, *lines = self.kept.read_bytes().splitlines(keepends=True)
            entries = [_entry_on(line) for line in lines]
        except (OSError, ValueError, BadRecord):
            return None
        ahead = max((each.after for each in entries), default=0) > self.means.ledger.view.last_seq
        return None if ahead or about != self._about() else entries

    def _about(self) -> bytes:
        """The line by which the file is known to be of this archive: its first line's digest."""
        first = next(self.means.ledger.reader.lines(), b"")
        return b'{"archive":"%s"}\n' % digest(first.decode("utf-8", "replace")).encode("ascii")

    def _in_log(self) -> Iterator[JournalEntry]:
        for line in self.means.ledger.reader.lines(JournalEntry):
            with suppress(BadRecord):  # whoever verifies the archive hears of it
                yield _entry_on(line)

    def _keep(self, entry: JournalEntry) -> None:
        with self.kept.open("ab") as file:
            file.write(encode(entry))


def facts_of(entries: Sequence[JournalEntry]) -> list[Fact]:
    """The facts that stand, oldest first."""
    return [fact for each in standing(entries) for fact in each.facts]


def standing(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The entries of a log that stand, by their spans: an earlier one gives way to a later that
    covers any of its memories, be it weighed anew or made again after a failure."""
    found: list[JournalEntry] = []
    for entry in reversed(entries):
        if not found or entry.covers[1] < found[-1].covers[0]:
            found.append(entry)
    return found[::-1]


def _newest(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """Of standing entries the newest, with no more than `WEIGHED` facts together."""
    chosen: list[JournalEntry] = []
    count = 0
    for entry in reversed(entries):
        count += len(entry.facts)
        if count > WEIGHED:
            break
        chosen.append(entry)
    return chosen[::-1]


def _entry_on(line: bytes) -> JournalEntry:
    record = decode(line)
    if not isinstance(record, JournalEntry):
        raise BadRecord("not an entry of a journal")
    return record


_chronicler: type[Chronicler] = Chronicle
