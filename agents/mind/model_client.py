"""A model as a turn uses it: how it is asked, and who asks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from agents.boundaries import Completion
from agents.models.dispatcher import ModelRequest


@dataclass(frozen=True, slots=True)
class GenerationParams:
    """How a model is asked: the values of its profile that a request needs."""

    model: str
    temperature: float
    max_tokens: int
    context_tokens: int
    stop: tuple[str, ...] = ()

    @property
    def room(self) -> int:
        """Tokens that a prompt may have, so that the answer still fits."""
        return self.context_tokens - self.max_tokens


class ModelClient(Protocol):
    """The dispatcher, as a turn uses it."""

    async def submit(
        self, owner: str, build: Callable[[], ModelRequest | None]
    ) -> Completion | None:
        """Ask when it is `owner`'s turn, with what `build` returns at that moment."""
        ...
