"""The parts that a server has before there is a world."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents.boundaries import Clock
from agents.meaning import LateMeanings
from agents.memory.core.tokens import TiktokenCounter
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.minds import Minds
from agents.mind.voice.sentence_likeness import SentenceLikeness
from agents.mind.voice.vector_file import VectorFile
from agents.mind.watch import WatchHub
from agents.models.embedding.sentence import SentenceEmbedder
from agents.workers.pool import make_workers
from late.late_dataclass import late_dataclass
from server.administration.audit import AuditLog
from server.arguments import Options
from server.budgets.budgets import Budgets
from server.happening.world_clock import WorldClock
from server.lock import MACHINE_FOLDER, VaultLock
from server.logs.log import Log
from server.model_hub_factory import ModelHubFactory
from server.reload import load_texts
from server.settings import Settings
from server.shipped.voice_vectors import ALL_VECTORS
from server.spending_file import SpendingFile
from server.tls.port import TlsPort
from server.upgrade.handover import Handover
from server.usage.request_history import RequestHistory
from server.web.serving.port import WebPort


@late_dataclass(frozen=True, slots=True)
class Roots:
    """What a server needs besides its vault: options, settings, port, lock, reactor."""

    options: Options
    settings: Settings
    listening: socket.socket
    lock: VaultLock
    reactor: Any
    """Twisted's asyncio reactor; its interfaces are for run time only."""
    left: Handover | None = None
    """What the program before this one has left, if there was one."""
    tls: TlsPort | None = None
    web: WebPort | None = None


class Foundation:
    """Texts, clocks, models, records and the agents' list, which need no world.

    `settings` returns those in force, once they have been read.
    """

    def __init__(
        self, roots: Roots, log: Log, clock: Clock, settings: Callable[[], Settings]
    ) -> None:
        self.roots, self.log, self.clock, self.settings = roots, log, clock, settings
        self.vault = roots.options.vault
        self.rng = random.Random()
        self.texts = load_texts(self.vault)
        self.world_clock = WorldClock(clock, lambda: settings().world)
        self.background = BackgroundTasks(log)
        self.minds = Minds()
        self.watching = WatchHub(log)
        self.audit = AuditLog(self.machine, clock, log)
        self.tokens = TiktokenCounter()
        self.workers = make_workers(roots.settings.server.workers, log)
        self.meanings = LateMeanings(self.background.run, log)
        self.sentences = self._compare_sentences(log)
        self.models = ModelHubFactory(
            self.machine / "models", dict(os.environ), clock=clock, rng=self.rng, log=log
        )
        self.spending = SpendingFile(
            self.machine / "spending.json", self.models.spending, clock, self.background, log
        )
        self.history = RequestHistory(
            self.machine / "requests.sqlite", self.models.series, clock, self.background, log
        )
        self.budgets = Budgets(lambda: settings().server.budgets, clock.monotonic, self.texts)

    def _compare_sentences(self, log: Log) -> SentenceLikeness:
        own = VectorFile(self.machine / "voice-vectors.npz")
        return SentenceLikeness(SentenceEmbedder(), own, ALL_VECTORS, self.background.run, log)

    @property
    def machine(self) -> Path:
        """The machine's own folder in the vault."""
        return self.vault / MACHINE_FOLDER

    def report_fault(self, error: BaseException, what: str) -> None:
        """Log an error of the program's own."""
        self.log.event("world.fault", "error", f"{what}: {error!r}")
