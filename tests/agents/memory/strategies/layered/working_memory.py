"""A model that writes a working memory of six sections, and memories to make one of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.memory.core.records import Experience, NewMemory
from agents.memory.memory import AgentMemory
from agents.memory.strategies import section_plan
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.support import Scripted

WORKING = (
    "User Goal:\nI keep the garden of the hall.\nConfirmed Facts:\nFern says that the boat leaks."
    "\nDecisions Made:\nnone\nOpen Issues:\nI do not know where the rope is.\nPending Actions:\n"
    "none\nImportant References:\nMemory 12 is about the rope."
)

LATER = WORKING.replace("Memory 12 is about the rope.", "Memory 90 is about the rope.")

#: A threshold that some dozen memories pass.
SMALL: dict[str, Any] = {"strategy": "layered", "threshold_tokens": 1500, "min_saving_tokens": 300}


class Working(Scripted):
    """Writes six sections; built on its own, others."""

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        said = await super().summarise(memories, asked)
        written = LATER if WORKING in asked.before else WORKING
        return written if said.startswith("I lived through") else said


def list_headings(text: str) -> list[str]:
    return [each[:-1] for each in text.splitlines() if each[:-1] in section_plan.SECTIONS]


def heard(memory: AgentMemory, speaker: str, words: str) -> None:
    memory.record(NewMemory(f'{speaker} says, "{words}"', source="observation", speaker=speaker))
