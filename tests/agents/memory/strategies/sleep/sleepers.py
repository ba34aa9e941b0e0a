"""Agents that compact asleep, and a model that keeps what it is to build on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.memory.core.records import Experience
from agents.memory.memory import AgentMemory
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.support import Bench, Scripted


class Building(Scripted):
    """Keeps what each summary was to build on, and the prompt's form."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[str] = []
        self.templates: list[str] = []

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        self.before.append(asked.before)
        self.templates.append(asked.form.template)
        return await super().summarise(memories, asked)


def asleep(bench: Bench, **changed: Any) -> AgentMemory:
    chosen: dict[str, Any] = {"strategy": "sleep", "context_tokens": 1000, "citations": "off"}
    return bench.open(**(chosen | changed))
