"""What a memory is made of: its environment, its configuration and its stores on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import partial
from pathlib import Path

from agents.boundaries import (
    Clock,
    StorageWatcher,
    TokenCounter,
    Watcher,
    WatchEvent,
    WatchKind,
    ignore_trouble,
)
from agents.event_line import EventLine, tell_event, tell_of_memory
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.journal import Draw, Extract, Journal
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.log.disk import Disk, SystemDisk
from agents.memory.log.ledger import Ledger
from agents.memory.projections import Projections
from agents.memory.settings import MemorySettings
from agents.memory.strategies.protocol import Strategy
from agents.memory.summarization.second_reading.asking import SecondReader
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.memory.summarization.summarizer import Summarizer
from agents.memory.summary_files.copies import CopyThinner
from agents.memory.summary_files.editing import Editor
from agents.memory.summary_files.files import SummaryFiles
from agents.memory.summary_files.history import SummaryHistory
from agents.workers.protocol import NoWorkers, Workers
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class MemoryParts:
    """The environment of a memory; it never changes while the memory is open."""

    clock: Clock
    tokens: TokenCounter
    log: Callable[[str], None]
    watch: Watcher
    disk: Disk = field(default_factory=SystemDisk)
    journal: JournalPlace | None = None
    """Where the journal's pages go; None: no facts are extracted."""
    storage: StorageWatcher = ignore_trouble
    """Is told when files cannot be written, and when they can be again."""
    workers: Workers = field(default_factory=NoWorkers)
    """Carries out what computes for long."""
    checks: SentenceChecks = NO_CHECKS
    """Checks the sentences of summaries that a model has written."""


@late_dataclass(frozen=True, slots=True)
class MemoryConfig:
    """What may change while a memory is in use; it is replaced as a whole."""

    settings: MemorySettings
    summarizer: Summarizer | None = None
    """Writes summaries; None: they are deterministic."""
    extract: Extract | None = None
    """Extracts facts with the summarizer's model; None: rules extract them."""
    reader: SecondReader | None = None
    """Has the summarizer's model read its texts again, if the settings say so."""
    task: str = ""
    """The agent's persona in a sentence or two."""
    lacking: tuple[str, ...] = ()
    """What the settings ask for and cannot have, a clause each."""

    @property
    def strategy(self) -> Strategy:
        """The strategy in force."""
        return self.settings.strategy

    @property
    def second_reader(self) -> SecondReader | None:
        """Has the model read its texts again; None if settings or model leave it to rules."""
        which, summarizer = self.settings.second_reading, self.summarizer
        if summarizer is None or not (
            which == "always" or (which == "auto" and summarizer.instructed)
        ):
            return None
        return self.reader

    @property
    def draw_facts(self) -> Draw | None:
        """Extracts facts with a model; None if settings, model or strategy leave it to rules."""
        who, summarizer = self.settings.journal, self.summarizer
        if self.extract is None or summarizer is None or who == "heuristic":
            return None
        fit = summarizer.instructed and self.strategy.asks_model
        if summarizer.model is None or not (who == "model" or fit):
            return None
        return partial(self.extract, model=summarizer.model)


@late_dataclass(frozen=True, slots=True)
class MemoryStores:
    """What one agent's memory keeps on the disk."""

    name: str
    """The agent's name."""
    ledger: Ledger
    files: SummaryFiles
    editor: Editor
    copies: CopyThinner
    journal: Journal | None
    projections: Projections

    @classmethod
    def open(cls, folder: Path, name: str, parts: MemoryParts) -> MemoryStores:
        """Open the stores in `folder`, or create them. Raises as `Ledger.open` does."""
        clock, log = parts.clock, parts.log
        ledger = Ledger(
            folder / "archive",
            name=name,
            clock=clock,
            disk=parts.disk,
            log=log,
            watch=parts.storage,
        )
        files = SummaryFiles(folder / "summaries")
        editor = Editor(ledger, files, clock, parts.tokens)
        copies = CopyThinner(files.folder, SummaryHistory(ledger.reader))
        journal = None
        if parts.journal is not None:
            pages = JournalFiles(folder, parts.journal.kept.with_suffix(""))
            journal = Journal(
                name, ledger, pages, parts.journal, clock, parts.disk, log, parts.workers
            )
        projections = Projections(
            name, editor, journal, clock, Reporter(name, parts).tell, parts.storage
        )
        if journal is not None:
            journal.on_failure = projections.fail
        ledger.open()
        return cls(name, ledger, files, editor, copies, journal, projections)


@late_dataclass(frozen=True, slots=True)
class Reporter:
    """Logs what happens to one agent's memory and shows it to watchers."""

    name: str
    parts: MemoryParts

    def log_edit(self, what: str) -> None:
        """Log that a person's edit was adopted, or why it cannot be."""
        self.parts.log(tell_of_memory(self.name, tell_event("memory.edited", what, what=what)))

    def tell_start(self, memories: int, strategy: Strategy) -> None:
        """Report that a compaction begins."""
        what = f"Starting compaction ({memories} memories, {strategy.windows or strategy.name})"
        known = {"memories": memories, "strategy": strategy.name, "windows": strategy.windows}
        self.tell(tell_event("memory.compaction", what, "info", **known), step="begins")

    def tell_summary(self, which: str, characters: int) -> None:
        """Report that the ``Long-term`` or ``Short-term`` summary is a new one."""
        what = f"{which} summary updated ({characters} chars)"
        known = {"summary": which.lower(), "characters": characters}
        self.tell(tell_event("memory.summary", what, "info", **known), step="summary")

    def tell(self, what: EventLine, kind: WatchKind = "compaction", step: str = "") -> None:
        """Report `what`; of a compaction, `step` is ``begins``, ``summary`` or ``complete``."""
        self.parts.log(tell_of_memory(self.name, what))
        about = {"step": step} if step else {}
        self.parts.watch(WatchEvent(self.name, self.parts.clock.now(), kind, what, about))

    def warn(self, what: EventLine) -> None:
        """Report `what` as a warning."""
        self.tell(tell_event(what.event, f"WARNING: {what}", "warning", **what.fields), "error")
