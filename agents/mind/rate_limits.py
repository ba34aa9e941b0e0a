"""Limits on how often an agent takes turns, so that agents do not talk to each other for ever.

Times are parameters: seconds on a clock that never goes backwards.
"""

from __future__ import annotations

from collections import deque

#: The window of a `TurnBudget`, in seconds.
MINUTE = 60.0

#: One of so many turns is kept for answers.
KEPT = 4


class ChainGuard:
    """Limits how long an agent goes on answering agents.

    The chain grows by one each time an agent's words wake this agent.  A person's words, or a
    turn that nobody asked for, begin a new chain.  At `limit`, agents' words no longer wake
    the agent; it still hears and remembers them.
    """

    __slots__ = ("_depth", "_limit")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._depth = 0

    @property
    def depth(self) -> int:
        """How often agents have woken this one since the chain began."""
        return self._depth

    def admit(self, *, by_agent: bool) -> bool:
        """Count words that are addressed to the agent; return whether it may answer them."""
        if not by_agent:
            self._depth = 0
            return True
        if self._depth >= self._limit:
            return False
        self._depth += 1
        return True

    def restart(self) -> None:
        """Begin a new chain: the agent takes a turn that nobody asked for."""
        self._depth = 0


class TurnBudget:
    """Allows at most `limit` turns in any sixty seconds; 0: any number.

    Of four turns one is kept for words that wait for an answer.
    """

    __slots__ = ("_limit", "_taken")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken: deque[float] = deque(maxlen=max(0, limit))

    def wait(self, now: float, *, asked: bool = True) -> float:
        """Return the seconds until a turn may be taken; 0.0 if it may be taken now.

        A turn that is `asked` for may use all of them.
        """
        allowed = self._limit if asked else self._limit - self._limit // KEPT
        if self._limit <= 0 or len(self._taken) < allowed:
            return 0.0
        return max(0.0, self._taken[-allowed] + MINUTE - now)

    def take(self, now: float) -> None:
        """Count a turn that begins now."""
        self._taken.append(now)
