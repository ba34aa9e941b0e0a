"""Counts of a dispatcher's requests, for status reports."""

from __future__ import annotations

import statistics
from collections import Counter, deque
from collections.abc import Collection, Mapping
from datetime import datetime

from agents.boundaries import Completion, ModelError
from late.late_dataclass import late_dataclass

#: Latencies cover this many of the latest answers.
RECENT = 100


@late_dataclass(frozen=True, slots=True)
class RequestCounts:
    """Counts since the start; latencies in seconds over the last 100 answers."""

    completed: int
    failed: Mapping[str, int]
    """Failed attempts by the name of their error: ``ModelTimeout`` → 3."""
    last_error: str
    last_error_at: datetime | None
    latency_median: float
    latency_p95: float
    cache_share: float
    """The share of prompt tokens that came from the provider's prefix cache, 0 to 1."""
    prompt_tokens: int
    completion_tokens: int


class Counters:
    """Counts one dispatcher's answers and failures."""

    def __init__(self) -> None:
        self._completed = self._prompt = self._completion = self._cached = 0
        self._failed: Counter[str] = Counter()
        self._latencies: deque[float] = deque(maxlen=RECENT)
        self._last_error = ""
        self._last_error_at: datetime | None = None

    def record_answer(self, completion: Completion, seconds: float) -> None:
        """Count one answer that took `seconds`."""
        self._completed += 1
        self._prompt += completion.prompt_tokens
        self._completion += completion.completion_tokens
        self._cached += completion.cached_tokens
        self._latencies.append(seconds)

    def record_failure(self, error: ModelError, at: datetime) -> None:
        """Count one failed attempt."""
        self._failed[type(error).__name__] += 1
        self._last_error = str(error)
        self._last_error_at = at

    def tally(self) -> RequestCounts:
        """Return the counts as they are now."""
        return RequestCounts(
            completed=self._completed,
            failed=dict(self._failed),
            last_error=self._last_error,
            last_error_at=self._last_error_at,
            latency_median=statistics.median(self._latencies or [0.0]),
            latency_p95=percentile(self._latencies, 0.95),
            cache_share=self._cached / self._prompt if self._prompt else 0.0,
            prompt_tokens=self._prompt,
            completion_tokens=self._completion,
        )


def percentile(values: Collection[float], share: float) -> float:
    """Return the smallest value that `share` of `values` do not exceed; 0.0 if there is none."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
