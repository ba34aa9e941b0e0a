"""A provider on a virtual clock, whose answers a test chooses."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.boundaries import Completion, Model, Provider
from agents.clock import VirtualClock
from agents.models.budget import Budget
from agents.models.dispatcher import Dispatcher, Endpoint, ModelRequest, RequestLimits
from agents.models.spending import Spending

Answer = Completion | BaseException | asyncio.Future[Completion]


def completion(text: str = "look", tokens: int = 10) -> Completion:
    return Completion(text, tokens, 0, "stop", cached_tokens=tokens // 2)


@dataclass
class Bench:
    """A provider that answers as told and records each request with owner, time and company."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    answers: list[Answer] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    seconds: float = 0.0
    label: str = "bench"

    def model_for(self, owner: str) -> Model:
        return BenchModel(self, owner)

    async def close(self) -> None:
        """Nothing to close."""

    def dispatcher(self, concurrency: int = 1, **limits: float) -> Dispatcher:
        endpoint = Endpoint(self, clock=self.clock, concurrency=concurrency)
        return self.on(endpoint, **limits)

    def on(self, endpoint: Endpoint, **limits: float) -> Dispatcher:
        return Dispatcher(
            endpoint,
            RequestLimits(**limits),  # type: ignore[arg-type]
            Budget("npc", Spending(self.clock), self.clock),
            clock=self.clock,
            rng=random.Random(1),
            log=self.logged.append,
        )


@dataclass
class BenchModel:
    bench: Bench
    owner: str

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        bench = self.bench
        bench.asked.append((self.owner, prompt))
        bench.times.append(bench.clock.monotonic())
        bench.running.append(self.owner)
        bench.peaks.append(len(bench.running))
        try:
            if bench.seconds:
                await bench.clock.sleep(bench.seconds)
            return await self._answer()
        finally:
            bench.running.remove(self.owner)

    async def _answer(self) -> Completion:
        answer = self.bench.answers.pop(0) if self.bench.answers else completion()
        if isinstance(answer, BaseException):
            raise answer
        return answer if isinstance(answer, Completion) else await answer


_provider: type[Provider] = Bench


def hang() -> asyncio.Future[Completion]:
    return asyncio.get_running_loop().create_future()


def ask(
    dispatcher: Dispatcher, owner: str = "Moss", prompt: str = "p"
) -> asyncio.Task[Completion | None]:
    return asyncio.ensure_future(dispatcher.submit(owner, lambda: ModelRequest(prompt)))


async def result(clock: VirtualClock, task: asyncio.Task[Completion | None]) -> Completion | None:
    while not task.done():
        await clock.advance(1)
    return await task
