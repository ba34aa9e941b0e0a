"""A model's status as text, for ``@llm-status``."""

from __future__ import annotations

from collections.abc import Iterator

from agents.models.counters import RequestCounts
from agents.models.dispatcher import DispatcherStatus
from agents.models.failures import name_kind
from agents.models.profiles import describe_price


def render_model_status(profile: str, status: DispatcherStatus, asking: str) -> str:
    """Return lines: the profile, its model, `asking` (how it is asked), its status, indented."""
    return "\n  ".join([f"{profile}: {status.label} ({asking})", *_lines(status)])


def _lines(status: DispatcherStatus) -> Iterator[str]:
    yield _health(status)
    yield f"in flight {status.in_flight}, waiting {status.waiting}"
    yield f"tokens today {status.tokens_today}{_describe_cap(status)}"
    yield from _describe_agents(status)
    yield from _describe_cost(status)
    tally = status.tally
    yield f"answers {tally.completed}, failures {_failures(tally)}"
    if tally.completed:
        yield (
            f"latency median {tally.latency_median:.2f} s, 95th percentile "
            f"{tally.latency_p95:.2f} s; {tally.cache_share:.0%} of prompts from the prefix cache"
        )
    if tally.last_error_at is not None:
        yield f"last error {tally.last_error_at:%Y-%m-%d %H:%M:%S} UTC: {tally.last_error}"


def _describe_cap(status: DispatcherStatus) -> str:
    if not status.daily_tokens:
        return ", no cap"
    default = " (the default cap of a model that may cost money)"
    return f" of {status.daily_tokens}{default if status.limits.is_default_cap else ''}"


def _describe_agents(status: DispatcherStatus) -> Iterator[str]:
    """Yield a line on what one agent may use, and which has used most, if that is bounded."""
    limits = status.limits
    bounds = {"requests a minute": limits.agent_calls_per_minute,
              "tokens a day": limits.agent_daily_tokens}  # fmt: skip
    if not any(bounds.values()):
        return
    told = ", ".join(f"{bound} {unit}" for unit, bound in bounds.items() if bound)
    most = max(status.agents_today.items(), key=lambda each: each[1], default=None)
    yield f"one agent: at most {told}" + (
        f"; most today: {most[0]} {most[1]} tokens" if most else ""
    )


def _describe_cost(status: DispatcherStatus) -> Iterator[str]:
    if status.price or status.cost:
        cost = f"{status.cost:.4f} {status.currency}".rstrip()
        yield f"cost {cost} since the start ({describe_price(status.price, status.currency)})"


def _health(status: DispatcherStatus) -> str:
    if status.circuit == "closed":
        return "health OK"
    if status.retry_in > 0:
        return f"health FAILS: {status.why}; asked again in {status.retry_in:.0f} s"
    return f"health FAILS: {status.why}; the next request tries it again"


def _failures(tally: RequestCounts) -> str:
    if not tally.failed:
        return "0"
    kinds = (f"{name_kind(kind)}: {count}" for kind, count in sorted(tally.failed.items()))
    return f"{sum(tally.failed.values())} ({', '.join(kinds)})"
