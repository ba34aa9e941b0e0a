"""Parrot: a model provider whose model repeats one word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from agents.boundaries import Completion, Model, Provider
from agents.declaration import setting
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings


@dataclass(frozen=True, slots=True)
class ParrotSettings(ProviderSettings):
    """The settings of a profile: ``provider: parrot, word: Ahoy.``"""

    name: ClassVar[str] = "parrot"
    summary: ClassVar[str] = "says one word again and again"
    needs: ClassVar[tuple[str, ...]] = ("word",)

    word: str = setting("", "What it says.")
    times: int = setting(1, "How often it says it.", least=1, most=3)

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider; it needs no connection."""
        return Parrot(self.word, self.times, f"parrot {params.model}".rstrip())


@dataclass(frozen=True, slots=True)
class Parrot:
    """The provider, which is also its own model."""

    word: str
    times: int
    label: str

    def model_for(self, owner: str) -> Model:
        """Return this object: every owner has the same model."""
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
        """Return a completion that says the word."""
        words = " ".join([self.word] * self.times)
        return Completion(f"say {words}", len(prompt) // 4, self.times, "stop")

    async def close(self) -> None:
        """Do nothing: there is no connection to close."""
