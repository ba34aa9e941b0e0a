"""Settings of the rolling strategy, and an agent's own steps to compact."""

from __future__ import annotations

from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory

ROLLING = {"strategy": "rolling"}
OWN_TEXTS = {**ROLLING, "use_llm_for_summary": False}


def act(memory: AgentMemory, count: int = 1, output: str = "You wave.", *, ok: bool = True) -> None:
    """Record `count` own steps."""
    for _ in range(count):
        text = f"~Moss> wave {memory.last_seq}\n{output}"
        memory.record(
            NewMemory(text, source="action", command="wave", line="wave", place="The Hall", ok=ok)
        )
