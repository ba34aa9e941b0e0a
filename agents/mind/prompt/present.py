"""Which memories tell what is over, or what was told anew since, as far as the journal knows."""

from __future__ import annotations

from collections.abc import Mapping

from agents.memory.journal.changing.present import find_newest_of_same, find_newest_told
from agents.memory.memory import AgentMemory


class PresentMemories:
    """Reads the journal of one agent anew only when it has changed."""

    def __init__(self, memory: AgentMemory) -> None:
        self._memory = memory
        self._read: object = None
        self._over: Mapping[int, int] = {}
        self._same: Mapping[int, int] = {}

    def find(self) -> Mapping[int, int]:
        """Return, for each memory that tells what is over, the newest one that tells what is so."""
        self._read_again()
        return self._over

    def find_same(self) -> Mapping[int, int]:
        """Return, for each memory of a thing of which more was told later, the newest of that."""
        self._read_again()
        return self._same

    def _read_again(self) -> None:
        known = self._memory.knowledge
        if known is not self._read:
            facts = [each.fact for each in known]
            self._over, self._same = find_newest_told(facts), find_newest_of_same(facts)
            self._read = known
