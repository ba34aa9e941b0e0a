"""Makes the language models of a server from the settings, again when those change."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.boundaries import Clock, Completion, Model, ModelRejected, Provider
from agents.event_line import tell_event
from agents.mind.model_client import GenerationParams, ModelClient
from agents.models.hub import ModelHub
from agents.models.profiles import ModelProfile, ModelProfiles
from agents.models.providers.protocol import ProviderResources
from agents.models.request_series import RequestSeries
from agents.models.spending import Spending
from late.late_dataclass import late_dataclass

#: The embedded model has one cache for each agent and one for all summaries.
SUMMARY_SLOTS = 1


@late_dataclass(frozen=True, slots=True)
class AbsentProvider:
    """Stands in for a model that is not on this machine: every request fails with the reason."""

    label: str
    why: str

    def model_for(self, owner: str) -> Model:
        """Return this provider itself, for every owner."""
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
        """Raise the reason."""
        raise ModelRejected(self.why)

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


class ModelHubFactory:
    """Holds the hub in force; `settle` may replace `hub`. `spending` and `series` count on through
    all. Without `threaded` the loop waits while a model of this process computes."""

    def __init__(
        self,
        cache_dir: Path,
        environment: dict[str, str],
        *,
        clock: Clock,
        rng: random.Random,
        log: Callable[[str], None],
        threaded: bool = True,
    ) -> None:
        self._cache_dir, self._environment = cache_dir, environment
        self._clock, self._rng, self._log = clock, rng, log
        self._threaded = threaded
        self._made_of: ModelProfiles | None = None
        self.spending = Spending(clock)
        self.series = RequestSeries(clock)
        self.hub: ModelHub

    async def settle(self, settings: ModelProfiles, agents: int) -> bool:
        """Make a hub for these settings; False if it is in force already.

        An embedded model gets caches for this many `agents`; later ones share them until the
        settings change or the server restarts.  At the first call an `AbsentProvider` stands
        in for a provider that cannot be made; later a changed profile that cannot be made
        raises `ModelRejected`, and the present hub stays in force.
        """
        if self._made_of == settings:
            return False
        old = self.hub if self._made_of else None
        self.hub = self._make(settings, agents)
        self._made_of = settings
        self._tell_caps(settings)
        if old is not None:
            await old.close()
            _let_go()
        return True

    def _tell_caps(self, settings: ModelProfiles) -> None:
        for name, profile in settings.profiles.items():
            if profile.has_default_cap:
                cap = profile.token_cap
                line = (
                    f"[Models] {name}: at most {cap} tokens a day, because the model may cost"
                    " money; daily_tokens in config/llm.yaml sets another cap, and"
                    " agent_daily_tokens that of one agent"
                )
                self._log(tell_event("models.cap", line, profile=name, daily_tokens=cap))

    @property
    def trial_resources(self) -> ProviderResources:
        """What a provider gets that is only tried."""
        return self._share_resources(1)

    def _share_resources(self, slots: int) -> ProviderResources:
        return ProviderResources(
            slots, self._cache_dir, self._environment, self._clock, self._log, self._rng,
            self._threaded,
        )  # fmt: skip

    async def close(self) -> None:
        """Close every endpoint, if there is any."""
        if self._made_of is not None:
            await self.hub.close()

    def model_client(self, profile: str) -> ModelClient:
        """Return the dispatcher of a profile; an empty name is the default one."""
        return self.hub.dispatcher(profile)

    def generation_params(self, profile: str) -> GenerationParams:
        """Return the parameters for requests to a profile's model."""
        found = self.hub.profile(profile)
        return GenerationParams(
            found.model or found.provider.name,
            found.temperature,
            found.max_tokens,
            found.context_tokens,
            found.stop,
            found.provider.by_rule,
            found.prompting,
            found.patience,
            found.may_speak,
            found.provider.follows_instructions,
        )

    def _make(self, settings: ModelProfiles, agents: int) -> ModelHub:
        resources = self._share_resources(agents + SUMMARY_SLOTS)

        def make_or_stand_in(profile: ModelProfile) -> Provider:
            try:
                return profile.make_provider(resources)
            except ModelRejected as error:
                return self._stand_in(settings, profile, error)

        return ModelHub(
            tuple(settings.profiles.values()),
            settings.default,
            make=make_or_stand_in,
            clock=self._clock,
            rng=self._rng,
            log=self._log,
            spending=self.spending,
            series=self.series,
            currency=settings.currency,
        )

    def _stand_in(
        self, settings: ModelProfiles, profile: ModelProfile, error: ModelRejected
    ) -> Provider:
        """Return a stand-in for a provider that cannot be made; raise for one just changed."""
        name, before = profile.name, self._made_of
        reloaded = before is not None and before.profiles.get(name) != settings.profiles[name]
        if reloaded or profile.endpoint != settings.profiles[name].endpoint:
            raise ModelRejected(f"{name}: {error}") from error
        # The world runs without a model too; @llm-status and the log say why.
        line, why = f"[Models] {name}: {error}", str(error)
        self._log(tell_event("models.absent", line, "warning", profile=name, error=why))
        label = f"{profile.provider.name} {profile.model}".strip()
        return AbsentProvider(f"{label} (absent: {error})", str(error))


def _let_go() -> None:
    """Free an old model's weights now: they are large, and frozen for the garbage collector."""
    gc.unfreeze()
    gc.collect()


_absent: type[Provider] = AbsentProvider
