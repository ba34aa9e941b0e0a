"""The model profiles of a server and their shared endpoints."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agents.boundaries import Clock, Completion, ModelRejected, Provider
from agents.declaration import Value
from agents.models.budget import Budget
from agents.models.dispatcher import (
    CountAttempt,
    Dispatcher,
    DispatcherStatus,
    Endpoint,
    Log,
    ModelRequest,
    Requester,
    RequestLimits,
)
from agents.models.profiles import ModelProfile
from agents.models.providers.protocol import Preloading
from agents.models.request_series import FAILURE, RequestKey, RequestSeries, count_answer
from agents.models.spending import Spending

#: The owner of requests that no agent makes in its turn: summaries and trials.
SUMMARIES = "summaries"

#: A trial asks for a few words, whatever the profile's limits are.
TRIAL = ModelRequest("The lake lies still. In the morning", max_tokens=12, temperature=0.5)

MakeProvider = Callable[[ModelProfile], Provider]


class ModelHub:
    """Finds profiles and their dispatchers by name; a dispatcher is never replaced.

    Profiles with the same provider, model and address share one endpoint: one set of
    weights, one connection, one circuit breaker. An unknown name means the default. `spending`
    counts the tokens of all; without one they are counted anew. So does `series` with all requests.
    Raises `ModelRejected` if a profile's provider cannot be made.
    """

    def __init__(
        self,
        profiles: Sequence[ModelProfile],
        default: str,
        *,
        make: MakeProvider,
        clock: Clock,
        rng: random.Random,
        log: Log,
        spending: Spending | None = None,
        series: RequestSeries | None = None,
        currency: str = "",
    ) -> None:
        self._profiles = {profile.name: profile for profile in profiles}
        if default not in self._profiles:
            raise ModelRejected(f"the default profile {default!r} is not one of {self._names()}")
        self._default = default
        self.currency = currency
        """The currency of prices."""
        self._make = make
        self._clock = clock
        self._endpoints: dict[tuple[object, ...], Endpoint] = {}
        for profile in profiles:
            self._open(self._profiles, profile)
        self._series = series or RequestSeries(clock)
        counted = spending or Spending(clock)
        self._dispatchers = {
            each.name: self._make_dispatcher(each, counted, rng, log) for each in profiles
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The profiles' names in their order."""
        return tuple(self._profiles)

    @property
    def default(self) -> str:
        """The default profile's name."""
        return self._default

    def profile(self, name: str = "") -> ModelProfile:
        """Return the profile called `name`, or the default one."""
        return self._profiles.get(name) or self._profiles[self._default]

    def dispatcher(self, name: str = "") -> Dispatcher:
        """Return the dispatcher of the profile called `name`, or of the default one."""
        return self._dispatchers[self.profile(name).name]

    def status(self) -> Mapping[str, DispatcherStatus]:
        """Return every profile's status by name."""
        costs: defaultdict[str, float] = defaultdict(float)
        for key, totals in self._series.list_since_start().items():
            costs[key.profile] += totals.cost
        return {
            name: replace(
                each.status(),
                price=self._profiles[name].price,
                cost=costs[name],
                currency=self.currency,
            )
            for name, each in self._dispatchers.items()
        }

    async def load(self) -> None:
        """Load the models that will be asked and can be loaded before. Raises `ModelError`."""
        asked = {each.endpoint for each in self._profiles.values() if each.is_asked}
        for key, endpoint in self._endpoints.items():
            if key in asked and isinstance(endpoint.provider, Preloading):
                await endpoint.provider.load()

    async def configure(self, name: str, /, **changes: Value) -> ModelProfile:
        """Change a profile (``model``, ``url``, ``temperature`` …) and return the changed one.

        An existing endpoint keeps its ``context_tokens`` and ``concurrency``. The old endpoint
        finishes the requests in flight; if it is closed, they are retried at the new one.
        Raises `ModelRejected` and changes nothing if the profile or a field is unknown or the
        new provider cannot be made.
        """
        changed = self._find_profile(name).change(changes)
        profiles = self._profiles | {name: changed}
        endpoint = self._open(profiles, changed)
        self._profiles = profiles
        self._dispatchers[name].rebind(endpoint, _limits(changed))
        await self._close_unused()
        return changed

    async def test(self, name: str = "") -> str:
        """Ask the profile's model for a few words; return a report. Raises `ModelError`."""
        started = self._clock.monotonic()
        trial = Requester(SUMMARIES, "", purpose="trial")
        completion = await self.dispatcher(name).submit_for(trial, lambda: TRIAL)
        assert completion is not None, "a trial is never called off"
        seconds = self._clock.monotonic() - started
        text = " ".join(completion.text.split())
        label = self.dispatcher(name).status().label
        return f"{label} answered in {seconds:.2f} s: “{text}”"

    async def close(self) -> None:
        """Close every endpoint; requests in flight fail as unavailable."""
        endpoints, self._endpoints = self._endpoints, {}
        for endpoint in endpoints.values():
            await endpoint.provider.close()

    def _open(self, profiles: Mapping[str, ModelProfile], profile: ModelProfile) -> Endpoint:
        if profile.endpoint not in self._endpoints:
            merged = _merge_profiles(
                [p for p in profiles.values() if p.endpoint == profile.endpoint]
            )
            self._endpoints[profile.endpoint] = Endpoint(
                self._make(merged), clock=self._clock, concurrency=merged.concurrency
            )
        return self._endpoints[profile.endpoint]

    async def _close_unused(self) -> None:
        used = {profile.endpoint for profile in self._profiles.values()}
        for key in self._endpoints.keys() - used:
            await self._endpoints.pop(key).provider.close()

    def _make_dispatcher(
        self, profile: ModelProfile, spending: Spending, rng: random.Random, log: Log
    ) -> Dispatcher:
        budget = Budget(profile.name, spending, self._clock)
        return Dispatcher(
            self._endpoints[profile.endpoint], _limits(profile), budget,
            clock=self._clock, rng=rng, log=log, count=self._make_count(profile.name),
        )  # fmt: skip

    def _make_count(self, name: str) -> CountAttempt:
        """Return what counts a profile's attempts, at the profile's price in force."""

        def count(requester: Requester, answer: Completion | None, seconds: float) -> None:
            profile = self._profiles[name]
            model = profile.model or profile.provider.name
            key = RequestKey(name, model, requester.agent, requester.purpose)
            if answer is None:
                self._series.count(key, FAILURE)
            else:
                self._series.count(key, count_answer(answer, seconds, profile.find_cost(answer)))

        return count

    def _find_profile(self, name: str) -> ModelProfile:
        if name not in self._profiles:
            raise ModelRejected(f"there is no profile {name!r}; there are {self._names()}")
        return self._profiles[name]

    def _names(self) -> str:
        return ", ".join(self._profiles) or "none"


def _merge_profiles(profiles: Sequence[ModelProfile]) -> ModelProfile:
    """Return a profile large enough for all `profiles` of one endpoint."""
    return replace(
        profiles[0],
        context_tokens=max(profile.context_tokens for profile in profiles),
        concurrency=max(profile.concurrency for profile in profiles),
        timeout=_longest([profile.timeout for profile in profiles]),
    )


def _longest(timeouts: Sequence[float]) -> float:
    return 0.0 if 0.0 in timeouts else max(timeouts)


def _limits(profile: ModelProfile) -> RequestLimits:
    return RequestLimits(
        profile.timeout,
        profile.retries,
        profile.token_cap,
        profile.agent_token_cap,
        profile.agent_calls_per_minute,
        profile.has_default_cap,
    )
