"""What keeps agents from talking one another, and the machine, to exhaustion.

Pure state: times come in as seconds on any clock that never goes backwards.
"""

from __future__ import annotations

from collections import deque

#: The window of a `TurnBudget`, in seconds.
MINUTE = 60.0


class ChainGuard:
    """Bounds how long an agent goes on answering agents.

    Each time agents' words wake it the chain is one deeper; a person's words, or a turn it
    takes of its own accord, begin a new one.  At `limit` it is not woken by agents' words
    any more; it still hears and remembers them.
    """

    __slots__ = ("_depth", "_limit")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._depth = 0

    @property
    def depth(self) -> int:
        """How often agents have woken this one since something else happened."""
        return self._depth

    def heard(self, *, by_agent: bool) -> bool:
        """Take note that someone spoke to it; return whether it may answer."""
        if not by_agent:
            self._depth = 0
            return True
        if self._depth >= self._limit:
            return False
        self._depth += 1
        return True

    def own_turn(self) -> None:
        """Take note that it acts of its own accord: whatever follows is a new chain."""
        self._depth = 0


class TurnBudget:
    """At most so many turns in any sixty seconds; a limit of 0 means none."""

    __slots__ = ("_limit", "_taken")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken: deque[float] = deque(maxlen=max(0, limit))

    def wait(self, now: float) -> float:
        """Seconds until a turn may be taken; 0.0 if it may be taken now."""
        if self._limit <= 0 or len(self._taken) < self._limit:
            return 0.0
        return max(0.0, self._taken[0] + MINUTE - now)

    def take(self, now: float) -> None:
        """Take note that a turn begins."""
        self._taken.append(now)
