"""One agent's long life: real memory, real archive files, a virtual clock, a scripted model.

Every third memory is of a turn of the agent's own, with its prompt as the product builds it:
the head, the memories, the situation.  Every 200 memories the agent sleeps, which only the
strategy of that name makes anything of.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Literal, TypeVar

from agents.boundaries import Model, TokenCounter, WatchEvent
from agents.clock import VirtualClock
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Counts, Experience, Frames, NewMemory, Turn
from agents.memory.core.tokens import TiktokenCounter
from agents.memory.journal.extractor import Extraction, extract_facts
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.memory.settings import MemorySettings, memory_schema
from agents.memory.summarization.summarizer import ModelSummarizer
from agents.memory.summarization.usage import Usage
from agents.models.testing import PlantedFact, RehearsalModel
from benchmarks.lives import UnsyncedDisk
from benchmarks.memory.ordinary import OWN, Ordinary
from benchmarks.memory.scripted.plain_facts import PLANTS, find_planted
from benchmarks.memory.scripted.spelled_numbers import Spelling, spell_numbers, write_in_figures
from benchmarks.memory.scripted.talkative import Talkative
from benchmarks.memory.scripted.wordy import Wordy

T = TypeVar("T")

BASELINE = "window"
"""The strategy that asks no model and summarises nothing."""

STRATEGIES = ("tree", "waterfall", "sleep", "layered", "rolling", BASELINE)

CONTEXT = 8192
ANSWER = 48
SPARE = 4
"""As for an agent: a prompt that grew too long is shortened by a fourth of its room."""
TURN_EVERY, SLEEP_EVERY = 3, 200
SECONDS_PER_TURN = 120
COUNTED_TURNS = 200
"""The number of last turns whose whole prompts are counted."""
RECALL_TOKENS, RECALL_HITS = 1000, 200
SUMMARIZER_CONTEXT, SUMMARIZER_ANSWER = 32_768, 1000

FRAMES = Frames("## Older Memories (Summary)\n{summary}", "## Recent Past (Summary)\n{summary}")
PERSONA = (
    "You are Moss, a patient gardener who speaks slowly, keeps the roses alive and knows most"
    " of what is said by the water. You like bread, rain and people who come back. "
)
HEAD = (
    PERSONA * 5
    + "\n\nBASIC COMMANDS:\n- say <words>\n- emote <action>\n- whisper <someone> <words>\n- look\n"
    + "- go <exit>\n- get <thing>\n- drop <thing>\n- give <thing> to <someone>\n- think <words>\n"
    + "- note <topic> -> <words>\n- recall <words>\n\nFor example:\n"
    + 'A visitor says, "Who are you, Moss?"\n~Moss> say I keep the roses.\n'
    + 'You say, "I keep the roses."\n' * 4
    + "\n"
)
SITUATION = (
    "You are Moss in The Hall. A long stone hall, cold even in June.\nExits: garden (The Garden)\n"
    "Also here: Ada, Fern, Wren\nThings here: lantern, oar\n~Moss>"
)


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of a life."""

    memories: int
    settings: MemorySettings
    seed: int = 1
    model: Literal["lossy", "talkative", "wordy", "none"] = "lossy"
    loss: float = 0.05
    """The share of facts that a lossy or wordy model omits from each text."""
    wordiness: float = 0.0
    """The share of each summary's limit that a wordy model fills with prose."""
    facts: int = 50
    kind: str = "numbers"
    """The kind of the facts, of `PLANTS`."""
    spelled: bool = False
    """Whether the numbers of facts are spelled out."""
    looks: float = 0.2
    """The share of looks among the agent's own lines."""
    recall: bool = False
    """Whether recall is asked for every fact at the end."""
    counted_at: tuple[int, ...] = ()
    """Memories at which prompts are counted, besides the last."""


@dataclass(frozen=True, slots=True)
class Lived:
    """The results of a life."""

    plan: Plan
    prompted: Sequence[bool]
    """For each planted fact, oldest first: whether the prompt has it at the end."""
    recalled: Mapping[str, Sequence[bool]]
    """By kind of question, for each fact: whether recall finds its memory."""
    prompt_tokens: Mapping[int, Sequence[int]]
    """Tokens of whole prompts, by the memory at which they were counted."""
    parts: Mapping[str, int]
    """Tokens of the parts of the last prompt."""
    counts: Counts
    calls: int
    """All requests to the model."""
    spent: int
    """Tokens that the model has read and written."""
    seconds: float

    def mean_prompt(self, at: int) -> float:
        """Return the mean tokens of a whole prompt over the turns before memory `at`."""
        return statistics.fmean(self.prompt_tokens[at])

    @property
    def calls_per_64(self) -> float:
        """Requests to the model for each 64 memories."""
        return self.calls * 64 / self.plan.memories


