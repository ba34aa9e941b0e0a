"""Sending requests to an endpoint, with fair turns, timeouts, retries, a breaker and counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from agents.boundaries import (
    Clock,
    Completion,
    Model,
    ModelError,
    ModelRateLimited,
    ModelTimeout,
    ModelUnavailable,
    Provider,
)
from agents.clock import run_within
from agents.event_line import tell_event
from agents.models.breaker import Breaker
from agents.models.budget import Budget
from agents.models.counters import Counters, RequestCounts
from agents.models.fair_queue import FairTurns
from agents.models.request_series import Purpose
from late.late_dataclass import late_dataclass

#: Full jitter: before retry k the pause is anything from 0 to BACKOFF x 2^k seconds.
BACKOFF = 0.5
BACKOFF_LIMIT = 30.0

#: If a provider asks for a longer wait (seconds), the request fails instead.
PATIENCE = 30.0

#: No token has more characters, and a text of this length is always read. A server that sends
#: more than it was asked for must not keep everybody waiting while it is read.
TOKEN_CHARACTERS, SHORTEST = 32, 4000


@late_dataclass(frozen=True, slots=True)
class ModelRequest:
    """A prompt and the parameters for its completion."""

    prompt: str
    stop: Sequence[str] = ()
    max_tokens: int = 64
    temperature: float = 0.8
    grammar: str | None = None


Build = Callable[[], ModelRequest | None]
Log = Callable[[str], None]


@late_dataclass(frozen=True, slots=True)
class RequestLimits:
    """The limits of one profile; 0: none."""

    timeout: float = 60.0
    """Seconds of an attempt."""
    retries: int = 2
    """Attempts after the first."""
    daily_tokens: int = 0
    agent_daily_tokens: int = 0
    agent_calls_per_minute: int = 0
    is_default_cap: bool = False
    """Whether `daily_tokens` holds because the model may cost money and nobody set a cap."""


@late_dataclass(frozen=True, slots=True)
class DispatcherStatus:
    """One profile's state, for ``@llm-status``. Times in seconds; counts since the start."""

    label: str
    circuit: str
    """``closed``, ``open`` or ``half-open``."""
    why: str
    """The failure that opened the circuit; empty while it is closed."""
    retry_in: float
    """Seconds until an open circuit lets a probe through."""
    in_flight: int
    waiting: int
    tokens_today: int
    daily_tokens: int
    """The daily limit; 0: none."""
    tally: RequestCounts
    limits: RequestLimits = RequestLimits()
    """The limits in force."""
    agents_today: Mapping[str, int] = field(default_factory=dict)
    """The tokens used today by each agent that used any."""
    price: tuple[float, ...] = ()
    """What a million tokens of prompts and of replies cost; empty: no price is set."""
    cost: float = 0.0
    """Money since the start, by the prices that were set."""
    currency: str = ""
    """The currency of prices."""


class Endpoint:
    """One provider, with the turns and the breaker that its users share."""

    def __init__(self, provider: Provider, *, clock: Clock, concurrency: int) -> None:
        self.provider = provider
        self.turns = FairTurns(max(1, concurrency))
        self.breaker = Breaker(clock)


@late_dataclass(frozen=True, slots=True)
class Requester:
    """Who asks: the owner of a place in the queue and in the cache, and the agent that pays."""

    owner: str
    agent: str
    """Empty: nobody pays, and no agent's limits hold."""
    waits: bool = False
    """Whether the request waits until the agent may ask; else it fails."""
    purpose: Purpose = "turn"


CountAttempt = Callable[[Requester, Completion | None, float], None]
"""Is told of each attempt: its answer (None: it failed) and the seconds that this took."""


def count_nothing(requester: Requester, answer: Completion | None, seconds: float) -> None:
    """Do nothing with an attempt."""


