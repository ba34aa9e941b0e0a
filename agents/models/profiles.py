"""A model profile: one way of asking one model, and what can be set about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from agents.boundaries import ModelRejected, Provider
from agents.declaration import Setting, Value, setting, settings_in
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from agents.models.providers.table import OWN_PROVIDERS, ProviderTable, load_providers

DAY = 86_400

SUMMARIZER = "summarizer"
"""The profile that always may be named: without one of that name the default serves."""


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """One entry under ``profiles`` in ``llm.yaml``."""

    name: str
    provider: ProviderSettings
    """Which provider, with the settings that only this provider has."""
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
    daily_tokens: int = setting(
        0, "Tokens a day (UTC) before the profile rests; 0: no cap.", zero="no cap"
    )

    @property
    def endpoint(self) -> tuple[object, ...]:
        """What two profiles must have in common to share one endpoint."""
        own: Any = self.provider
        return (self.provider.name, self.model, *astuple(own))

    def values(self) -> dict[str, Value]:
        """Return every value by the name that files use, as it is in force."""
        own = {each.name: getattr(self.provider, each.name) for each in settings_in_provider(self)}
        common = {each.name: getattr(self, each.name) for each in COMMON_SETTINGS}
        return {"name": self.name, "provider": self.provider.name, **own, **common}

    def make_provider(self, resources: ProviderResources) -> Provider:
        """Return its provider, not yet connected or loaded. Raises `ModelRejected`."""
        params = EndpointParams(self.name, self.model, self.timeout, self.context_tokens)
        return self.provider.make(params, resources)

    def change(self, changes: Mapping[str, Value]) -> ModelProfile:
        """Return the profile with other values. Raises `ModelRejected` for an unknown name."""
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


COMMON_SETTINGS = settings_in(ModelProfile)
"""What can be set whatever the provider."""


def settings_in_provider(profile: ModelProfile) -> tuple[Setting, ...]:
    """Return the settings that only the profile's provider has."""
    return settings_in(type(profile.provider))


@dataclass(frozen=True, slots=True)
class ModelProfiles:
    """All profiles of a server. `default` is always one of them."""

    default: str
    profiles: Mapping[str, ModelProfile]

    def find(self, name: str) -> ModelProfile | None:
        """Return the profile called `name`, None if there is none.

        Where nobody made a ``summarizer``, the default one is.
        """
        if name == SUMMARIZER and name not in self.profiles:
            return self.profiles[self.default]
        return self.profiles.get(name)


@dataclass(frozen=True, slots=True)
class ProfileSchema:
    """Everything that can be set about models, for whoever reads it from files."""

    providers: ProviderTable
    default_profiles: Mapping[str, Mapping[str, Value]] = field(
        default_factory=lambda: {
            "npc": {"temperature": 0.8, "max_tokens": 48},
            SUMMARIZER: {"temperature": 0.3, "max_tokens": 200},
        }
    )
    """What there is if no profile is written; the first is the default."""

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
        """Return what a profile of this provider may say, with the defaults it has there.

        The settings of other providers are among them: a profile may keep them while it is
        tried with another provider.
        """
        row = self.providers.rows[provider]
        own = {each.name: each for each in settings_in(row)}
        common = {each.name: _default_for(row, each) for each in COMMON_SETTINGS}
        foreign = {each.name: each for each in self._own_settings()}
        return tuple((foreign | own | common).values())

    def settle(self, name: str, values: Mapping[str, Value]) -> ModelProfile:
        """Return a profile of these values, by name; what is missing has its default.

        Raises `ModelRejected` for a provider that there is not.
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
        self, default: str, profiles: Mapping[str, Mapping[str, Value]]
    ) -> ModelProfiles:
        """Return all profiles of a file; see `settle`."""
        return ModelProfiles(default, {name: self.settle(name, v) for name, v in profiles.items()})

    def _own_settings(self) -> Iterator[Setting]:
        for row in self.providers.rows.values():
            yield from settings_in(row)


def profile_schema(providers: ProviderTable | None = None) -> ProfileSchema:
    """Return what can be set with these providers; without any, with all that are installed."""
    reserved = ("name", "provider", *(each.name for each in COMMON_SETTINGS))
    return ProfileSchema(providers or load_providers(reserved))


def _default_for(row: type[ProviderSettings], each: Setting) -> Setting:
    return replace(each, default=row.usual.get(each.name, each.default))
