"""A small world with agents in it, on a virtual clock, with a model that does as it is told."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.boundaries import Completion, Watcher, WatchEvent
from agents.clock import VirtualClock
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.memory.settings import MemorySettings
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.mind.agent import Agent
from agents.mind.agent_context import AgentContext, Pace
from agents.mind.intentions.seclusion import Seclusion
from agents.mind.intentions.state import StateKeeper
from agents.mind.manners.floor import Floor
from agents.mind.manners.tidings import NewsDesk
from agents.mind.manners.welcome import Welcome
from agents.mind.minds import Minds
from agents.mind.model_client import GenerationParams
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.recording import is_searchable
from agents.mind.speech.choosing.reply_readings import NO_REPLY_READINGS
from agents.mind.speech.kinds.line_kinds import NO_LINE_KINDS
from agents.mind.turn.read_back import begin_company, list_latest
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS, SentenceMeanings
from agents.models.dispatcher import ModelRequest
from tests.agents.memory.support import PlainCounter, PlainDisk
from tests.agents.workers.fake import PickledWorkers
from tests.texts import shipped_texts
from world.boundaries import MindKind, Perception
from world.commands.command import Command
from world.commands.table import CommandTable
from world.stores import MemoryStore
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

TEXTS = shipped_texts()

Answer = str | Exception


class Model:
    """A `ModelClient` that gives each answer once, in order; it hangs when there are no more.

    While there is a `busy` that is not set, nobody's turn comes.
    """

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.requests: list[ModelRequest] = []
        self.waiting = 0
        self.busy: asyncio.Event | None = None
        self.more = asyncio.Event()

    def will(self, *answers: Answer) -> None:
        self.answers += answers
        self.more.set()

    async def submit(
        self, owner: str, build: Callable[[], ModelRequest | None]
    ) -> Completion | None:
        if self.busy is not None:
            await self.busy.wait()
        request = build()
        if request is None:
            return None
        self.requests.append(request)
        self.waiting += 1
        try:
            while not self.answers:
                self.more.clear()
                await self.more.wait()
        finally:
            self.waiting -= 1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Completion(answer, len(request.prompt) // 4, 5, "stop")


@dataclass
class Person:
    """A mind that keeps what it perceives."""

    seen: list[Perception] = field(default_factory=list)
    kind: MindKind = "person"

    def perceive(self, perception: Perception) -> None:
        self.seen.append(perception)

    @property
    def texts(self) -> list[str]:
        return [perception.text for perception in self.seen]


class Stage:
    """Two rooms, one person (Ada) in the first, and as many agents as are asked for."""

    checks: SentenceChecks = NO_CHECKS
    """What tells agents that something is out of date; of those that are made after it was set."""

    def __init__(
        self, folder: Path, rows: Sequence[Command] = (), *, journals: bool = False
    ) -> None:
        self.folder = folder
        self.journals = journals
        self.clock = VirtualClock()
        self.alone = 0.0
        """For how many seconds nobody has been connected, as agents are told."""
        self.errors: list[str] = []
        self.log: list[str] = []
        self.watched: list[WatchEvent] = []
        self.watch: Watcher = self.watched.append
        self.model = Model()
        self.generation_params = GenerationParams("test-model", 0.8, 48, 4096)
        self.minds = Minds()
        self.floor = Floor()
        self.welcome = Welcome()
        self.news = NewsDesk()
        self.seclusion = Seclusion()
        self.sentences: SentenceMeanings = NO_SENTENCE_MEANINGS
        """What agents compare sentences by that are made after it was set."""
        self.kinds = NO_LINE_KINDS
        """What tells them the kinds of lines."""
        self.replies = NO_REPLY_READINGS
        """What reads their replies."""
        self.newcomers: list[str] = []
        """Who is still to be met."""
        self.world = World(
            CommandTable([*WORLD_COMMANDS, *rows]),
            TEXTS,
            MemoryStore(),
            on_error=lambda error, what: self.errors.append(f"{what}: {error!r}"),
        )
        self.hall = self.world.create_room("The Hall", "A long stone hall.")
        self.garden = self.world.create_room("The Garden", "Rows of beans.")
        with self.world.changes() as tx:
            tx.add_exit(self.hall, "garden", self.garden)
            tx.add_exit(self.garden, "hall", self.hall)
        self.ada = self.world.add_character("Ada", self.hall.id)
        self.person = Person()
        self.world.attach(self.ada.id, self.person)

    def agent(
        self,
        name: str = "Moss",
        pace: Pace | None = None,
        persona: str = "",
        kept: StateKeeper | None = None,
    ) -> Agent:
        body = self.world.add_character(name, self.hall.id)
        home = self.folder / name
        table = self.world.table
        context = AgentContext(
            body=self.world,
            texts=TEXTS,
            commands=table.for_mind("agent"),
            allowed=[row.name for row in table.for_mind("agent") if row.name[0] == "@"],
            tokens=PlainCounter(),
            clock=self.clock,
            watch=self.watch,
            log=self.log.append,
            model_client=lambda _: self.model,
            generation_params=lambda _: self.generation_params,
            announce=self.world.announce,
            alone=lambda: self.alone,
            floor=self.floor,
            welcome=self.welcome,
            news=self.news,
            seclusion=self.seclusion,
            workers=PickledWorkers(),
            sentences=self.sentences,
            kinds=self.kinds,
            replies=self.replies,
            checks=self.checks,
        )
        parts = MemoryParts(
            self.clock, context.tokens, self.log.append, self.watched.append, PlainDisk(),
            JournalPlace(self.folder / f"{name}.jsonl") if self.journals else None,
            workers=context.workers,
        )  # fmt: skip
        memory = AgentMemory.open(home, name, MemoryConfig(MemorySettings()), parts)
        company = begin_company(name, context)
        company.note_all(list_latest(memory))
        recall = RecallIndex.open(
            self.folder / f"{name}.sqlite", searchable=is_searchable, workers=context.workers
        )
        # As after a server's start, so that batches are written: else each search of a long life
        # would index all of its memories anew.
        recall._writer.iterate = memory.experiences
        agent = Agent(
            body.id,
            Profile(name, persona or f"You are {name}, a gardener."),
            pace or Pace(think_interval=10, jitter=0),
            memory,
            recall,
            NoteBook(home / "notes", self.clock),
            context,
            random.Random(7),
            company,
            kept,
        )
        self.minds.add(agent)
        self.world.attach(body.id, agent)
        return agent

    def ada_does(self, line: str) -> str:
        return self.world.perform(self.ada.id, line).text

    def watched_kinds(self, kind: str) -> list[str]:
        return [event.text for event in self.watched if event.kind == kind]

    async def close(self) -> None:
        for agent in self.minds:
            await agent.close()
            await agent.memory.close()
