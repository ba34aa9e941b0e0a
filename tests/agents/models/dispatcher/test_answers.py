"""What a dispatcher answers and counts: completions, the daily cap, another endpoint."""

import pytest

from agents.boundaries import Model, ModelOverBudget, ModelUnavailable
from agents.models.dispatcher import Endpoint, RequestLimits
from tests.agents.models.dispatcher.bench import Bench, ask, completion, result


async def test_an_answer_is_passed_on_and_counted() -> None:
    """The completion comes back, and the status tells of it."""
    bench = Bench(seconds=2)
    dispatcher = bench.dispatcher()
    assert await result(bench.clock, ask(dispatcher)) == completion()
    status = dispatcher.status()
    assert (status.label, status.circuit, status.why) == ("bench", "closed", "")
    assert (status.in_flight, status.waiting, status.tokens_today) == (0, 0, 10)
    tally = status.tally
    assert (tally.completed, tally.latency_median, tally.latency_p95) == (1, 2.0, 2.0)
    assert (tally.cache_share, tally.failed, tally.last_error_at) == (0.5, {}, None)


async def test_the_daily_cap_holds_until_midnight_utc() -> None:
    """Used-up tokens are refused without asking, and free again at 00:00 UTC."""
    bench = Bench(answers=[completion(tokens=60), completion(tokens=60)])
    dispatcher = bench.dispatcher(daily_tokens=100)
    await ask(dispatcher)
    await ask(dispatcher)
    with pytest.raises(ModelOverBudget, match=r"100 tokens are used up \(120 spent\).*00:00 UTC"):
        await ask(dispatcher)
    assert len(bench.asked) == 2
    assert dispatcher.status().tokens_today == 120
    await bench.clock.advance(24 * 3600 - 1)
    with pytest.raises(ModelOverBudget):
        await ask(dispatcher)
    await bench.clock.advance(1)
    assert await ask(dispatcher) == completion()
    assert dispatcher.status().tokens_today == 10


async def test_rebinding_takes_effect_at_the_next_attempt() -> None:
    """A dispatcher given another endpoint uses it, also for a request that is being retried."""
    old, new = Bench(answers=[ModelUnavailable("gone")]), Bench(label="new")
    dispatcher = old.dispatcher(retries=1)
    task = ask(dispatcher)
    await old.clock.settle()
    dispatcher.rebind(Endpoint(new, clock=old.clock, concurrency=1), RequestLimits(daily_tokens=7))
    assert await result(old.clock, task) == completion()
    assert (len(old.asked), len(new.asked)) == (1, 1)
    assert (dispatcher.status().label, dispatcher.status().daily_tokens) == ("new", 7)


async def test_the_facade_is_a_plain_model() -> None:
    """A summariser may use a dispatcher as if it were the model."""
    bench = Bench()
    model: Model = bench.dispatcher().model("summaries")
    answer = await model.complete("text", stop=(), max_tokens=5, temperature=0.1)
    assert answer == completion()
    assert bench.asked == [("summaries", "text")]
