"""The parts that a server has before there is a world."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.boundaries import Clock
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.minds import Minds
from agents.mind.watch import WatchHub
from late.late_dataclass import late_dataclass
from server.administration.audit import AuditLog
from server.arguments import Options
from server.budgets.budgets import Budgets
from server.happening.world_clock import WorldClock
from server.lock import MACHINE_FOLDER, VaultLock
from server.logs.log import Log
from server.reload import load_texts
from server.settings import Settings
from server.tls.port import TlsPort
from server.upgrade.handover import Handover
from server.web.serving.port import WebPort

if TYPE_CHECKING:
    from agents.meaning import LateMeanings
    from agents.memory.core.tokens import TiktokenCounter
    from agents.memory.summarization.second_reading.checks import SentenceChecks
    from agents.mind.speech.choosing.reply_readings import ReplyReadings
    from agents.mind.speech.kinds.line_kinds import LineKinds
    from agents.mind.speech.told.asking.reader import AskingReader
    from agents.mind.voice.sentence_likeness import SentenceLikeness
    from agents.models.embedding.sentence import SentenceEmbedder
    from agents.workers.protocol import Workers
    from server.model_hub_factory import ModelHubFactory
    from server.spending_file import SpendingFile
    from server.usage.request_history import RequestHistory


@late_dataclass(frozen=True, slots=True)
class Roots:
    """What a server needs besides its vault: options, settings, port, lock, reactor."""

    options: Options
    settings: Settings
    listening: socket.socket
    lock: VaultLock
    reactor: Callable[[], Any]
    """Returns Twisted's asyncio reactor and runs it, once; its interfaces are for run time only."""
    left: Handover | None = None
    """What the program before this one has left, if there was one."""
    tls: TlsPort | None = None
    web: WebPort | None = None
    seed: int | None = None
    """All that is left to chance comes from it; without one, it is something else each time."""
    threaded: bool = True
    """Whether threads and processes work beside the loop. Else it does at once what they would do:
    a virtual clock, which knows nothing of them, would go on meanwhile."""


