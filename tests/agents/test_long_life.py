"""Days of the starter world on a virtual clock, with a model that fails in every way it can.

After each stretch what has to hold at every moment of an agent's life is checked.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.boundaries import (
    Completion,
    Model,
    ModelBadReply,
    ModelRateLimited,
    ModelRejected,
    ModelUnavailable,
    Provider,
    WatchEvent,
)
from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.memory.core.view import count_missing, fold
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.memory.settings import MemorySettings
from agents.memory.summarization.summarizer import ModelSummarizer
from agents.mind.agent import Agent
from agents.mind.agent_context import AgentContext, Pace
from agents.mind.model_client import GenerationParams
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.turn.phases import Phase
from agents.mind.turn.read_back import begin_company, list_latest
from agents.models.budget import Budget
from agents.models.dispatcher import Dispatcher, Endpoint, RequestLimits
from agents.models.spending import Spending
from tests.agents.memory.support import PlainCounter, PlainDisk, assert_whole
from tests.agents.mind.support import TEXTS
from tests.examples import THOROUGH
from world.commands.table import CommandTable
from world.model import Character
from world.stores import MemoryStore
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

CONTEXT = 2400
ANSWER = 48
ERROR = "internal fault 0xDEAD"
NAMES = ("Moss", "Wren", "Hester", "Cobb")
HANGING_SECONDS = 40.0
HOURS = 6
#: An hour has six of these; without TARN_THOROUGH they are a quarter as long, which is enough for
#: what is asserted of an hour.
STRETCH = 600 if THOROUGH else 150

LINES = (
    "look",
    "say The water is high today.",
    "say Wren, have you seen the ferry?",
    "say Cobb, mind the rope.",
    "go garden",
    "go hall",
    "go landing",
    "emote leans on the wall.",
    "think Somebody should mend that beam.",
    "examine beans",
    "get the moon",
    "inventory",
    "help",
    "@shutdown",
    "quit",
    "",
    "## Heading only",
    "\x1b[2Jsay Escaped.",
    "say " + "on and on " * 60,
    "w",
)

SUMMARIES = (
    "I walked between the hall and the garden, and spoke with those I met.",
    "I looked about me, spoke of the water, and tried what could not be done.",
    "I'm happy to help! Please share the memories.",
    "",
    "~Moss> look",
    "I cannot summarize this conversation.",
)


class Fickle:
    """A provider and its model: mostly answers, sometimes fails, hangs, is late or babbles."""

    label = "fickle"

    def __init__(self, clock: VirtualClock, rng: random.Random) -> None:
        self.clock = clock
        self.rng = rng
        self.prompts = 0
        self.longest = 0
        self.inside = 0
        self.counter = PlainCounter()

    def model_for(self, owner: str) -> Model:
        return self

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        self.prompts += 1
        self.longest = max(self.longest, self.counter.count(prompt) + max_tokens)
        self.inside += 1
        try:
            await self._suffer()
        finally:
            self.inside -= 1
        summary = max_tokens != ANSWER
        text = self.rng.choice(SUMMARIES if summary else LINES)
        return Completion(text, len(prompt) // 4, len(text) // 4, "stop")

    async def _suffer(self) -> None:
        chance = self.rng.random()
        if chance < 0.02:
            await asyncio.Event().wait()
        if chance < 0.08:
            raise self.rng.choice(
                [
                    ModelUnavailable(ERROR),
                    ModelRejected(ERROR),
                    ModelBadReply(ERROR),
                    ModelRateLimited(ERROR, 5.0),
                    RuntimeError(ERROR),
                ]
            )
        await self.clock.sleep(self.rng.uniform(0.1, 1.0) if chance < 0.95 else 25.0)

    async def close(self) -> None:
        """There is nothing to let go of."""


_provider: Callable[[VirtualClock, random.Random], Provider] = Fickle


class Valley:
    """Four agents and a visitor in a few rooms."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        self.clock = VirtualClock()
        self.log: list[str] = []
        self.states: list[WatchEvent] = []
        self.faults: list[str] = []
        self.model = Fickle(self.clock, random.Random(seed + 1))
        self.endpoint = Endpoint(self.model, clock=self.clock, concurrency=2)
        self.thinking = self._dispatcher(RequestLimits(HANGING_SECONDS, 1))
        self.summing = self._dispatcher(RequestLimits(HANGING_SECONDS, 1, 400_000))
        self.world = World(
            CommandTable(list(WORLD_COMMANDS)),
            TEXTS,
            MemoryStore(),
            on_error=lambda error, what: self.faults.append(f"{what}: {error!r}"),
        )
        self._rooms()
        self.visitor = self.world.add_character("Ada", self.hall.id)
        self.bodies = {name: self.world.add_character(name, self.hall.id) for name in NAMES}
        self.agents = [self._born(name) for name in NAMES]
        self.kept: dict[str, str] = {}

    def _dispatcher(self, limits: RequestLimits) -> Dispatcher:
        return Dispatcher(
            self.endpoint,
            limits,
            Budget("npc", Spending(self.clock), self.clock),
            clock=self.clock,
            rng=random.Random(3),
            log=self.log.append,
        )

    def _rooms(self) -> None:
        self.hall = self.world.create_room("The Hall", "A long stone hall. " * 12)
        garden = self.world.create_room("The Garden", "Rows of beans behind slate walls. " * 6)
        landing = self.world.create_room("The Landing", "Planks, ropes and water. " * 9)
        with self.world.changes() as tx:
            for name, room in (("garden", garden), ("landing", landing)):
                tx.add_exit(self.hall, name, room)
                tx.add_exit(room, "hall", self.hall)

    # --- agents -----------------------------------------------------------------------

    def _context(self) -> AgentContext:
        rows = self.world.table.for_mind("agent")
        return AgentContext(
            body=self.world,
            texts=TEXTS,
            commands=rows,
            allowed=[row.name for row in rows if row.name[0] == "@"],
            tokens=self.model.counter,
            clock=self.clock,
            watch=self._watch,
            log=self.log.append,
            model_client=lambda _: self.thinking,
            generation_params=lambda _: GenerationParams("fickle", 0.8, ANSWER, CONTEXT),
        )

    def _watch(self, event: WatchEvent) -> None:
        if event.kind == "turn":
            self.states.append(event)

    def _born(self, name: str) -> Agent:
        context, home = self._context(), self.folder / name
        config = MemoryConfig(MemorySettings(), self._summarizer(name))
        parts = MemoryParts(self.clock, context.tokens, self.log.append, self._watch, PlainDisk())
        memory = AgentMemory.open(home, name, config, parts)
        company = begin_company(name, context)
        company.note_all(list_latest(memory))
        agent = Agent(
            self.bodies[name].id, Profile(name, f"You are {name}, who lives here."),
            Pace(think_interval=60), memory, RecallIndex.open(self.folder / f"{name}.sqlite"),
            NoteBook(home / "notes", self.clock), context, random.Random(self.rng.random()),
            company,
        )  # fmt: skip
        self.world.attach(agent.character, agent)
        agent.start(within=10)
        return agent

    def _summarizer(self, name: str) -> ModelSummarizer:
        return ModelSummarizer(
            self.summing.model(f"{name}'s summaries"), profile="s", model_name="fickle",
            max_tokens=200, temperature=0.3, context_tokens=CONTEXT, tokens=self.model.counter,
        )  # fmt: skip

    async def reborn(self, agent: Agent) -> Agent:
        """As after a restart of the server: another object over the same folder."""
        before = agent.memory
        await agent.close()
        await before.close()
        self.world.detach(agent.character, agent)
        after = self._born(agent.name)
        assert after.memory.view == before.view
        self.agents[self.agents.index(agent)] = after
        await self.catch_up()
        return after

    async def catch_up(self) -> None:
        """Read what the agents' indexes lack from their archives, as a server does at its start."""
        for agent in self.agents:
            await agent.recall.catch_up(agent.memory.experiences)

    # --- what happens -----------------------------------------------------------------

    async def hour(self, number: int) -> None:
        """People come and speak, administrators meddle, time passes."""
        agent = self.rng.choice(self.agents)
        for _ in range(6):
            self._visit(agent.character)
            await self.clock.advance(STRETCH)
            for each in self.agents:  # as fast as the virtual hours
                await each.recall.idle()
        await self._meddle(number, self.rng.choice(self.agents))

    def _visit(self, character: int) -> None:
        body = self.world.character(character)
        assert isinstance(body, Character) and body.room is not None
        self.world.move(self.visitor.id, body.room.id)
        words = "and then " * self.rng.choice((1, 5, 90))
        self.world.perform(self.visitor.id, f"say {body.name}, tell me of the weather {words}.")
        self.world.perform(self.visitor.id, f"tell {self.rng.choice(NAMES)} Are you well?")

    async def _meddle(self, number: int, agent: Agent) -> None:
        match number % 6:
            case 0:
                agent.pause()
                await self.clock.advance(300)
                agent.resume()
            case 1:
                agent.configure(agent.profile, agent.pace)
            case 2:
                await self.reborn(agent)
            case 3:
                self._edit(agent)
            case 4 if agent.memory.last_seq > 64 and not agent.memory.status().running:
                self.world.move(agent.character, self.hall.id)
                if agent.memory.view.covered < agent.memory.last_seq - 64:
                    await asyncio.wait([agent.memory.begin_compaction(), self._pass(900)])
            case _:
                self.world.move(agent.character, self.hall.id)

    def _pass(self, seconds: float) -> asyncio.Task[None]:
        return asyncio.ensure_future(self.clock.advance(seconds))

    def _edit(self, agent: Agent) -> None:
        path = self.folder / agent.name / "summaries" / "recent.md"
        if path.exists() and not agent.memory.status().running:
            front = path.read_text(encoding="utf-8").split("---\n", 2)[1]
            text = f"I remember hour {len(self.states)} as a person wrote it."
            path.write_text(f"---\n{front}---\n{text}\n", encoding="utf-8")
            agent.memory.adopt_edits()
            recent = agent.memory.view.recent
            assert recent is not None and recent.text == text and recent.method == "human"

    # --- what holds -------------------------------------------------------------------

    def check(self) -> None:
        assert self.faults == []
        assert self.model.longest <= CONTEXT
        assert self.model.inside <= 2
        for agent in self.agents:
            self._check(agent)

    def _check(self, agent: Agent) -> None:
        memory, view = agent.memory, agent.memory.view
        assert_whole(memory)
        assert count_missing(view) == 0
        log = list(memory._ledger.reader.iterate())
        assert fold(log) == view
        numbers = [record.seq for record in log if isinstance(record, Experience)]
        assert numbers == list(range(1, memory.last_seq + 1))
        assert len(view.tail) <= 128 + 64
        assert not any(ERROR in each.text for each in view.summaries)
        assert not any(ERROR in each.text for each in view.tail)
        assert not any("deep in thought" in each.text for each in view.tail)
        assert agent.phase is not Phase.ACTING
        turns = [event for event in self.states if event.agent == agent.name]
        assert turns, f"{agent.name} is frozen"

    async def close(self) -> None:
        for agent in self.agents:
            await agent.close()
            await agent.memory.close()
            await agent.recall.close()


async def live(folder: Path, hours: int, seed: int) -> Valley:
    valley = Valley(folder, seed)
    await valley.catch_up()
    for number in range(hours):
        valley.states.clear()
        await valley.hour(number)
        valley.check()
    return valley


async def test_a_day_of_failures_costs_nothing(tmp_path: Path) -> None:
    """Whatever the model does, agents live on and every memory is in sight exactly once."""
    before = asyncio.all_tasks()
    valley = await live(tmp_path, HOURS, seed=11)
    counts = [agent.memory.view.counts for agent in valley.agents]
    assert all(count.compactions >= 2 for count in counts)
    assert sum(count.llm for count in counts) > 0
    assert sum(count.deterministic for count in counts) > 0
    await valley.close()
    await valley.clock.settle()
    assert asyncio.all_tasks() == before
