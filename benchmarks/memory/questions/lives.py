"""Lives in which cases are told among ordinary moments, and the prompts of their questions."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

from agents.boundaries import Model
from agents.clock import VirtualClock
from agents.memory.core.records import NewMemory
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.mind.prompt.retrieved_memories import RetrievedMemories
from agents.mind.prompt.working_context import WorkingContext
from benchmarks.memory.ordinary import OWN, Ordinary
from benchmarks.memory.questions.cases import PartName, QuestionCase, Said, make_cases
from benchmarks.memory.questions.judge import PromptVerdict, judge
from benchmarks.memory.questions.retelling import RetellingModel
from benchmarks.memory.simulated_life import (
    CONTEXT,
    FRAMES,
    SLEEP_EVERY,
    TURN_EVERY,
    SwiftClock,
    SwiftDisk,
    load_tokens,
    settings_of,
    summarizer_of,
)
from world.boundaries import Situation
from world.nature import Nature
from world.vault.texts import Texts

ModelName = Literal["faithful", "careless", "none"]
ASKER = "Odo"
"""Who asks: somebody whom the agent has not met before."""

_TEXTS = Path(__file__).parents[3] / "vault" / "text"
_SITUATION = Situation(OWN, "The Hall", "A long stone hall.", {}, (ASKER,), (), ())
_BETWEEN_TURNS = 3600.0
"""Seconds from one turn of the agent's to the next: a thousand memories take two weeks."""


@dataclass(frozen=True, slots=True)
class QuestionLife:
    """The parameters of a life."""

    strategy: str
    model: ModelName
    part: PartName
    seed: int
    memories: int
    """Ordinary moments; what the cases tell comes beside them."""


@dataclass(frozen=True, slots=True)
class AskedCase:
    """A case and how the prompt of its question was judged."""

    plan: QuestionLife
    case: QuestionCase
    verdict: PromptVerdict
    """Of the whole prompt, with the old memories that the question brings to mind."""
    carried: PromptVerdict
    """Of the prompt without them: of summaries, the newest memories and the journal's facts."""


def ask_all_lives(plans: Sequence[QuestionLife], jobs: int) -> list[AskedCase]:
    """Live through all `plans` in `jobs` processes; return every case's verdict."""
    if jobs == 1:
        return [each for plan in plans for each in ask_life(plan)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return [each for every in pool.map(ask_life, plans) for each in every]


def ask_life(plan: QuestionLife) -> list[AskedCase]:
    """Run the life of `plan` in a temporary folder and ask its questions."""
    cases = make_cases(plan.part, plan.seed)
    carried, recalled = asyncio.run(write_prompts(plan, cases))
    return [
        AskedCase(plan, each, judge(each, carried + recalled[each.key]), judge(each, carried))
        for each in cases
    ]


async def write_prompts(
    plan: QuestionLife, cases: Sequence[QuestionCase]
) -> tuple[str, dict[str, str]]:
    """Return what every prompt carries at the end, and for each case's key what its question
    brings to mind.

    Put together as `agents.mind.prompt.composing` does, without the persona and the situation.
    """
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as name:
        folder = Path(name) / OWN
        memory, clock = _open_memory(folder, plan, cases)
        await live_through(memory, clock, plan, cases)
        index = RecallIndex.open(folder / "recall.sqlite")
        await index.catch_up(memory.experiences)
        texts, section = Texts.load([_TEXTS]), memory.render_section(FRAMES)
        known = WorkingContext(memory, load_tokens())
        carried = section + known.render_blocks(texts, _SITUATION, section)
        recalled = dict(_recall(memory, index, cases, carried, texts))
        await index.close()
        await memory.close()
    return carried, recalled


def _open_memory(
    folder: Path, plan: QuestionLife, cases: Sequence[QuestionCase]
) -> tuple[AgentMemory, SwiftClock]:
    clock, tokens = SwiftClock(), load_tokens()
    model = _make_model(plan, cases)
    config = MemoryConfig(
        settings_of(plan.strategy, journal="heuristic"),
        summarizer_of(model, tokens) if model else None,
    )
    journal = JournalPlace(folder / "journal.jsonl")
    parts = MemoryParts(clock, tokens, lambda line: None, lambda event: None, SwiftDisk(), journal)
    return AgentMemory.open(folder, OWN, config, parts), clock


def _make_model(plan: QuestionLife, cases: Sequence[QuestionCase]) -> Model | None:
    if plan.model == "none":
        return None
    return RetellingModel(cases, careless=plan.model == "careless", seed=plan.seed)


async def live_through(
    memory: AgentMemory,
    clock: VirtualClock,
    plan: QuestionLife,
    cases: Sequence[QuestionCase],
    between_turns: float = _BETWEEN_TURNS,
) -> None:
    """Record the ordinary moments of `plan` and what `cases` tell; between turns pass seconds."""
    ordinary, placed = Ordinary(plan.seed), _place(cases, plan.memories)
    for number in range(plan.memories):
        for said in placed.get(number, ()):
            memory.record(make_told_memory(said))
        memory.record(ordinary.own() if number % TURN_EVERY == 0 else ordinary.around())
        if number % TURN_EVERY == 0:
            memory.end_turn()
            await clock.advance(between_turns)
            while await memory.relieve(0):
                pass  # waits for running compactions; an excess of 0 starts none
        if number % SLEEP_EVERY == 0:
            await memory.consolidate()
            await memory.compact_asleep()


def _place(cases: Sequence[QuestionCase], memories: int) -> Mapping[int, Sequence[Said]]:
    """Return what is told before which ordinary moment."""
    placed: dict[int, list[Said]] = {}
    for case in cases:
        for said in case.said:
            placed.setdefault(int(said.when * memories), []).append(said)
    return placed


def make_told_memory(said: Said) -> NewMemory:
    """Return the memory of what is told, or of what the agent sees."""
    if said.speaker:
        text = f'{said.speaker} says, "{said.text}"'
        nature = Nature.SPEECH
        return NewMemory(text, "observation", event="say", speaker=said.speaker, nature=nature)
    text = f"~{OWN}> look\n{said.text}"
    return NewMemory(text, "action", "result", command="look", line="look", nature=Nature.SIGHT)


def _recall(
    memory: AgentMemory,
    index: RecallIndex,
    cases: Sequence[QuestionCase],
    carried: str,
    texts: Texts,
) -> Iterator[tuple[str, str]]:
    retrieved = RetrievedMemories(memory, index, load_tokens())
    for case in cases:
        heard = f'{ASKER} asks, "{case.question}"'
        hits = retrieved.find_hits(_SITUATION, heard, carried)
        yield case.key, retrieved.render_block(texts, hits, CONTEXT)
