"""A model profile's values, and the provider that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from agents.boundaries import Clock, ModelRejected, Provider
from agents.models.providers.embedded import EmbeddedProvider
from agents.models.providers.scripted import ScriptedProvider

if TYPE_CHECKING:
    from agents.models.providers.openai import Api

ProviderName = Literal["embedded", "ollama", "openai", "scripted"]

OLLAMA_URL = "http://127.0.0.1:11434"
OPENAI_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """One entry under ``profiles`` in ``llm.yaml``. Times in seconds; 0 means no limit."""

    name: str
    provider: ProviderName = "embedded"
    model: str = "gemma-3-270m"
    url: str = ""
    """Empty: the provider's usual address."""
    api_key_env: str = ""
    api: Api = "completions"
    script: str = ""
    """Path of a scripted model's file."""
    temperature: float = 0.8
    max_tokens: int = 48
    timeout: float = 60.0
    retries: int = 2
    concurrency: int = 1
    stop: tuple[str, ...] = ()
    context_tokens: int = 4096
    """The longest prompt and answer together."""
    daily_tokens: int = 0

    @property
    def address(self) -> str:
        """Where the model is asked: the URL, given or usual; empty for one in this process."""
        if self.provider == "ollama":
            return self.url or OLLAMA_URL
        return (self.url or OPENAI_URL) if self.provider == "openai" else ""

    @property
    def endpoint(self) -> tuple[str, ...]:
        """What two profiles must have in common to share one endpoint."""
        return (self.provider, self.model, self.address, self.api, self.api_key_env, self.script)


def make_provider(
    profile: ModelProfile,
    *,
    slots: int,
    cache_dir: Path,
    clock: Clock,
    environment: Mapping[str, str],
) -> Provider:
    """Make the profile's provider; nothing is connected to or loaded yet.

    `slots` is how many owners an embedded model serves from a cache of their own,
    `cache_dir` where it may put its weights together, `environment` holds the API keys.
    Raises `ModelRejected` with what is missing.
    """
    match profile.provider:
        case "ollama":
            # Not sooner: these two load an HTTP client (see `agents.models.providers.answers`).
            from agents.models.providers.ollama import OllamaProvider  # noqa: PLC0415

            return OllamaProvider(
                profile.address,
                profile.model,
                clock=clock,
                timeout=profile.timeout,
                context_tokens=profile.context_tokens,
            )
        case "openai":
            from agents.models.providers.openai import OpenAiProvider  # noqa: PLC0415

            return OpenAiProvider(
                profile.address,
                profile.model,
                clock=clock,
                timeout=profile.timeout,
                environment=environment,
                api_key_env=profile.api_key_env,
                api=profile.api,
            )
        case "scripted":
            return _scripted(profile, clock)
        case _:
            return EmbeddedProvider(
                profile.model,
                slots=slots,
                context_tokens=profile.context_tokens,
                cache_dir=cache_dir,
            )


def _scripted(profile: ModelProfile, clock: Clock) -> Provider:
    if not profile.script:
        raise ModelRejected(f"profile {profile.name}: a scripted model needs `script: PATH`")
    return ScriptedProvider(Path(profile.script), clock=clock)
