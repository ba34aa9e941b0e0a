"""An endpoint that keeps failing is left alone for a while."""

import asyncio

import pytest

from agents.boundaries import ModelUnavailable
from tests.agents.models.dispatcher.bench import Bench, ask, completion, hang, result


async def test_a_broken_endpoint_is_left_in_peace_then_probed() -> None:
    """After five failures nothing is sent for a while; then one probe decides."""
    bench = Bench(answers=[ModelUnavailable("refused") for _ in range(6)])
    dispatcher = bench.dispatcher(retries=0)

    async def fails(text: str) -> None:
        with pytest.raises(ModelUnavailable, match=text):
            await ask(dispatcher)

    for _ in range(5):
        await fails("refused")
    status = dispatcher.status()
    assert (status.circuit, status.why, status.retry_in) == ("open", "refused", 5.0)
    await fails("bench: not asked for another 5 s after repeated failures, the last being: refused")
    assert len(bench.asked) == 5
    await bench.clock.advance(5)
    await fails("refused")
    assert dispatcher.status().retry_in == 10.0
    await bench.clock.advance(10)
    assert await ask(dispatcher) == completion()
    assert dispatcher.status().circuit == "closed"
    assert bench.logged == [
        "[Model] not asked for 5 s after repeated failures: refused",
        "[Model] not asked for 10 s after repeated failures: refused",
        "[Model] bench: answers again",
    ]


async def test_retries_stop_when_the_circuit_opens() -> None:
    """A request with many retries does not hammer an endpoint whose circuit opened."""
    bench = Bench(answers=[ModelUnavailable("refused") for _ in range(20)])
    with pytest.raises(ModelUnavailable, match="refused"):
        await result(bench.clock, ask(bench.dispatcher(retries=19)))
    assert len(bench.asked) == 5


async def test_a_cancelled_probe_lets_the_next_one_probe() -> None:
    """Cancelling the probe of a half-open circuit does not close it for good."""
    bench = Bench(answers=[*(ModelUnavailable("x") for _ in range(5)), hang()])
    dispatcher = bench.dispatcher(retries=0)
    for _ in range(5):
        with pytest.raises(ModelUnavailable):
            await ask(dispatcher)
    await bench.clock.advance(5)
    probe = ask(dispatcher)
    await bench.clock.settle()
    assert dispatcher.status().circuit == "half-open"
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    assert await ask(dispatcher) == completion()
