"""A turn's interface to its model: sampling parameters and client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from agents.boundaries import Completion
from agents.models.dispatcher import ModelRequest
from agents.models.profiles import PATIENCE_OF_A_SCENE
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class GenerationParams:
    """The values of a model profile that a request needs."""

    model: str
    temperature: float
    max_tokens: int
    context_tokens: int
    stop: tuple[str, ...] = ()
    by_rule: bool = False
    """Whether there is no model, on purpose: the fallback policy decides every turn."""
    prompting: str = "whole"
    """``whole``: the prompt shows all that the agent carries; ``scene``: what matters now."""
    patience: float = PATIENCE_OF_A_SCENE
    """Seconds for which the answer of a scene waits for the model in all."""

    may_speak: bool = True
    """Whether a person may be answered in the model's words under ``scene``."""

    instructed: bool = False
    """Whether a whole prompt is written for a model that follows instructions."""

    @property
    def room(self) -> int:
        """The tokens that remain for the prompt when the reply is subtracted."""
        return self.context_tokens - self.max_tokens


class ModelClient(Protocol):
    """Sends a turn's requests; a dispatcher is one."""

    async def submit(
        self, owner: str, build: Callable[[], ModelRequest | None]
    ) -> Completion | None:
        """Send the request that `build` returns when it is `owner`'s turn; None: send nothing."""
        ...
