"""A request that fails: what is tried again, when, and what is not."""

import pytest

from agents.boundaries import (
    ModelBadReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from agents.clock import VirtualClock
from tests.agents.models.dispatcher.bench import Bench, ask, completion, hang, result


@pytest.mark.parametrize(
    "error", [ModelUnavailable("x"), ModelTimeout("x"), ModelBadReply("x"), ModelRateLimited("x")]
)
async def test_passing_failures_are_tried_again(error: ModelError) -> None:
    """After a passing failure the request is built and sent once more, after a pause."""
    bench = Bench(answers=[error])
    dispatcher = bench.dispatcher(retries=1)
    assert await result(bench.clock, ask(dispatcher)) == completion()
    assert 0 < bench.times[1] <= 0.5
    tally = dispatcher.status().tally
    assert (tally.completed, tally.failed) == (1, {type(error).__name__: 1})
    assert tally.last_error == "x"
    assert tally.last_error_at == VirtualClock().now()


async def test_retries_end() -> None:
    """After the last retry the error is the caller's; the pauses may grow up to their bounds."""
    bench = Bench(answers=[ModelUnavailable(str(number)) for number in range(4)])
    with pytest.raises(ModelUnavailable, match="2"):
        await result(bench.clock, ask(bench.dispatcher(retries=2)))
    assert len(bench.times) == 3
    pauses = [after - before for before, after in zip(bench.times, bench.times[1:], strict=False)]
    assert pauses[0] <= 0.5
    assert pauses[1] <= 1.0


async def test_a_refusal_is_not_tried_again() -> None:
    """A rejected request would be rejected again: it is sent once and opens no circuit."""
    bench = Bench(answers=[ModelRejected("no such model") for _ in range(9)])
    dispatcher = bench.dispatcher(retries=5)
    for _ in range(9):
        with pytest.raises(ModelRejected):
            await result(bench.clock, ask(dispatcher))
    assert len(bench.asked) == 9
    assert dispatcher.status().circuit == "closed"


async def test_retry_after_is_honoured() -> None:
    """The pause is at least what the provider asked for."""
    bench = Bench(answers=[ModelRateLimited("slow down", 12.0)])
    await result(bench.clock, ask(bench.dispatcher(retries=1)))
    assert 12.0 <= bench.times[1] <= 12.5


async def test_a_very_long_retry_after_is_passed_on() -> None:
    """Nobody sits out an hour inside one turn."""
    bench = Bench(answers=[ModelRateLimited("tomorrow", 3600.0)])
    with pytest.raises(ModelRateLimited):
        await result(bench.clock, ask(bench.dispatcher(retries=3)))
    assert bench.clock.monotonic() <= 1


async def test_others_have_their_turn_while_a_retry_waits() -> None:
    """A pause before a retry does not hold the endpoint."""
    bench = Bench(answers=[ModelRateLimited("slow down", 20.0)])
    dispatcher = bench.dispatcher(retries=1)
    slow = ask(dispatcher, "Moss")
    await bench.clock.advance(1)
    assert await result(bench.clock, ask(dispatcher, "Fern")) == completion()
    assert bench.clock.monotonic() < 10
    await result(bench.clock, slow)


async def test_a_silent_model_times_out_and_lets_go() -> None:
    """The attempt ends when the profile's time is up, and the request is cancelled."""
    bench = Bench(answers=[hang()])
    dispatcher = bench.dispatcher(timeout=30, retries=0)
    task = ask(dispatcher)
    await bench.clock.advance(29)
    assert not task.done()
    await bench.clock.advance(1)
    with pytest.raises(ModelTimeout, match="bench: no complete answer within 30 s"):
        await task
    assert bench.running == []
    assert dispatcher.status().in_flight == 0


async def test_no_timeout_means_none() -> None:
    """A time-out of 0 waits as long as it takes."""
    answer = hang()
    bench = Bench(answers=[answer])
    task = ask(bench.dispatcher(timeout=0))
    await bench.clock.advance(100_000)
    answer.set_result(completion("at last"))
    assert await result(bench.clock, task) == completion("at last")


async def test_a_providers_own_fault_is_an_unavailable_model() -> None:
    """An unexpected exception never reaches a mind as anything but a ModelError."""
    bench = Bench(answers=[KeyError("surprise")])
    with pytest.raises(ModelUnavailable, match="bench: KeyError: 'surprise'"):
        await result(bench.clock, ask(bench.dispatcher(retries=0)))