def settings_of(
    strategy: str, *, micro_compact: str = "", journal: str = "off", context: int = CONTEXT
) -> MemorySettings:
    """Return the defaults of `strategy`, for a model with a context of so many tokens."""
    values = {"strategy": strategy, "micro_compact": micro_compact, "journal": journal}
    return memory_schema().make_settings(values, context)


class SwiftDisk(UnsyncedDisk):
    """A disk that neither syncs nor uses threads."""

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run `work` at once."""
        return work()


class SwiftClock(VirtualClock):
    """A virtual clock for a model that answers at once: few turns of the loop are enough."""

    SETTLE_TURNS = 3


def summarizer_of(model: Model, tokens: TokenCounter) -> ModelSummarizer:
    """Return a summarizer by a large chat model that cites, set up as in the server."""
    return ModelSummarizer(
        model,
        profile="summarizer",
        model_name="scripted",
        max_tokens=SUMMARIZER_ANSWER,
        temperature=0.3,
        context_tokens=SUMMARIZER_CONTEXT,
        tokens=tokens,
        instructed=True,
    )


def _make_model(plan: Plan, clock: VirtualClock, facts: Sequence[PlantedFact]) -> Model:
    if plan.model == "talkative":
        return Talkative()
    if plan.model == "wordy":
        return Wordy(facts, loss=plan.loss, wordiness=plan.wordiness, seed=plan.seed)
    model = RehearsalModel(
        clock=clock, summaries="lossy", loss=plan.loss, seed=plan.seed, keeps_prompts=False
    )
    return Spelling(model) if plan.spelled else model


@dataclass
class Life:
    """Runs one life by a plan, with its files in `folder`."""

    folder: Path
    plan: Plan
    tokens: TokenCounter
    clock: SwiftClock = field(default_factory=SwiftClock)

    def __post_init__(self) -> None:
        plan = self.plan
        self._ordinary = Ordinary(plan.seed, looks=plan.looks)
        self._facts = PLANTS[plan.kind](plan.facts, plan.seed)
        self._counted: defaultdict[int, list[int]] = defaultdict(list)
        self._summarizer = None
        if plan.model != "none":
            model = _make_model(plan, self.clock, self._facts)
            self._summarizer = summarizer_of(model, self.tokens)
        journal = JournalPlace(self.folder / "journal.jsonl")
        self._memory = AgentMemory.open(
            self.folder,
            OWN,
            MemoryConfig(plan.settings, self._summarizer, self._extract),
            MemoryParts(self.clock, self.tokens, _drop_line, _drop_event, SwiftDisk(), journal),
        )
        self._overhead = self.tokens.count(HEAD) + self.tokens.count(SITUATION)
        self._memory.measure_prompt(self._count_prompt())

    async def run(self) -> Lived:
        """Run the life and return its results."""
        began, planted = time.perf_counter(), self._place_facts()
        for number in range(1, self.plan.memories + 1):
            await self._live_moment(number, planted.get(number))
        prompt = write_in_figures(self._memory.render_section(FRAMES))
        known = {fact.key for fact in find_planted(self._facts)(prompt)}
        usage = self._summarizer.usage if self._summarizer else Usage()
        recalled = await self._find_recalled(list(planted)) if self.plan.recall else {}
        await self._memory.close()
        return Lived(
            plan=self.plan,
            prompted=[fact.key in known for fact in self._facts],
            recalled=recalled,
            prompt_tokens=dict(self._counted),
            parts=self._count_parts(),
            counts=self._memory.view.counts,
            calls=usage.calls,
            spent=usage.prompt_tokens + usage.completion_tokens,
            seconds=time.perf_counter() - began,
        )

    def _place_facts(self) -> dict[int, PlantedFact]:
        """Return the fact planted at each memory number, evenly over the life.

        Never on a turn of the agent's own.
        """
        stretch = self.plan.memories / max(1, len(self._facts))
        at = (int(stretch * (n + 0.5)) for n in range(len(self._facts)))
        return dict(zip((n - n % TURN_EVERY + 1 for n in at), self._facts, strict=True))

    async def _live_moment(self, number: int, fact: PlantedFact | None) -> None:
        if number % TURN_EVERY == 0:
            await self._take_turn(number)
        elif fact is not None:
            self._record(self._make_planted(fact))
        else:
            self._record(self._ordinary.around())
        if number % SLEEP_EVERY == 0:
            await self._memory.consolidate()
            await self._memory.compact_asleep()

    def _record(self, new: NewMemory) -> None:
        assert self._memory.record(new) is not None, "the archive can be written"

    def _make_planted(self, fact: PlantedFact) -> NewMemory:
        moment = self._ordinary.make_planted(fact)
        return replace(moment, text=spell_numbers(moment.text)) if self.plan.spelled else moment

    async def _extract(self, memories: Sequence[Experience], model: Model) -> Extraction:
        return await extract_facts(
            memories,
            OWN,
            model,
            tokens=self.tokens,
            max_tokens=SUMMARIZER_ANSWER,
            temperature=0.3,
            context_tokens=SUMMARIZER_CONTEXT,
            report=_drop_line,
        )

    # --- a turn -----------------------------------------------------------------------

    async def _take_turn(self, number: int) -> None:
        await self._fit()
        self._count(number)
        self._memory.record_turn(
            Turn(SITUATION, head=HEAD, frames=FRAMES, reply="look", command="look", model="npc")
        )
        self._record(self._ordinary.own())
        self._memory.end_turn()
        await self.clock.advance(SECONDS_PER_TURN)
        while await self._memory.relieve(0):
            pass  # waits for running compactions; an excess of 0 starts none

    async def _fit(self) -> None:
        """Shorten the prompt as `agents.mind.turn.thinking` does before a request."""
        await self._memory.relieve_urgently(self._estimate_prompt())
        while (excess := self._estimate_prompt() - (CONTEXT - ANSWER)) > 0:
            if not await self._memory.relieve(excess, (CONTEXT - ANSWER) // SPARE):
                raise AssertionError("the prompt cannot be made to fit")

    def _count(self, number: int) -> None:
        for at in (*self.plan.counted_at, self.plan.memories):
            if at - COUNTED_TURNS * TURN_EVERY < number <= at:
                self._counted[at].append(self._count_prompt())
                return

    def _count_prompt(self) -> int:
        return self.tokens.count(HEAD + self._memory.render_section(FRAMES) + SITUATION)

    def _estimate_prompt(self) -> int:
        """Return `_count_prompt` within a few percent, and much faster."""
        return self._overhead + Gauge(self.tokens).memories(self._memory.view)

    # --- the end ----------------------------------------------------------------------

    async def _find_recalled(self, seqs: Sequence[int]) -> dict[str, list[bool]]:
        index = RecallIndex.open(self.folder / "recall.sqlite")
        await index.catch_up(self._memory.experiences)
        asked = {
            "words": [fact.cue for fact in self._facts],
            "question": [f"What do you know about the {fact.cue}?" for fact in self._facts],
        }
        found = {
            how: [
                seq in self._find_hits(index, each) for seq, each in zip(seqs, every, strict=True)
            ]
            for how, every in asked.items()
        }
        await index.close()
        return found

    def _find_hits(self, index: RecallIndex, words: str) -> set[int]:
        hits = index.search(
            words, token_budget=RECALL_TOKENS, tokens=self.tokens, limit=RECALL_HITS
        )
        return {hit.seq for hit in hits}

    def _count_parts(self) -> dict[str, int]:
        longterm, recent = self._memory.summary_texts()
        return {
            "head and situation": self._overhead,
            "older summary": self.tokens.count(longterm),
            "recent summary": self.tokens.count(recent),
            "word for word": Gauge(self.tokens).tail(self._memory.view),
        }


def _drop_line(line: str) -> None:
    """Drop the line: logs are not measured."""


def _drop_event(event: WatchEvent) -> None:
    """Drop the event: nobody watches."""


@cache
def load_tokens() -> TiktokenCounter:
    counter = TiktokenCounter()
    counter.load()
    return counter


def live(plan: Plan) -> Lived:
    """Run the life of `plan` in a temporary folder, on an event loop of its own."""
    with tempfile.TemporaryDirectory(
        prefix="tarn-benchmark-", ignore_cleanup_errors=True
    ) as folder:
        return asyncio.run(_run_life(Path(folder) / OWN, plan))


async def _run_life(folder: Path, plan: Plan) -> Lived:
    return await Life(folder, plan, load_tokens()).run()


def live_all(plans: Sequence[Plan], jobs: int) -> list[Lived]:
    """Live through all `plans`, in `jobs` processes; return the results in order."""
    if jobs == 1:
        return [live(plan) for plan in plans]
    order = sorted(range(len(plans)), key=lambda n: -plans[n].memories)
    found: dict[int, Lived] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        lives = pool.map(_live_apart, [plans[n] for n in order])
        for n, lived in zip(order, lives, strict=True):
            found[n] = lived
            print(f"{len(found)} of {len(plans)} lives", end="\r", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [found[n] for n in range(len(plans))]


def _live_apart(plan: Plan) -> Lived:
    """Live by a copy: what a strategy has counted meanwhile cannot travel between processes."""
    return replace(live(deepcopy(plan)), plan=plan)