class Dispatcher:
    """Sends one profile's requests to its endpoint.

    A request waits for its owner's turn. Each attempt builds its prompt when its turn comes,
    so the prompt is never stale. Other owners have turns while a retry waits.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        limits: RequestLimits,
        budget: Budget,
        *,
        clock: Clock,
        rng: random.Random,
        log: Log,
        count: CountAttempt = count_nothing,
    ) -> None:
        self._count = count
        self._endpoint = endpoint
        self._limits = limits
        self._clock = clock
        self._rng = rng
        self._log = log
        self._budget = budget
        self._counters = Counters()
        self._use_limits(limits)

    def _use_limits(self, limits: RequestLimits) -> None:
        self._limits = limits
        self._budget.configure(
            per_day=limits.daily_tokens,
            agent_per_day=limits.agent_daily_tokens,
            agent_per_minute=limits.agent_calls_per_minute,
        )

    async def submit(self, owner: str, build: Build) -> Completion | None:
        """Return the model's answer; None if `build` returned None.

        `build` is called just before each attempt is sent. Raises `ModelError` if retries
        cannot help or are used up, `ModelOverBudget` if `owner`, an agent, has asked too much.
        The call can be cancelled at any time.
        """
        return await self.submit_for(Requester(owner, owner), build)

    async def submit_for(self, requester: Requester, build: Build) -> Completion | None:
        """Do what `submit` does, for a requester."""
        for attempt in range(self._limits.retries + 1):
            try:
                return await self._attempt(requester, build)
            except ModelUnavailable as error:
                if attempt == self._limits.retries or self._is_hopeless(error):
                    raise
                await self._clock.sleep(self._draw_pause(attempt, error))
        raise AssertionError("the last attempt returns or raises")

    def model(self, owner: str, agent: str = "", purpose: Purpose = "summary") -> Model:
        """Return the profile's model for work that nobody waits for, in the name of `owner`.

        `agent` pays for it; empty: the owner does.
        """
        return DispatchedModel(self, Requester(owner, agent or owner, True, purpose))

    def rebind(self, endpoint: Endpoint, limits: RequestLimits) -> None:
        """Use another endpoint and other limits from the next attempt on."""
        self._endpoint = endpoint
        self._use_limits(limits)

    def status(self) -> DispatcherStatus:
        """Return the present state and counts."""
        endpoint = self._endpoint
        return DispatcherStatus(
            label=endpoint.provider.label,
            circuit=endpoint.breaker.state.value,
            why=endpoint.breaker.reason,
            retry_in=endpoint.breaker.remaining(),
            in_flight=endpoint.turns.in_flight,
            waiting=endpoint.turns.waiting,
            tokens_today=self._budget.spent,
            daily_tokens=self._limits.daily_tokens,
            tally=self._counters.tally(),
            limits=self._limits,
            agents_today=self._budget.list_spent(),
        )

    async def _attempt(self, requester: Requester, build: Build) -> Completion | None:
        await self._wait_for_leave(requester)
        endpoint = self._endpoint
        async with endpoint.turns.turn(requester.owner):
            try:
                return await self._send(endpoint, requester, build)
            except ModelError as error:
                self._counters.record_failure(error, self._clock.now())
                self._count(requester, None, 0.0)
                raise

    async def _wait_for_leave(self, requester: Requester) -> None:
        while requester.waits and (wait := self._budget.find_background_wait(requester.agent)):
            self._budget.check_agent_tokens(requester.agent)
            await self._clock.sleep(wait)

    def _check_leave(self, requester: Requester) -> None:
        """Raise `ModelOverBudget` if too much was asked, by this agent or by all."""
        self._budget.check()
        if not requester.agent:
            return
        if requester.waits:
            self._budget.check_agent_tokens(requester.agent)
        else:
            self._budget.check_agent(requester.agent)

    async def _send(
        self, endpoint: Endpoint, requester: Requester, build: Build
    ) -> Completion | None:
        self._check_leave(requester)
        self._admit(endpoint)
        try:
            request = build()
            if request is None:
                endpoint.breaker.record_abandonment()
                return None
            started = self._clock.monotonic()
            completion = await self._ask(endpoint.provider, requester, request)
        except ModelUnavailable as error:
            self._on_failure(endpoint, error)
            raise
        except ModelError:
            # A refusal is an answer too: the endpoint works.
            self._on_answer(endpoint)
            raise
        except BaseException:
            endpoint.breaker.record_abandonment()
            raise
        self._on_answer(endpoint)
        self._spend(requester, completion)
        seconds = self._clock.monotonic() - started
        self._counters.record_answer(completion, seconds)
        self._count(requester, completion, seconds)
        return completion

    def _spend(self, requester: Requester, completion: Completion) -> None:
        tokens = completion.prompt_tokens + completion.completion_tokens
        self._budget.spend(requester.agent, tokens)

    def _admit(self, endpoint: Endpoint) -> None:
        breaker = endpoint.breaker
        if not breaker.admit():
            raise ModelUnavailable(
                f"{endpoint.provider.label}: not asked for another {breaker.remaining():.0f} s"
                f" after repeated failures, the last being: {breaker.reason}"
            )

    async def _ask(
        self, provider: Provider, requester: Requester, request: ModelRequest
    ) -> Completion:
        self._budget.count_request(requester.agent)
        answer = _call(provider, requester.owner, request)
        try:
            completion = await run_within(self._clock, self._limits.timeout, answer)
            return cut_completion(completion, request.max_tokens)
        except ModelError:
            raise
        except TimeoutError as error:
            raise ModelTimeout(
                f"{provider.label}: no complete answer within {self._limits.timeout:g} s"
            ) from error
        except Exception as error:
            # Minds handle a `ModelError`; a defect of a provider must not reach them otherwise.
            raise ModelUnavailable(f"{provider.label}: {type(error).__name__}: {error}") from error

    def _on_failure(self, endpoint: Endpoint, error: ModelUnavailable) -> None:
        before = endpoint.breaker.state
        endpoint.breaker.record_failure(str(error), _find_requested_wait(error))
        if endpoint.breaker.state is not before and endpoint.breaker.remaining():
            seconds = endpoint.breaker.remaining()
            line = f"[Model] not asked for {seconds:.0f} s after repeated failures: {error}"
            known = {"provider": endpoint.provider.label, "error": str(error)}
            told = tell_event("model.paused", line, "warning", seconds=round(seconds), **known)
            self._log(told)

    def _on_answer(self, endpoint: Endpoint) -> None:
        if endpoint.breaker.reason:
            label = endpoint.provider.label
            line = f"[Model] {label}: answers again"
            self._log(tell_event("model.answers", line, provider=label))
        endpoint.breaker.record_success()

    def _is_hopeless(self, error: ModelUnavailable) -> bool:
        return self._endpoint.breaker.remaining() > 0 or _find_requested_wait(error) > PATIENCE

    def _draw_pause(self, attempt: int, error: ModelUnavailable) -> float:
        jitter = self._rng.uniform(0.0, min(BACKOFF_LIMIT, BACKOFF * float(2**attempt)))
        return jitter + _find_requested_wait(error)


class DispatchedModel:
    """Completes one requester's prompts through a dispatcher."""

    def __init__(self, dispatcher: Dispatcher, requester: Requester) -> None:
        self._dispatcher = dispatcher
        self._requester = requester

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Continue `prompt` when it is the requester's turn. Raises `ModelError`."""
        request = ModelRequest(prompt, stop, max_tokens, temperature, grammar)
        completion = await self._dispatcher.submit_for(self._requester, lambda: request)
        assert completion is not None, "only a build that returns None is answered with None"
        return completion


def cut_completion(completion: Completion, max_tokens: int) -> Completion:
    """Return a completion without what is longer than so many tokens can be."""
    longest = max(SHORTEST, max_tokens * TOKEN_CHARACTERS)
    if len(completion.text) <= longest:
        return completion
    return replace(completion, text=completion.text[:longest])


def _find_requested_wait(error: ModelUnavailable) -> float:
    return (error.retry_after or 0.0) if isinstance(error, ModelRateLimited) else 0.0


def _call(provider: Provider, owner: str, request: ModelRequest) -> Coroutine[Any, Any, Completion]:
    return provider.model_for(owner).complete(
        request.prompt,
        stop=request.stop,
        max_tokens=request.max_tokens,
        temperature=request.temperature,
        grammar=request.grammar,
    )


_model: type[Model] = DispatchedModel
