"""The interface of a provider's settings, from which a profile makes its provider."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from agents.boundaries import Clock, Provider
from agents.declaration import Value
from late.late_dataclass import late_dataclass

COMPLETIONS, CHAT = "completions", "chat"
"""The interfaces of a model server: the values of a profile's ``api``."""

API_DOC = (
    "completions: raw prompts, which base models continue. chat: for models that follow"
    " instructions; they are told what to answer and how the agent talks."
)
"""What a profile's ``api`` means, for every provider that has it."""


@late_dataclass(frozen=True, slots=True)
class ProviderResources:
    """The resources that a server gives to every provider."""

    slots: int
    """The number of owners that have a cache of their own in a model of this process."""
    cache_dir: Path
    """The vault's own folder for weights, where the user's cannot be written."""
    environment: Mapping[str, str]
    """The environment variables, which hold API keys and the user's folders."""
    clock: Clock
    log: Callable[[str], None] = lambda line: None
    rng: random.Random = field(default_factory=random.Random)
    """Where a model of this process gets its chance from."""
    threaded: bool = True
    """Whether a model of this process computes beside the loop, or the loop waits for it."""


@late_dataclass(frozen=True, slots=True)
class EndpointParams:
    """A profile's values that every provider needs; `timeout` in seconds."""

    profile: str
    """The profile's name, for messages."""
    model: str
    timeout: float
    context_tokens: int


class ProviderSettings(ABC):
    """Settings of one provider, and a factory for it.

    A subclass is a frozen dataclass of `setting` fields, in the same file as its provider.
    """

    name: ClassVar[str]
    """The value of a profile's key ``provider``."""
    summary: ClassVar[str]
    """A clause that describes the provider in the documentation."""
    usual: ClassVar[Mapping[str, Value]] = {}
    """Defaults for this provider that differ from every profile's defaults."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Settings that a profile must contain."""
    has_slots: ClassVar[bool] = False
    """Whether every owner has a cache of its own, which costs memory in this process."""

    reads_files: ClassVar[bool] = False
    """Whether a model's name may be the path of a ``.gguf`` file, looked for from the settings.

    Servers name models after their files, which are on another machine perhaps.
    """

    by_rule: ClassVar[bool] = False
    """Whether agents act, and summaries are written, by rule, without any model."""

    @property
    def follows_instructions(self) -> bool:
        """Whether prompts are written for a model that follows instructions."""
        return False

    def is_small(self, model: str) -> bool:
        """Return whether the model is too small to summarise, or to answer, without inventing."""
        return False

    @abstractmethod
    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider, not yet connected or loaded.

        Raises `ModelRejected`, which names what is missing.
        """


@runtime_checkable
class Preloading(Protocol):
    """A provider that can load its model before the first request."""

    async def load(self) -> None:
        """Load the model. Raises `ModelError`."""
        ...
