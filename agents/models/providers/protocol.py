"""What a provider is to the settings: its name, its own settings, and how it is made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from agents.boundaries import Clock, Provider
from agents.declaration import Value


@dataclass(frozen=True, slots=True)
class ProviderResources:
    """What a server gives to every provider that it makes."""

    slots: int
    """How many owners a model in this process serves from a cache of their own."""
    cache_dir: Path
    """Where weights may be put together."""
    environment: Mapping[str, str]
    """Where API keys are."""
    clock: Clock


@dataclass(frozen=True, slots=True)
class EndpointParams:
    """What a profile says of its endpoint, whatever the provider; `timeout` in seconds."""

    profile: str
    """The profile's name, for messages."""
    model: str
    timeout: float
    context_tokens: int


class ProviderSettings(ABC):
    """The settings that only one provider has: a frozen dataclass of `setting` fields.

    One file for each provider holds this row and the provider that it makes.
    """

    name: ClassVar[str]
    """The word that a profile says ``provider:`` with."""
    summary: ClassVar[str]
    """What it is, for the documentation: a clause."""
    usual: ClassVar[Mapping[str, Value]] = {}
    """Settings of every profile whose default is another one for this provider."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Settings that a profile must write out."""
    has_slots: ClassVar[bool] = False
    """Whether every owner has a cache of its own, which costs memory in this process."""

    @property
    def follows_instructions(self) -> bool:
        """Whether the model is asked as one that follows instructions."""
        return False

    def is_small(self, model: str) -> bool:
        """Return whether the model invents things when it is to summarise much at once."""
        return False

    @abstractmethod
    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider; nothing is connected to or loaded yet.

        Raises `ModelRejected` with what is missing.
        """


@runtime_checkable
class Preloading(Protocol):
    """A provider that can get ready before its first request."""

    async def load(self) -> None:
        """Load the model. Raises `ModelError`."""
        ...
