"""Settings of small trees, models that write their texts, and what a tree looks like."""

from __future__ import annotations

from agents.memory.core.records import Compaction, Frames, Summary
from agents.memory.memory import AgentMemory
from tests.agents.memory.support import Scripted, log_of

FRAMES = Frames("## Older\n{summary}", "## Recent\n{summary}")

#: Small enough that some hundred memories make several levels.
SMALL = {"strategy": "tree", "immediate_window": 4, "leaf_memories": 4, "branching": 2}

#: The same with leaves that have room for a text of 500 characters.
LONG = {**SMALL, "leaf_memories": 16}


def spell(number: int) -> str:
    """Return a word for a number, which no reader takes for a number that nobody has told."""
    return "".join("qwxzvjkypb"[int(digit)] for digit in str(number))


class Teller(Scripted):
    """Numbers its summaries, so that each text is different."""

    async def summarise(self, memories: object, asked: object) -> str:
        await super().summarise(memories, asked)  # type: ignore[arg-type]
        return f"I kept leaf {spell(len(self.asked))} of my days."

    async def merge(self, recent: str, older: str, asked: object) -> str:
        await super().merge(recent, older, asked)  # type: ignore[arg-type]
        return f"I keep node {spell(len(self.merge_asked))} of them."


def shape(memory: AgentMemory) -> list[tuple[str, int, tuple[int, int]]]:
    return [(each.type, each.level, each.covers) for each in memory.view.summaries]


def known_summaries(memory: AgentMemory) -> dict[str, Summary]:
    records = [each for each in log_of(memory) if isinstance(each, Compaction)]
    return {each.id: each for record in records for each in record.summaries}


class Wordy(Scripted):
    """Writes as much as it may, and never the same sentence twice."""

    number = 0

    def _words(self, count: int) -> str:
        said = []
        for _ in range(count):
            self.number += 1
            said.append(
                f"I remember day {spell(self.number)} by the lake, and what Fern sang there."
            )
        return " ".join(said)

    async def summarise(self, memories: object, asked: object) -> str:
        return self._words(8)

    async def merge(self, recent: str, older: str, asked: object) -> str:
        return self._words(12)
