"""The rehearsal model in this process, for benchmarks with many memories."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Unpack

from agents.boundaries import Clock, Completion, Model, ModelBadReply, Provider
from agents.clock import SystemClock
from agents.models.providers.answers import error_for_status, estimate_tokens
from agents.models.testing.performing import Answer
from agents.models.testing.rehearsal import Rehearsal, RehearsalOptions

LABEL = "rehearsal"


class RehearsalModel(Rehearsal):
    """Is both a `Model` and its `Provider`; takes the arguments of `Rehearsal`, and a clock.

    Mode ``500`` raises `ModelUnavailable`; ``empty`` and ``nonsense`` raise `ModelBadReply`;
    ``hang`` never returns; ``slow-drip`` takes `drip` seconds of `clock` for each character.
    """

    def __init__(self, *, clock: Clock | None = None, **values: Unpack[RehearsalOptions]) -> None:
        super().__init__(**values)
        self._clock = clock or SystemClock()

    @property
    def label(self) -> str:
        """The model's name."""
        return LABEL

    def model_for(self, owner: str) -> Model:
        """Return this model: the prompt itself says whose turn it is."""
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
        """Answer in the present mode; `grammar` is ignored. Raises `ModelError`."""
        answer = self.answer(prompt)
        await self._wait(answer)
        if answer.status != 200:
            raise error_for_status(LABEL, answer.status, answer.text, answer.retry_after)
        if answer.nonsense:
            raise ModelBadReply(f"{LABEL}: the reply is not JSON: <html>")
        text, finish = self.limit_text(answer.text, stop, max_tokens)
        if not text.strip():
            raise ModelBadReply(f"{LABEL}: the model said nothing")
        return Completion(text, estimate_tokens(prompt), estimate_tokens(text), finish)

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""

    async def _wait(self, answer: Answer) -> None:
        if answer.hangs:
            await asyncio.Event().wait()
        seconds = answer.delay + answer.drip * len(answer.text)
        if seconds:
            await self._clock.sleep(seconds)


_model: type[Model] = RehearsalModel
_provider: type[Provider] = RehearsalModel
