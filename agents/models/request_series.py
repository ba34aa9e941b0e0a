"""What was asked of the models, counted by hour, profile, model, agent and purpose."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from agents.boundaries import Clock, Completion
from late.late_dataclass import late_dataclass

Purpose = Literal["turn", "summary", "reading", "facts", "trial"]
"""Why a model is asked: for an agent's turn, a summary of memories, to read that again, facts for
the journal, or to see whether it answers."""

HOUR = 3600

#: Kinds of requests that are counted apart; further ones are counted together.
MOST_KEYS = 2000

#: Counts that wait at most for a disk that cannot be written; beyond them the oldest are dropped.
MOST_WAITING = 20_000

LATEST_TIMES = 200
"""Of so many answers of each profile, model and purpose the times are kept, the newest."""

OTHERS = "(others)"
"""Stands for the agents and models that are not counted apart."""


@late_dataclass(frozen=True, slots=True)
class RequestKey:
    """One kind of requests."""

    profile: str
    model: str
    agent: str
    """Who pays; empty: nobody."""
    purpose: Purpose


@late_dataclass(frozen=True, slots=True)
class RequestTotals:
    """Requests of one kind, added up."""

    answers: int = 0
    failures: int = 0
    """Attempts that gave no answer, those included that were not sent."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    """The prompt tokens that came from the provider's prefix cache."""
    seconds: float = 0.0
    """The time of all answers."""
    longest: float = 0.0
    """The time of the slowest answer, in seconds."""
    cost: float = 0.0
    """Money, by the price that was set when it was asked."""

    def plus(self, more: RequestTotals) -> RequestTotals:
        """Return both together."""
        return RequestTotals(
            self.answers + more.answers,
            self.failures + more.failures,
            self.prompt_tokens + more.prompt_tokens,
            self.completion_tokens + more.completion_tokens,
            self.cached_tokens + more.cached_tokens,
            self.seconds + more.seconds,
            max(self.longest, more.longest),
            self.cost + more.cost,
        )


NOTHING = RequestTotals()
FAILURE = RequestTotals(failures=1)

Asked = tuple[str, str, str]
"""Profile, model and purpose."""

Slot = tuple[int, RequestKey]
"""An hour, as seconds since 1970 of its beginning (UTC), and a kind of requests."""


def count_answer(completion: Completion, seconds: float, cost: float) -> RequestTotals:
    """Return one answer as totals."""
    return RequestTotals(
        1,
        0,
        completion.prompt_tokens,
        completion.completion_tokens,
        completion.cached_tokens,
        seconds,
        seconds,
        cost,
    )


class RequestSeries:
    """Counts requests since the start, and by hour until somebody takes them to keep them.

    It outlives the models that it counts for. `changed` is called after every change and must
    return at once.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None] = lambda: None) -> None:
        self.changed = changed
        self._clock = clock
        self._since_start: dict[RequestKey, RequestTotals] = {}
        self._times: dict[Asked, deque[float]] = {}
        self._waiting: dict[Slot, RequestTotals] = {}

    def count(self, key: RequestKey, totals: RequestTotals) -> None:
        """Add `totals` to those of this hour."""
        if key not in self._since_start and len(self._since_start) >= MOST_KEYS:
            key = replace(key, model=OTHERS, agent=OTHERS)
        self._since_start[key] = self._since_start.get(key, NOTHING).plus(totals)
        if totals.answers:
            asked = key.profile, key.model, key.purpose
            times = self._times.setdefault(asked, deque(maxlen=LATEST_TIMES))
            times.append(totals.seconds / totals.answers)
        hour = int(self._clock.now().timestamp()) // HOUR * HOUR
        self._add((hour, key), totals)
        self.changed()

    def list_since_start(self) -> Mapping[RequestKey, RequestTotals]:
        """Return what was counted since the start."""
        return dict(self._since_start)

    def list_times(self) -> Mapping[Asked, Sequence[float]]:
        """Return how many seconds the latest answers took."""
        return {asked: tuple(times) for asked, times in self._times.items()}

    def list_waiting(self) -> Mapping[Slot, RequestTotals]:
        """Return what nobody has taken yet."""
        return dict(self._waiting)

    def take(self) -> Mapping[Slot, RequestTotals]:
        """Return what was counted since it was taken the last time."""
        taken, self._waiting = self._waiting, {}
        return taken

    def put_back(self, taken: Mapping[Slot, RequestTotals]) -> None:
        """Let what was taken wait again: it could not be kept."""
        newer, self._waiting = self._waiting, dict(taken)
        for slot, totals in newer.items():
            self._add(slot, totals)
        oldest_first = sorted(self._waiting, key=lambda slot: slot[0])
        for slot in oldest_first[:-MOST_WAITING]:
            del self._waiting[slot]

    def _add(self, slot: Slot, totals: RequestTotals) -> None:
        self._waiting[slot] = self._waiting.get(slot, NOTHING).plus(totals)
