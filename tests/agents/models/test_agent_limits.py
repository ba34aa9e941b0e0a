"""What one agent may ask of a model in a minute and in a day."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from agents.boundaries import Completion, Model, ModelOverBudget, Provider
from agents.clock import VirtualClock
from agents.models.budget import Budget
from agents.models.dispatcher import Dispatcher, Endpoint, ModelRequest, RequestLimits
from agents.models.spending import Spending


@dataclass
class Fountain:
    """A model whose every answer takes ten tokens; it notes when it was asked."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    times: list[float] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    label: str = "fountain"

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
        self.times.append(self.clock.monotonic())
        return Completion("look", 8, 2, "stop")

    async def close(self) -> None:
        """Nothing to close."""

    def dispatcher(self, limits: RequestLimits) -> Dispatcher:
        endpoint = Endpoint(self, clock=self.clock, concurrency=4)
        rng = random.Random(1)
        budget = Budget("npc", Spending(self.clock), self.clock)
        return Dispatcher(
            endpoint, limits, budget, clock=self.clock, rng=rng, log=self.logged.append
        )


_provider: type[Provider] = Fountain


async def take_turn(dispatcher: Dispatcher, agent: str) -> Completion | None:
    return await dispatcher.submit(agent, lambda: ModelRequest("p"))


async def summarize(model: Model) -> Completion:
    return await model.complete("p", stop=(), max_tokens=5, temperature=0.1)


async def test_turns_beyond_the_minute_are_refused_to_that_agent_alone() -> None:
    """A turn does not wait: somebody waits for it. Another agent asks on, and time brings more."""
    fountain = Fountain()
    dispatcher = fountain.dispatcher(RequestLimits(agent_calls_per_minute=4))
    for _ in range(4):
        await take_turn(dispatcher, "Moss")
    with pytest.raises(ModelOverBudget, match=r"Moss has made 4 requests .* in 15 s"):
        await take_turn(dispatcher, "Moss")
    await take_turn(dispatcher, "Wren")
    assert len(fountain.times) == 5
    await fountain.clock.advance(15)
    await take_turn(dispatcher, "Moss")


async def test_summaries_wait_and_leave_half_to_turns() -> None:
    """Work in the background goes on as fast as the limit allows, and turns go before."""
    fountain = Fountain()
    dispatcher = fountain.dispatcher(RequestLimits(agent_calls_per_minute=4))
    model = dispatcher.model("summaries", "Moss")
    work = [asyncio.ensure_future(summarize(model)) for _ in range(2)]
    await asyncio.gather(*work)
    later = asyncio.ensure_future(summarize(model))
    await fountain.clock.settle()
    assert fountain.times == [0.0, 0.0]
    assert not later.done()
    await take_turn(dispatcher, "Moss")
    await fountain.clock.advance(30)
    await later
    assert fountain.times == [0.0, 0.0, 0.0, 30.0]


async def test_an_agent_pays_for_its_turns_and_its_summaries() -> None:
    """Its day ends before that of the others, and comes back at midnight."""
    fountain = Fountain()
    dispatcher = fountain.dispatcher(RequestLimits(daily_tokens=100, agent_daily_tokens=20))
    model = dispatcher.model("summaries", "Moss")
    await take_turn(dispatcher, "Moss")
    await summarize(model)
    for work in (take_turn(dispatcher, "Moss"), summarize(model)):
        with pytest.raises(ModelOverBudget, match="Moss's daily 20 tokens are used up"):
            await work
    await take_turn(dispatcher, "Wren")
    assert dispatcher.status().agents_today == {"Moss": 20, "Wren": 10}
    await fountain.clock.advance(86_400)
    await take_turn(dispatcher, "Moss")
    assert dispatcher.status().agents_today == {"Moss": 10}


async def test_limits_hold_from_the_next_request_on() -> None:
    """A changed profile counts what was used before."""
    fountain = Fountain()
    dispatcher = fountain.dispatcher(RequestLimits())
    for _ in range(3):
        await take_turn(dispatcher, "Moss")
    endpoint = Endpoint(fountain, clock=fountain.clock, concurrency=1)
    dispatcher.rebind(endpoint, RequestLimits(agent_daily_tokens=30))
    with pytest.raises(ModelOverBudget, match="Moss's daily 30 tokens are used up"):
        await take_turn(dispatcher, "Moss")
