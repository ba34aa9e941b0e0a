"""Model profiles: their settings, and how they are read."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, field, replace
from typing import Any
from urllib.parse import urlsplit

from agents.boundaries import Completion, ModelRejected, Provider
from agents.declaration import Setting, Value, format_value, setting, settings_in
from agents.models.embedding.settings import EMBEDDING_SETTINGS, EmbeddingSettings
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from agents.models.providers.table import OWN_PROVIDERS, ProviderTable, load_providers
from late.late_dataclass import late_dataclass

DAY = 86_400

MILLION = 1_000_000

#: Tokens a day of a model that may cost money, where nobody has said how many.
COSTLY_CAP = 2_000_000

#: Who talks to somebody waits so many seconds for a word, and no longer.
PATIENCE_OF_A_SCENE = 4.0

WHOLE, SCENE = "whole", "scene"
"""The two ways to ask a model; `ModelProfile.prompting` says what they are."""

AUTO, ALWAYS, NEVER = "auto", "always", "never"
"""The values of `ModelProfile.speaks`."""

SUMMARIZER = "summarizer"
"""A profile name that is always valid: if no profile has it, it means the default one."""


@late_dataclass(frozen=True, slots=True)
class ModelProfile:
    """One entry under ``profiles`` in ``llm.yaml``."""

    name: str
    provider: ProviderSettings
    """The provider's own settings; their type says which provider it is."""
    model: str = setting(
        "",
        "The model's name at its server; or, embedded, a model that is installed, or the path of"
        " any .gguf file, looked for from this folder.",
        shape="model",
    )
    temperature: float = setting(0.8, "How freely it chooses its words, 0 to 2.", most=2)
    max_tokens: int = setting(200, "Tokens of a reply.", least=1, most=1_000_000)
    timeout: float = setting(60.0, "Seconds for a whole reply.", least=0.01, most=DAY)
    retries: int = setting(2, "Further tries after a failure, 0 to 10.", most=10)
    concurrency: int = setting(4, "Requests at once.", least=1, most=1000)
    stop: tuple[str, ...] = setting((), 'Texts that end a reply, such as ["\\n", "###"].')
    context_tokens: int = setting(
        8192, "Tokens that the model can read, prompt and reply; 256 or more.", least=256
    )
    prompting: str = setting(
        WHOLE,
        "What the model is shown. whole: persona, summaries and all memories since, for models"
        " that can carry it. scene: a few lines about who speaks, what matters now and the last"
        " words, for small models; several replies are tried and the best is spoken.",
        words=(WHOLE, SCENE),
    )
    patience: float = setting(
        PATIENCE_OF_A_SCENE,
        "Seconds for which an answer waits for the model under prompting: scene, all its replies"
        " together. Then the voice or a rule answers, and the turn is recorded as too late.",
        least=0.1,
        most=DAY,
    )
    speaks: str = setting(
        AUTO,
        "Whether a person may be answered in the model's words under prompting: scene, where"
        " nothing that was written or is remembered answers. auto: not in those of weights under"
        " 1 GB inside the server, which are seldom to the point. always. never: then a rule has"
        " the answer.",
        words=(AUTO, ALWAYS, NEVER),
    )
    daily_tokens: int = setting(
        -1,
        "Tokens a day (UTC) before the profile rests; 0: no cap. -1: 2000000 for a model that may"
        " cost money (one with api_key_env, or out of this machine and its network), else no cap.",
        least=-1,
        zero="no cap",
    )
    agent_daily_tokens: int = setting(
        -1,
        "Tokens a day (UTC) of one agent, turns and summaries; beyond them it acts by rule until"
        " the next day. 0: no cap. -1: half of what all may use in a day, if that is bounded.",
        least=-1,
        zero="no cap",
    )
    agent_calls_per_minute: int = setting(
        60,
        "Requests a minute of one agent. A turn beyond it is decided by rule; summaries wait."
        " 0: no limit.",
        most=100_000,
        zero="no limit",
    )
    price: tuple[float, ...] = setting(
        (),
        "What a million tokens cost, in the currency that stands above the profiles:"
        " {input: 3, output: 15}, prompt and reply. Requests are counted at the price in force;"
        " @llm-status and the page's view Costs show the sum. Left out: no sum.",
        shape="price",
    )

    @property
    def may_speak(self) -> bool:
        """Whether a person may be answered in the model's words under ``prompting: scene``."""
        if self.speaks == AUTO:
            return not self.provider.is_small(self.model)
        return self.speaks == ALWAYS

    @property
    def is_asked(self) -> bool:
        """Whether anything is asked of the model: turns, answers or summaries."""
        return not self.provider.is_small(self.model) or self.prompting == WHOLE or self.may_speak

    @property
    def has_server(self) -> bool:
        """Whether a model server is asked, and not weights in this process, a file or rules."""
        return bool(self.values().get("url"))

    @property
    def asking(self) -> str:
        """How the model is asked, or that it is not, for a status line."""
        unasked = "" if self.is_asked else f"; asked nothing under speaks: {self.speaks}"
        return f"prompting: {self.prompting}{unasked}"

    def find_cost(self, completion: Completion) -> float:
        """Return what an answer costs; 0 without a price."""
        if not self.price:
            return 0.0
        read, written = self.price
        total = completion.prompt_tokens * read + completion.completion_tokens * written
        return total / MILLION

    @property
    def token_cap(self) -> int:
        """The most tokens of a day; 0: no cap."""
        if self.has_default_cap:
            return COSTLY_CAP
        return max(0, self.daily_tokens)

    @property
    def has_default_cap(self) -> bool:
        """Whether a cap holds because the model may cost money and nobody has set one."""
        return self.daily_tokens < 0 and self.may_cost

    @property
    def agent_token_cap(self) -> int:
        """The most tokens of a day that one agent may use; 0: no cap."""
        if self.agent_daily_tokens >= 0:
            return self.agent_daily_tokens
        return -(-self.token_cap // 2)

    @property
    def may_cost(self) -> bool:
        """Whether the model may be one that is paid for."""
        values = self.values()
        url = str(values.get("url", ""))
        return bool(values.get("api_key_env")) or (bool(url) and not is_near(url))

    @property
    def endpoint(self) -> tuple[object, ...]:
        """The values that profiles of one endpoint have in common."""
        own: Any = self.provider
        return (self.provider.name, self.model, *astuple(own))

    def values(self) -> dict[str, Value]:
        """Return every value in force, by the name that files use."""
        own = {each.name: getattr(self.provider, each.name) for each in settings_in_provider(self)}
        common = {each.name: getattr(self, each.name) for each in COMMON_SETTINGS}
        return {"name": self.name, "provider": self.provider.name, **own, **common}

    def describe_values(self) -> dict[str, str]:
        """Return every value as a text; caps that are not set as they are in force."""
        texts = {name: format_value(value) for name, value in self.values().items()}
        if self.daily_tokens < 0:
            why = "a model that may cost money" if self.may_cost else "this model: no cap"
            texts["daily_tokens"] = f"{self.token_cap} (the default of {why})"
        if self.agent_daily_tokens < 0:
            why = "half of daily_tokens" if self.agent_token_cap else "no cap"
            texts["agent_daily_tokens"] = f"{self.agent_token_cap} (the default: {why})"
        texts["price"] = describe_price(self.price)
        return texts

    def make_provider(self, resources: ProviderResources) -> Provider:
        """Return the provider, not yet connected or loaded. Raises `ModelRejected`."""
        params = EndpointParams(self.name, self.model, self.timeout, self.context_tokens)
        return self.provider.make(params, resources)

    def change(self, changes: Mapping[str, Value]) -> ModelProfile:
        """Return the profile with `changes`. Raises `ModelRejected` for an unknown name."""
        own = {each.name for each in settings_in_provider(self)}
        known = own | {each.name for each in COMMON_SETTINGS}
        if unknown := sorted(changes.keys() - known):
            raise ModelRejected(
                f"a profile of provider {self.provider.name} has no {', '.join(unknown)};"
                f" it has {', '.join(sorted(known))}"
            )
        mine: Any = {name: value for name, value in changes.items() if name in own}
        others: Any = {name: value for name, value in changes.items() if name not in own}
        provider: Any = self.provider
        return replace(self, provider=replace(provider, **mine), **others)


def describe_price(price: tuple[float, ...], currency: str = "") -> str:
    """Return a price in words."""
    if not price:
        return "no price"
    read, written = (f"{each:g} {currency}".rstrip() for each in price)
    return f"a million tokens: {read} for prompts, {written} for replies"


def is_near(url: str) -> bool:
    """Return whether an address is of this machine or its own network."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".internal", ".localhost"))


COMMON_SETTINGS = settings_in(ModelProfile)
"""The settings of every profile, whatever its provider."""


def settings_in_provider(profile: ModelProfile) -> tuple[Setting, ...]:
    """Return the settings that only the profile's provider has."""
    return settings_in(type(profile.provider))


@late_dataclass(frozen=True, slots=True)
class ModelProfiles:
    """All profiles of a server. `default` is always one of them."""

    default: str
    profiles: Mapping[str, ModelProfile]
    embedding: EmbeddingSettings = field(default=EmbeddingSettings(), compare=False)
    """What compares memories by meaning; no model of text hangs on it."""
    currency: str = ""
    """The currency of prices; empty: it is not known."""

    def find(self, name: str) -> ModelProfile | None:
        """Return the profile called `name`; None if there is none.

        A missing ``summarizer`` is the default profile.
        """
        if name == SUMMARIZER and name not in self.profiles:
            return self.profiles[self.default]
        return self.profiles.get(name)


@late_dataclass(frozen=True, slots=True)
class ProfileSchema:
    """The settings of model profiles, for the reader of configuration files."""

    providers: ProviderTable
    default_profiles: Mapping[str, Mapping[str, Value]] = field(
        default_factory=lambda: {
            "npc": {"temperature": 0.8, "max_tokens": 48},
            SUMMARIZER: {"temperature": 0.3, "max_tokens": 200},
        }
    )
    """The profiles if no file names any; the first is the default."""

    @property
    def provider(self) -> Setting:
        """The setting that names the provider."""
        rows = self.providers.rows
        doc = ". ".join(f"{name}: {row.summary}" for name, row in rows.items())
        return Setting(
            "provider",
            OWN_PROVIDERS[0].name,
            f"{doc}.",
            words=tuple(rows),
            refused=self.providers.refused,
        )

    def list_required(self, provider: str) -> Sequence[str]:
        """Return the settings that a profile of this provider must write out."""
        return self.providers.rows[provider].needs

    def settings_of(self, provider: str) -> tuple[Setting, ...]:
        """Return the settings that a profile of this provider may have, with their defaults.

        They include the settings of other providers: a profile may keep those while its
        provider is changed.
        """
        row = self.providers.rows[provider]
        own = {each.name: each for each in settings_in(row)}
        common = {each.name: _default_for(row, each) for each in COMMON_SETTINGS}
        foreign = {each.name: each for each in self._own_settings()}
        return tuple((foreign | own | common).values())

    def settle(self, name: str, values: Mapping[str, Value]) -> ModelProfile:
        """Return the profile `name` with these values and defaults for the rest.

        Raises `ModelRejected` for an unknown provider.
        """
        provider = str(values.get("provider", OWN_PROVIDERS[0].name))
        if provider not in self.providers.rows:
            names = ", ".join(self.providers.rows)
            raise ModelRejected(f"there is no provider {provider!r}; there are {names}")
        row: Any = self.providers.rows[provider]
        own: Any = {e.name: values[e.name] for e in settings_in(row) if e.name in values}
        common: Any = {
            each.name: values.get(each.name, _default_for(row, each).default)
            for each in COMMON_SETTINGS
        }
        return ModelProfile(name, row(**own), **common)

    def settle_all(
        self,
        default: str,
        profiles: Mapping[str, Mapping[str, Value]],
        embedding: Mapping[str, Value] | None = None,
        currency: str = "",
    ) -> ModelProfiles:
        """Return all profiles of a file. Raises `ModelRejected` for an unknown provider."""
        settled = {name: self.settle(name, values) for name, values in profiles.items()}
        return ModelProfiles(default, settled, _settle_embedding(embedding or {}), currency)

    @property
    def embedding(self) -> tuple[Setting, ...]:
        """The settings of the section ``embedding``."""
        return EMBEDDING_SETTINGS

    def list_embedding_needs(self, values: Mapping[str, Value]) -> Sequence[str]:
        """Return the settings that a section ``embedding`` with these values must have."""
        return _settle_embedding(values).list_needs()

    def _own_settings(self) -> Iterator[Setting]:
        for row in self.providers.rows.values():
            yield from settings_in(row)


def profile_schema(providers: ProviderTable | None = None) -> ProfileSchema:
    """Return the schema for `providers`; None: for all that are installed."""
    reserved = ("name", "provider", *(each.name for each in COMMON_SETTINGS))
    return ProfileSchema(providers or load_providers(reserved))


def _settle_embedding(values: Mapping[str, Value]) -> EmbeddingSettings:
    given: Any = values
    return EmbeddingSettings(**given)


def _default_for(row: type[ProviderSettings], each: Setting) -> Setting:
    shape = "" if each.shape == "model" and not row.reads_files else each.shape
    return replace(each, default=row.usual.get(each.name, each.default), shape=shape)
