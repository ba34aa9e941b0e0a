"""Count how much a model is used: what summaries cost."""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import Completion, Model
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Usage:
    """Requests that were answered, and their tokens."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def plus(self, more: Usage) -> Usage:
        """Return both together."""
        return Usage(
            self.calls + more.calls,
            self.prompt_tokens + more.prompt_tokens,
            self.completion_tokens + more.completion_tokens,
        )

    def since(self, earlier: Usage) -> Usage:
        """Return what has been used since `earlier`."""
        return Usage(
            self.calls - earlier.calls,
            self.prompt_tokens - earlier.prompt_tokens,
            self.completion_tokens - earlier.completion_tokens,
        )


class MeteredModel:
    """Passes everything on to `model`; `usage` counts what it answered."""

    def __init__(self, model: Model) -> None:
        self.usage = Usage()
        self._model = model

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Return what the model answers, and count it; see `Model`."""
        answer = await self._model.complete(
            prompt, stop=stop, max_tokens=max_tokens, temperature=temperature, grammar=grammar
        )
        self.usage = Usage(
            self.usage.calls + 1,
            self.usage.prompt_tokens + answer.prompt_tokens,
            self.usage.completion_tokens + answer.completion_tokens,
        )
        return answer


_model: type[Model] = MeteredModel
