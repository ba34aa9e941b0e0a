"""A model of a benchmark that answers each prompt with a text of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from agents.boundaries import Completion
from agents.models.testing.prompts import ParsedPrompt, parse_prompt


class WritingModel(ABC):
    """A `Model` that writes at once, and always the same to one prompt."""

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Return what `write` makes of the prompt; see `Model`."""
        text = self.write(parse_prompt(prompt))
        return Completion(text, len(prompt) // 4, len(text) // 4, "stop")

    @abstractmethod
    def write(self, asked: ParsedPrompt) -> str:
        """Return the text for a prompt."""