class Foundation:
    """Texts, clocks, models, records and the agents' list, which need no world.

    `settings` returns those in force, once they have been read. What minds alone need is made at
    its first use, which comes after the ready line: see `server.wiring.late_parts`.
    """

    def __init__(
        self, roots: Roots, log: Log, clock: Clock, settings: Callable[[], Settings]
    ) -> None:
        self.roots, self.log, self.clock, self.settings = roots, log, clock, settings
        self.vault = roots.options.vault
        self.rng = random.Random(roots.seed)
        self.texts = load_texts(self.vault)
        self.world_clock = WorldClock(clock, lambda: settings().world)
        self.background = BackgroundTasks(log)
        self.minds = Minds()
        self.watching = WatchHub(log)
        self.audit = AuditLog(self.machine, clock, log)
        self.budgets = Budgets(lambda: settings().server.budgets, clock.monotonic, self.texts)

    @cached_property
    def reactor(self) -> Any:
        """Twisted's reactor, which is loaded when it is first asked for: after the ready line."""
        return self.roots.reactor()

    @cached_property
    def tokens(self) -> TiktokenCounter:
        """What counts the tokens of prompts."""
        from agents.memory.core.tokens import TiktokenCounter  # noqa: PLC0415

        return TiktokenCounter()

    @cached_property
    def workers(self) -> Workers:
        """What computes for long beside the server."""
        from agents.workers.pool import make_workers  # noqa: PLC0415

        wanted = self.roots.settings.server.workers if self.roots.threaded else 0
        return make_workers(wanted, self.log)

    @cached_property
    def meanings(self) -> LateMeanings:
        """What compares texts by their words' meanings."""
        from agents.meaning import LateMeanings  # noqa: PLC0415

        return LateMeanings(self.background.run, self.log)

    @cached_property
    def sentences(self) -> SentenceLikeness:
        """What compares whole sentences by their meanings."""
        from agents.mind.voice.sentence_likeness import SentenceLikeness  # noqa: PLC0415
        from agents.mind.voice.vector_file import VectorFile  # noqa: PLC0415
        from server.shipped.voice_vectors import ALL_VECTORS  # noqa: PLC0415

        own = VectorFile(self.machine / "voice-vectors.npz")
        embedder, run, log = self.sentence_embedder, self.background.run, self.log
        return SentenceLikeness(embedder, own, ALL_VECTORS, run, log, embedder)

    @cached_property
    def asking(self) -> AskingReader:
        """What tells whether somebody asks for what they have told."""
        from agents.mind.speech.told.asking.answer_readings import AnswerReadings  # noqa: PLC0415
        from agents.mind.speech.told.asking.reader import AskingReader  # noqa: PLC0415
        from server.shipped.voice_vectors import ASKING_ROWS  # noqa: PLC0415

        answers = AnswerReadings(self.sentence_embedder, self.log)
        return AskingReader(ASKING_ROWS, self.log, answers)

    @cached_property
    def kinds(self) -> LineKinds:
        """What tells of which kind lines are."""
        from agents.mind.speech.kinds.line_kinds import LineKinds  # noqa: PLC0415
        from agents.mind.speech.kinds.offers import OfferReader  # noqa: PLC0415
        from server.shipped.voice_vectors import OFFER_ROWS  # noqa: PLC0415

        offers = OfferReader(self.sentence_embedder, OFFER_ROWS, self.log)
        return LineKinds(self.sentence_embedder, self.log, offers)

    @cached_property
    def replies(self) -> ReplyReadings:
        """What reads the replies that agents might give."""
        from agents.mind.speech.choosing.reply_readings import ReplyReadings  # noqa: PLC0415

        return ReplyReadings(self.sentence_embedder, self.log)

    @cached_property
    def checks(self) -> SentenceChecks:
        """What checks the sentences of summaries that a model writes."""
        from agents.memory.summarization.second_reading.checks import (  # noqa: PLC0415
            SentenceChecks,
        )

        return SentenceChecks(self.sentence_embedder, self.log)

    @cached_property
    def sentence_embedder(self) -> SentenceEmbedder:
        """The sentence model, with all that was learnt beside it."""
        from agents.models.embedding.sentence import SentenceEmbedder  # noqa: PLC0415
        from server.shipped.voice_vectors import (  # noqa: PLC0415
            ANSWER_WORDS,
            EXCHANGE_READER,
            KIND_ADAPTER,
            REPLY_READER,
            SENTENCE_CHECKS,
        )

        return SentenceEmbedder(
            exchanges=EXCHANGE_READER,
            kinds=KIND_ADAPTER,
            replies=REPLY_READER,
            answers=ANSWER_WORDS,
            checks=SENTENCE_CHECKS,
        )

    @cached_property
    def models(self) -> ModelHubFactory:
        """The models in force."""
        from server.model_hub_factory import ModelHubFactory  # noqa: PLC0415

        folder = self.machine / "models"
        return ModelHubFactory(
            folder, dict(os.environ), clock=self.clock, rng=self.rng, log=self.log,
            threaded=self.roots.threaded,
        )  # fmt: skip

    @cached_property
    def spending(self) -> SpendingFile:
        """What models have cost, on the disk."""
        from server.spending_file import SpendingFile  # noqa: PLC0415

        path = self.machine / "spending.json"
        return SpendingFile(path, self.models.spending, self.clock, self.background, self.log)

    @cached_property
    def history(self) -> RequestHistory:
        """What models were asked, on the disk."""
        from server.usage.request_history import RequestHistory  # noqa: PLC0415

        path = self.machine / "requests.sqlite"
        return RequestHistory(path, self.models.series, self.clock, self.background, self.log)

    @property
    def machine(self) -> Path:
        """The machine's own folder in the vault."""
        return self.vault / MACHINE_FOLDER

    def report_fault(self, error: BaseException, what: str) -> None:
        """Log an error of the program's own."""
        self.log.event("world.fault", "error", f"{what}: {error!r}")
