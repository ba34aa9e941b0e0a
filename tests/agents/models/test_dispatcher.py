import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from agents.boundaries import (
    Completion,
    Model,
    ModelBadReply,
    ModelError,
    ModelOverBudget,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    Provider,
)
from agents.clock import VirtualClock
from agents.models.dispatcher import Dispatcher, Endpoint, ModelRequest, RequestLimits

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
