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
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.journal import Draw, Extract, Journal, JournalPlace
from agents.memory.log.disk import Disk, SystemDisk
from agents.memory.log.ledger import Ledger
from agents.memory.projections import Projections
from agents.memory.settings import MemorySettings
from agents.memory.strategies.protocol import Strategy
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


@late_dataclass(frozen=True, slots=True)
class MemoryConfig:
    """What may change while a memory is in use; it is replaced as a whole."""

    settings: MemorySettings
    summarizer: Summarizer | None = None
    """Writes summaries; None: they are deterministic."""
    extract: Extract | None = None
    """Extracts facts with the summarizer's model; None: rules extract them."""
    task: str = ""
    """The agent's persona in a sentence or two."""
    lacking: tuple[str, ...] = ()
    """What the settings ask for and cannot have, a clause each."""

    @property
    def strategy(self) -> Strategy:
        """The strategy in force."""
        return self.settings.strategy

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

    def tell(self, what: str, kind: WatchKind = "compaction", step: str = "") -> None:
        """Report `what`; of a compaction, `step` is ``begins``, ``summary`` or ``complete``."""
        self.parts.log(f"[Memory] {self.name}: {what}")
        about = {"step": step} if step else {}
        self.parts.watch(WatchEvent(self.name, self.parts.clock.now(), kind, what, about))

    def warn(self, what: str) -> None:
        """Report `what` as a warning."""
        self.tell(f"WARNING: {what}", "error")
