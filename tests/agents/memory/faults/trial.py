"""An agent's life under one strategy, with a model that is watched."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.boundaries import Completion
from agents.clock import VirtualClock
from agents.memory.compaction_run import CompactionReport
from agents.memory.compactor import CannotCompact
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Compaction, Experience, NewMemory, Record, Summary
from agents.memory.core.view import View, display_summary
from agents.memory.memory import AgentMemory
from agents.memory.strategies.protocol import NothingToCompact, Strategy
from agents.memory.summarization.summarizer import ModelSummarizer
from agents.models.testing import RehearsalModel, plant_facts
from agents.models.testing.prompts import parse_prompt
from agents.models.testing.retelling import SECTIONS
from tests.agents.memory.proof.checks import FRAMES
from tests.agents.memory.proof.deeds import SMALL
from tests.agents.memory.settings import STRATEGIES, memory_settings
from tests.agents.memory.support import Bench, PlainCounter, assert_whole, log_of
from world.nature import Nature

#: A strategy that has not compacted by then, asked at every moment there is, never does.
LONGEST = 30

#: Tokens of a prompt that are not memories.
OVERHEAD = 500

FACTS = plant_facts(2)
"""They are told in the first memories."""

SETTINGS: Mapping[str, Any] = {**SMALL, "summary_max_sentences": 12}
"""As in the proof; what a limit of a few sentences leaves out is no fault of a compaction."""

_TEXT = Summary("s", "recent", "I was here.", (1, 9), "llm", VirtualClock().now())

_NUMBERED = re.compile(r"the (\d+)th verse")


class WatchedModel:
    """The rehearsal model; keeps what it is asked, and how many requests ran at once.

    It gives `answers` first, then `always` if that is set, then the rehearsal model's answer.
    If it `echoes`, it gives the first half of the memories that it is to summarise.
    While it is held it does not answer.  If it is `formal`, an answer in sections is what those
    get who ask for sections, however wrong it is.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self.rehearsal = RehearsalModel(clock=clock, drip=0.01)
        self.answers: list[str | Exception] = []
        self.always: str | Exception | None = None
        self.echoes = False
        self.prompts: list[str] = []
        self.stops: list[tuple[str, ...]] = []
        self.most_at_once = 0
        self.formal = False
        self._running = 0
        self._free = asyncio.Event()
        self._free.set()

    def hold(self) -> None:
        self._free.clear()

    def release(self) -> None:
        self._free.set()

    @property
    def summarised(self) -> list[int]:
        """The numbers of the memories that it was given, in order."""
        lines = (line for prompt in self.prompts for line in parse_prompt(prompt).lines)
        found = (_NUMBERED.search(line.text) for line in lines if line.number)
        return [int(each[1]) for each in found if each]

    async def complete(self, prompt: str, **asked: Any) -> Completion:
        self.prompts.append(prompt)
        self.stops.append(tuple(asked["stop"]))
        self._running += 1
        self.most_at_once = max(self.most_at_once, self._running)
        try:
            await self._free.wait()
            return await self._answer(prompt, asked)
        finally:
            self._running -= 1

    async def _answer(self, prompt: str, asked: dict[str, Any]) -> Completion:
        answer = self.answers.pop(0) if self.answers else self.always
        if self.echoes:
            lines = [each.text for each in parse_prompt(prompt).lines if each.number]
            answer = "\n".join(lines[: len(lines) // 2 + 1]) or None
        if isinstance(answer, Exception):
            raise answer
        if answer is None:
            given = await self.rehearsal.complete(prompt, **asked)
        else:
            given = Completion(answer, len(prompt) // 4, len(answer) // 4, "stop")
        kind = parse_prompt(prompt).kind if self.formal else "turn"
        written = kind == "sections" and SECTIONS[0] not in given.text
        return replace(given, text=write_in_sections(given.text)) if written else given


def write_in_sections(text: str) -> str:
    """Return `text` as a model writes it that is asked for sections."""
    return "\n".join(f"{each}:\n{text if n < 2 else 'none'}" for n, each in enumerate(SECTIONS))


class Trial:
    """One agent under one strategy, which is asked at every moment at which one is asked.

    The clock stands still unless a test moves it.
    """

    def __init__(self, folder: Path, strategy: str) -> None:
        self.bench = Bench(folder)
        self.clock = self.bench.clock
        self.model = WatchedModel(self.clock)
        self.bench.summarizer = make_summarizer(self.model)
        self.strategy = strategy
        self.memory = self.open()
        self._moments: list[asyncio.Task[None]] = []

    def open(self) -> AgentMemory:
        return self.bench.open(strategy=self.strategy, **SETTINGS)

    async def restart(self) -> None:
        await self.memory.close()
        self.memory = self.open()

    # --- living ------------------------------------------------------------------------

    def record(self, text: str = "") -> None:
        n = self.memory.last_seq + 1
        fact = f" and says that {FACTS[n - 1].clause}" if n <= len(FACTS) else ""
        verse = f"Fern hums to me the {n}th verse of the long song of the old mill{fact}."
        new = NewMemory(
            text or verse, "observation", event="say", speaker="Fern", nature=Nature.SPEECH
        )
        assert self.memory.record(new) is not None

    async def live(self, count: int = 1, *, waiting: bool = True) -> None:
        """So many memories; `waiting`: what each of them starts ends before the next."""
        for _ in range(count):
            self.record()
            await self.clock.settle()
            self._moments.append(asyncio.ensure_future(self._pass_moments()))
            await self.clock.settle()
            if waiting:
                await self.end_moments()

    async def _pass_moments(self) -> None:
        """A turn ends, the next one is about to begin, and now and then the agent sleeps."""
        tokens = OVERHEAD + len(self.prompt) // 4
        self.memory.measure_prompt(tokens)
        self.memory.end_turn()
        await self.clock.settle()
        await self.memory.relieve_urgently(tokens)
        if self.memory.last_seq % 4 == 0:
            await self.memory.compact_asleep()

    async def end_moments(self) -> None:
        moments, self._moments = self._moments, []
        await asyncio.gather(*moments)
        await self.clock.settle()

    async def live_until_asked(self) -> None:
        """Until the model is asked for something."""
        asked, last = len(self.model.prompts), self.memory.last_seq + LONGEST
        while len(self.model.prompts) == asked:
            assert self.memory.last_seq < last
            await self.live(waiting=False)

    async def live_until_compacted(self, count: int = 1) -> None:
        """Until so many compactions more have been made, by themselves."""
        for _ in range(count):
            stood, last = self.memory.view.counts.compactions, self.memory.last_seq + LONGEST
            while self.memory.view.counts.compactions == stood:
                assert self.memory.last_seq < last
                await self.live()

    async def compact(self, *, force: bool = True) -> CompactionReport | None:
        """By hand; return what was done, None if there was nothing to do."""
        try:
            task = self.memory.begin_compaction(force=force)
        except CannotCompact:
            return None
        return await task

    @property
    def formal_answers(self) -> Sequence[bool]:
        """Whether an answer comes in sections: not, and where the strategy asks for them, so."""
        form = self.memory.strategy.choose_form(_TEXT)
        return (False, True) if form.sections else (False,)

    # --- looking -----------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The part of a prompt that shows the memory."""
        return self.memory.render_section(FRAMES)

    @property
    def log(self) -> list[Record]:
        return log_of(self.memory)

    @property
    def compactions(self) -> list[Compaction]:
        return [each for each in self.log if isinstance(each, Compaction)]

    @property
    def texts(self) -> str:
        """What all standing summaries say."""
        return "\n".join(each.text for each in self.memory.view.summaries)

    def assert_in_sight(self) -> None:
        """Each memory is in one summary or in the tail, and the prompt shows all of them."""
        assert_whole(self.memory)
        view, prompt = self.memory.view, self.prompt
        for shown in (*map(display_summary, view.summaries), *(each.text for each in view.tail)):
            assert shown.strip() and shown in prompt


def make_summarizer(model: WatchedModel) -> ModelSummarizer:
    """Return a summarizer that follows instructions and says what it cites."""
    return ModelSummarizer(
        model,
        profile="summarizer",
        model_name="rehearsal",
        max_tokens=400,
        temperature=0.0,
        context_tokens=8000,
        tokens=PlainCounter(),
        instructed=True,
    )


def has_work(strategy: str) -> bool:
    """Return whether a strategy finds something to compact when it is asked for all it can do."""
    clock = VirtualClock()
    tail = tuple(
        Experience(n, clock.now(), f"The {n}th verse.", "observation") for n in range(1, 400)
    )
    view = View(tail=tail, last_seq=len(tail))
    try:
        _make_strategy(strategy).choose_manual_span(view, Gauge(PlainCounter()), force=True)
    except NothingToCompact:
        return False
    return True


def uses_model(strategy: str) -> bool:
    """Return whether a model writes the strategy's texts."""
    return has_work(strategy) and _make_strategy(strategy).choose_form(_TEXT).use_model


def _make_strategy(strategy: str) -> Strategy:
    return memory_settings(strategy=strategy, **SETTINGS).strategy


COMPACTING: Sequence[str] = [each for each in STRATEGIES if has_work(each)]
"""The strategies that ever compact."""

MODELLED: Sequence[str] = [each for each in COMPACTING if uses_model(each)]
"""The strategies with texts of a model; only under them can a model's fault be one of theirs."""
