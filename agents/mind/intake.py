"""What an agent takes in of others, so that nobody fills its archive without end."""

from __future__ import annotations

from collections.abc import Callable

from agents.boundaries import Clock
from agents.memory.core.records import NewMemory
from world.costs.allowance import Allowance
from world.costs.cost import MEMORY_OVERHEAD
from world.nature import Nature
from world.vault.texts import Texts

HOUR = 3600.0
MEGABYTE = 1_000_000

#: An agent that has lost track follows again once so much of its hour has come back.
RECOVERED = 0.1


class Intake:
    """Admits memories of what others do, up to a number of bytes in an hour.

    Beyond it the agent perceives nothing of others until a tenth of the amount has come back.
    Two memories, given to `remember`, say so: one when that begins, and one with the number of
    what passed by when it ends.
    """

    def __init__(self, clock: Clock, texts: Texts, remember: Callable[[NewMemory], None]) -> None:
        self._clock = clock
        self._texts = texts
        self._remember = remember
        self._limit = 0.0
        self._taken = Allowance(clock.monotonic())
        self._missed = 0

    def configure(self, megabytes_per_hour: float) -> None:
        """Use another limit from now on; 0: none."""
        self._limit = megabytes_per_hour * MEGABYTE

    def admit(self, memory: NewMemory) -> bool:
        """Count a memory of what somebody else does; return whether the agent has it."""
        size = MEMORY_OVERHEAD + len(memory.text.encode("utf-8", "replace"))
        now = self._clock.monotonic()
        if self._limit and self._find_wait(size, now):
            self._missed += 1
            if self._missed == 1:
                self._note("mind.loses-track", memory.place)
            return False
        if self._missed:
            missed, self._missed = self._missed, 0
            self._note("mind.follows-again", memory.place, count=missed)
        if self._limit:
            self._taken.use(size, self._limit, HOUR, now)
        return True

    def _find_wait(self, size: int, now: float) -> float:
        amount = max(size, RECOVERED * self._limit) if self._missed else size
        return self._taken.find_wait(amount, self._limit, HOUR, now)

    def _note(self, key: str, place: str, **values: object) -> None:
        text = self._texts.say(key, **values)
        self._remember(
            NewMemory(text, "observation", event="intake", place=place, nature=Nature.HAPPENING)
        )
