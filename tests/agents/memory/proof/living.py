"""One agent's memory, taken through whatever may happen to it, and looked at after each step."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from agents.boundaries import Completion, Model, ModelTimeout
from agents.clock import VirtualClock
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.compactor_states import CompactorState
from agents.memory.core.records import ONCE, Edit, Experience, Record, Turn
from agents.memory.journal.extractor import Extraction, extract_facts
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig
from agents.memory.summarization.summarizer import ModelSummarizer
from agents.memory.summary_files.page import list_file_summaries
from agents.models.testing import RehearsalModel
from agents.models.testing.modes import Mode
from tests.agents.memory.proof.checks import (
    FRAMES,
    check_files,
    check_kept,
    check_prompts,
    check_status,
    check_view,
    prompt_id,
)
from tests.agents.memory.proof.deeds import KINDS, deed, small
from tests.agents.memory.proof.failing import LivingDisk
from tests.agents.memory.support import PlainCounter, quiet_parts, reconfigure
from tests.loops import end_all_but_this
from world.vault.markdown import read_note, render_note

#: Longer than a writer's patience with a model, than any backoff and than a redo waits.
LONG = 2000.0


class WaywardClock(VirtualClock):
    """Somebody sets the time of day; what is measured in seconds is not touched by it."""

    def __init__(self) -> None:
        super().__init__()
        self.set_by = timedelta()

    def forget(self) -> None:
        """The process whose timers these are is gone."""
        self._timers.clear()

    def now(self) -> datetime:
        return super().now() + self.set_by


class Limited:
    """Answers within five minutes or not at all, as every provider does."""

    def __init__(self, model: Model, clock: VirtualClock) -> None:
        self._model = model
        self._clock = clock

    async def complete(self, prompt: str, **asked: Any) -> Completion:
        answer = asyncio.ensure_future(self._model.complete(prompt, **asked))
        timer = self._clock.call_later(300, lambda: _give_up(answer))
        try:
            await asyncio.wait([answer])
        finally:
            timer.cancel()
            answer.cancel()
        if answer.cancelled():
            raise ModelTimeout("no answer within 300 s")
        return answer.result()


def _give_up(answer: asyncio.Future[Completion]) -> None:
    answer.cancel()


class Life:
    """Everything that may happen to one agent's memory, each a step; `settle` may be left out."""

    def __init__(self, folder: Path, strategy: str) -> None:
        self.folder = folder / "Moss"
        self.settings = small(strategy)
        self.clock = WaywardClock()
        self.model = RehearsalModel(keeps_prompts=False, drip=0.1, clock=self.clock)
        self.disk = LivingDisk()
        self.log: list[str] = []
        self.told: dict[int, str] = {}
        """Acknowledged memories."""
        self.prompts: dict[str, str] = {}
        self.edits = 0
        self.lagging = False
        """Whether files and view need not agree before somebody has the files looked at."""
        self.chunked = False
        self._thought: Turn | None = None
        self.memory = self._open()

    # --- the process -------------------------------------------------------------------

    def _open(self) -> AgentMemory:
        pauses = self.disk.pauses
        synced = self.disk.synced_to
        self.disk = LivingDisk(pauses)
        self.disk.synced_to = synced
        self.clock.forget()
        journal = JournalPlace(self.folder.parent / "journal.jsonl")
        parts = quiet_parts(self.clock, self.disk, journal)
        config = MemoryConfig(self.settings, self._summarizer(), self._extract)
        memory = AgentMemory.open(self.folder, "Moss", config, replace(parts, log=self.log.append))
        # So small that a life has several: the size is the archive's own affair.
        memory._ledger.archive._segment_bytes = 6000
        self.lagging = False
        self._thought = None
        return memory

    async def _extract(self, memories: Sequence[Experience], model: Model) -> Extraction:
        return await extract_facts(
            memories,
            "Moss",
            Limited(model, self.clock),
            tokens=PlainCounter(),
            max_tokens=100,
            temperature=0.0,
            report=self.log.append,
            context_tokens=2000,
        )

    def _summarizer(self) -> ModelSummarizer:
        return ModelSummarizer(
            self.model,
            profile="summarizer",
            model_name="rehearsal",
            max_tokens=100,
            temperature=0.0,
            context_tokens=700 if self.chunked else 4000,
            tokens=PlainCounter(),
            instructed=not self.chunked,
        )

    async def gone(self) -> None:
        """The process is killed: nothing of it touches the disk any more."""
        self.disk.dead = True
        self.memory._ledger._closed = True
        self.memory._compactor._move_to(CompactorState.CLOSED)
        await end_all_but_this()
        self.memory._ledger.archive.close()

    # --- steps -------------------------------------------------------------------------

    async def step(self, name: str, number: int, turns: int) -> None:
        """One of the steps below; then the loop turns so often, or until nothing is ready."""
        await getattr(self, name)(number)
        if turns < 0:
            await self.clock.settle()
        for _ in range(turns):
            await asyncio.sleep(0)
        self.check(settled=turns < 0)

    async def add(self, number: int) -> None:
        """Some memories at once."""
        rng = random.Random(number)
        for _ in range(rng.randint(1, 6)):
            self._add(rng.choice(list(KINDS)))

    async def look_round(self, number: int) -> None:
        """Much output, some of which may be masked."""
        for n in range(9 + number % 5):
            self._add("speech" if n % 4 == number % 4 else "look")

    def _add(self, kind: str) -> None:
        seq = self.memory.last_seq + 1
        memory = self.memory.record(deed(kind, seq))
        assert memory is not None and memory.seq == seq
        self.told[seq] = memory.text

    async def think(self, number: int) -> None:
        """A prompt is made; what came of it is recorded by the next `turn`."""
        view = self.memory.view
        head, notes = f"You are Moss {number % 3}.\n", f"A note {number}.\n" * (number % 2)
        situation = f"You are in The Mill {number}.\n~Moss>"
        form = ("", ONCE, ONCE)[number % 3]
        prompt = head + self.memory.render_section(FRAMES, form=form) + notes + situation
        self.prompts[prompt_id(prompt)] = prompt
        self._thought = Turn(
            situation,
            head,
            FRAMES,
            notes,
            model="rehearsal",
            after=view.last_seq,
            revision=view.revision,
            prompt_id=prompt_id(prompt),
            form=form,
        )
        self.memory.measure_prompt(len(prompt) // 4)

    async def turn(self, number: int) -> None:
        """The model has answered the last prompt, or one that is made now."""
        if self._thought is None:
            await self.think(number)
        assert self._thought is not None
        self.memory.record_turn(self._thought)
        self._thought = None
        self.memory.end_turn()

    async def compact(self, number: int) -> None:
        """By hand."""
        try:
            task = self.memory.begin_compaction(force=bool(number % 2))
        except CannotCompact:
            return
        if number % 3 == 0:
            await self._end(task)

    async def cancel(self, number: int) -> None:
        """A compaction by hand is called off after some turns of the loop."""
        try:
            task = self.memory.begin_compaction(force=True)
        except CannotCompact:
            return
        for _ in range(number % 12):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        self.lagging = True

    async def bootstrap(self, number: int) -> None:
        await self._end(asyncio.ensure_future(self.memory.bootstrap()))

    async def relieve(self, number: int) -> None:
        """The prompt is too long."""
        await self._end(asyncio.ensure_future(self.memory.relieve(number % 900 + 1, number % 90)))

    async def ease(self, number: int) -> None:
        """A turn is about to begin whose prompt has so many tokens."""
        await self._end(asyncio.ensure_future(self.memory.relieve_urgently(number % 3000)))

    async def sleep(self, number: int) -> None:
        """A night."""
        await self._end(asyncio.ensure_future(self.memory.consolidate()))
        await self._end(asyncio.ensure_future(self.memory.compact_asleep()))

    async def _end(self, task: asyncio.Future[Any]) -> None:
        """Wait for `task`, for as long as it takes."""
        while not task.done():
            await self.clock.advance(LONG / 4)
        with suppress(CannotCompact, CompactionFailed):
            task.result()

    async def mode(self, number: int) -> None:
        """The model behaves in another way from now on."""
        modes: list[Mode] = [
            "ok", "lossy", "empty", "refusal", "echo", "inflate", "injected-instruction",
            "wrong-citations", "500", "hang", "answers-instead", "nonsense", "slow-drip",
        ]  # fmt: skip
        self.model.summaries = modes[number % len(modes)]

    async def model_is(self, number: int) -> None:
        """There is another model, or none."""
        self.chunked = number % 3 == 1
        reconfigure(self.memory, summarizer=None if number % 3 == 2 else self._summarizer())

    async def switch(self, number: int) -> None:
        """Another strategy, or the same with other settings."""
        strategies = ["waterfall", "rolling", "sleep", "layered", "tree"]
        self.settings = small(strategies[number % 5], number // 5 % 500)
        reconfigure(self.memory, settings=self.settings)

    async def edit(self, number: int) -> None:
        """A person rewrites one of the summaries, and perhaps has it taken over."""
        stand = list_file_summaries(self.memory.view)
        if not stand:
            return
        each = stand[number % len(stand)]
        name = "recent.md" if each.type in ("recent", "leaf") else "longterm.md"
        path = self.folder / "summaries" / name
        if not path.exists():
            return
        self.edits += 1
        text = f"I was edited {self.edits} times, and Fern's {number}th coin is mine."
        path.write_text(render_note(read_note(path).metadata, text), encoding="utf-8")
        self.lagging = True
        if number % 3:
            running = self.memory.status().running
            said = self.memory.adopt_edits()
            assert running or any(name in line for line in said)
            self.lagging = running

    async def set_clock(self, number: int) -> None:
        """Somebody sets the time of day, forward or back."""
        self.clock.set_by += timedelta(seconds=random.Random(number).randint(-4000, 4000))

    async def wait(self, number: int) -> None:
        """Time passes: retries, and deterministic texts made again."""
        await self.clock.advance((0.4, 1.0, 61.0, LONG)[number % 4])

    async def pace(self, number: int) -> None:
        """The disk is slower or faster from now on."""
        self.disk.pauses = number % 4

    async def restart(self, number: int) -> None:
        before, running = self.memory.view, self.memory.status().running
        lagging = self.lagging
        await self.memory.close()
        self.memory = self._open()
        assert running or lagging or self.memory.view == before

    async def kill(self, number: int) -> None:
        """The process dies; perhaps in the middle of writing its next line.

        By the time that two segments more are full, the kernel has written the older ones.
        """
        await self.gone()
        for path in sorted((self.folder / "archive").glob("*.jsonl"))[:-2]:
            self.disk.saw(path)
        if number % 2:
            torn = b'{"v":1,"kind":"memory","seq":%d,"at":"2026-01-0' % (self.memory.last_seq + 1)
            with self._newest().open("ab") as file:
                file.write(torn[: number // 2 % len(torn) + 1])
        self.memory = self._open()

    async def power(self, number: int) -> None:
        """The power fails: of the newest segment the medium has what was synced, perhaps more."""
        await self.gone()
        paths = sorted((self.folder / "archive").glob("*.jsonl"))
        safe = [self.disk.safe(path) for path in paths]
        rng = random.Random(number)
        for path, least in zip(paths, safe, strict=True):
            content = path.read_bytes()
            if least < len(content):
                path.write_bytes(content[: rng.randint(least, len(content))])
                self._forget_after(path, paths)
                break
        self.memory = self._open()
        self._keep_only(self.memory.last_seq)

    def _forget_after(self, path: Path, paths: list[Path]) -> None:
        """Segments behind one that was cut have never been synced either."""
        for later in paths[paths.index(path) + 1 :]:
            assert self.disk.safe(later) == 0
            later.unlink()

    def _keep_only(self, last: int) -> None:
        self.told = {seq: text for seq, text in self.told.items() if seq <= last}

    def _newest(self) -> Path:
        return sorted((self.folder / "archive").glob("*.jsonl"))[-1]

    # --- looking -----------------------------------------------------------------------

    def check(self, *, settled: bool) -> list[Record]:
        records = check_view(self.memory, self.folder)
        check_kept(records, self.told)
        check_status(self.memory)
        edits = [each.summary.text for each in records if isinstance(each, Edit)]
        assert all(each.startswith("I was edited") for each in edits), "nobody wrote that"
        if settled and not self.memory.status().running:
            if self.lagging:
                self.memory.adopt_edits()
                self.lagging = False
            # An edit that came too late stays where it is, and the status says so.
            if not any(".md:" in each for each in self.memory.status().causes):
                check_files(self.memory, self.folder)
        return records

    async def end(self) -> None:
        """The last look: all of it, and every prompt that was ever made."""
        self.model.summaries = "ok"
        await self.clock.advance(LONG)
        await self.memory.close()
        check_kept(self.check(settled=False), self.told)
        check_prompts(self.folder, self.prompts)
