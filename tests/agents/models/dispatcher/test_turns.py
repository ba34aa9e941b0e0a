"""Turns at an endpoint: who comes next, how many at once, and what frees a turn."""

import asyncio
import random

import pytest

from agents.boundaries import ModelBadReply, ModelUnavailable
from agents.models.dispatcher import Endpoint, ModelRequest
from tests.agents.models.dispatcher.bench import Bench, ask, completion, hang, result


async def test_owners_take_turns_whatever_one_of_them_floods() -> None:
    """A flood from one owner delays another by one request at most."""
    bench = Bench(seconds=1)
    dispatcher = bench.dispatcher()
    flood = [ask(dispatcher, "Moss", str(number)) for number in range(5)]
    await bench.clock.settle()
    late = [ask(dispatcher, "Fern", "a"), ask(dispatcher, "Fern", "b")]
    await bench.clock.settle()
    assert (dispatcher.status().in_flight, dispatcher.status().waiting) == (1, 6)
    await bench.clock.advance(20)
    await asyncio.gather(*flood, *late)
    assert [owner[0] + prompt for owner, prompt in bench.asked] == [
        "M0", "M1", "Fa", "M2", "Fb", "M3", "M4",
    ]  # fmt: skip


async def test_the_number_at_once_is_bounded_and_one_to_an_owner() -> None:
    """Never more than `concurrency` requests are in flight, never two of one owner."""
    bench = Bench(seconds=1)
    dispatcher = bench.dispatcher(concurrency=2)
    tasks = [ask(dispatcher, owner) for owner in ("Moss", "Moss", "Fern", "Sedge")]
    await bench.clock.settle()
    assert sorted(bench.running) == ["Fern", "Moss"]
    await bench.clock.advance(10)
    await asyncio.gather(*tasks)
    assert max(bench.peaks) == 2
    alone = Bench(seconds=1)
    only = alone.dispatcher(concurrency=2)
    pair = [ask(only), ask(only)]
    await alone.clock.advance(10)
    await asyncio.gather(*pair)
    assert max(alone.peaks) == 1


async def test_the_prompt_is_built_when_its_turn_comes() -> None:
    """What changes while a request waits is in its prompt."""
    bench = Bench(seconds=5)
    dispatcher = bench.dispatcher()
    present = ["old"]
    first = ask(dispatcher, "Fern")
    await bench.clock.settle()
    waiting = asyncio.ensure_future(dispatcher.submit("Moss", lambda: ModelRequest(present[0])))
    await bench.clock.settle()
    present[0] = "new"
    await bench.clock.advance(20)
    await asyncio.gather(first, waiting)
    assert bench.asked[1] == ("Moss", "new")


async def test_a_build_that_returns_none_calls_the_request_off() -> None:
    """None comes back, nothing is sent, and the turn is free for others."""
    bench = Bench()
    dispatcher = bench.dispatcher()
    assert await dispatcher.submit("Moss", lambda: None) is None
    assert bench.asked == []
    assert await dispatcher.submit("Fern", lambda: ModelRequest("p")) == completion()


async def test_a_build_that_breaks_breaks_only_its_own_turn() -> None:
    """An error in `build` reaches its caller and frees the turn."""
    bench = Bench()
    dispatcher = bench.dispatcher()
    with pytest.raises(ZeroDivisionError):
        await dispatcher.submit("Moss", lambda: ModelRequest(str(1 // 0)))
    assert await dispatcher.submit("Moss", lambda: ModelRequest("p")) == completion()


async def test_a_cancelled_request_frees_its_turn() -> None:
    """Cancelled while it waits or while it runs: the others go on."""
    bench = Bench(answers=[hang()])
    dispatcher = bench.dispatcher()
    running, waiting = ask(dispatcher, "Moss"), ask(dispatcher, "Fern")
    await bench.clock.settle()
    waiting.cancel()
    await bench.clock.settle()
    assert dispatcher.status().waiting == 0
    running.cancel()
    for task in (running, waiting):
        with pytest.raises(asyncio.CancelledError):
            await task
    assert dispatcher.status().in_flight == 0
    assert await result(bench.clock, ask(dispatcher, "Sedge")) == completion()


async def test_cancelled_at_the_moment_its_turn_comes() -> None:
    """A turn given to a request that is being cancelled is not lost."""
    bench = Bench(seconds=1)
    dispatcher = bench.dispatcher()
    first, second = ask(dispatcher, "Moss"), ask(dispatcher, "Fern")
    await bench.clock.settle()
    first.add_done_callback(lambda _: second.cancel())
    await bench.clock.advance(1)
    await asyncio.gather(first, second, return_exceptions=True)
    assert dispatcher.status().in_flight == 0
    assert await result(bench.clock, ask(dispatcher, "Fern")) == completion()


async def test_profiles_on_one_endpoint_share_turns_and_breaker() -> None:
    """Two dispatchers on one endpoint never exceed its limit and know of its failures."""
    bench = Bench(seconds=1)
    endpoint = Endpoint(bench, clock=bench.clock, concurrency=1)
    npc, summarizer = bench.on(endpoint, retries=0), bench.on(endpoint)
    tasks = [ask(npc, "Moss"), ask(summarizer, "summaries")]
    await bench.clock.advance(10)
    await asyncio.gather(*tasks)
    assert max(bench.peaks) == 1
    bench.answers += [ModelUnavailable("x") for _ in range(5)]
    for _ in range(5):
        with pytest.raises(ModelUnavailable):
            await result(bench.clock, ask(npc))
    assert summarizer.status().circuit == "open"
    assert summarizer.status().tally.completed == 1


@pytest.mark.parametrize("seed", range(6))
async def test_nothing_is_lost_under_random_cancellation(seed: int) -> None:
    """Whatever is cancelled when, every request ends and no turn stays taken."""
    rng = random.Random(seed)
    bench = Bench(seconds=0.5)
    dispatcher = bench.dispatcher(concurrency=2, retries=1)
    tasks = []
    for number in range(60):
        bench.answers.append(completion() if rng.random() < 0.8 else ModelBadReply("x"))
        tasks.append(ask(dispatcher, rng.choice("abc"), str(number)))
        if rng.random() < 0.4:
            rng.choice(tasks).cancel()
        await bench.clock.advance(rng.choice([0.0, 0.25, 0.5]))
    await bench.clock.advance(1000)
    assert all(task.done() for task in tasks)
    await asyncio.gather(*tasks, return_exceptions=True)
    status = dispatcher.status()
    assert (status.in_flight, status.waiting, bench.running) == (0, 0, [])
    assert max(bench.peaks) <= 2
