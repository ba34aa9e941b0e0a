"""How the server fares at a moment: models, loop, disk, and what compaction saves and costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from agents.memory.core.records import Counts
from agents.mind.agent import Agent
from agents.models.counters import percentile
from agents.models.dispatcher import DispatcherStatus
from agents.models.request_series import NOTHING, Asked, RequestKey, RequestTotals
from late.late_dataclass import late_dataclass
from server.model_hub_factory import ModelHubFactory
from server.population import Population
from server.usage.disk_use import DiskMeter, DiskUse
from server.usage.loop_lag import BEAT_SECONDS, LoopLag
from server.web.views.costs.request_charts import describe_totals

Data = dict[str, Any]


@late_dataclass(frozen=True, slots=True)
class AgentMeasures:
    """One agent's memory in numbers."""

    name: str
    memories: int
    counts: Counts
    prompting: str
    """The form of its prompts: ``whole`` or ``scene``."""
    prompt_tokens: int | None
    """The tokens of its last turn's prompt; None: it has taken no turn yet."""


@late_dataclass(frozen=True, slots=True)
class HealthSnapshot:
    """Everything that is known of the server's state, taken at once."""

    models: Mapping[str, DispatcherStatus]
    """By profile."""
    prompting: Mapping[str, str]
    """How each profile is asked."""
    currency: str
    """The currency of prices."""
    requests: Mapping[RequestKey, RequestTotals]
    """Since the start."""
    times: Mapping[Asked, Sequence[float]]
    """How many seconds the latest answers took."""
    agents: tuple[AgentMeasures, ...]
    awake: Mapping[str, int]
    """How many people and agents are awake, by kind."""
    lag: tuple[float, ...]
    """Seconds by which the loop was late, in the last minute; empty: not measured yet."""
    disk: DiskUse
    trouble: str
    """What cannot be written; empty: everything can."""


class ServerHealth:
    """Takes snapshots; the loop's delay is measured while somebody asks for them."""

    def __init__(
        self,
        models: ModelHubFactory,
        population: Population,
        lag: LoopLag,
        disk: DiskMeter,
        list_kinds: Callable[[], Iterable[str]],
        describe_trouble: Callable[[], str],
    ) -> None:
        self._models, self._population = models, population
        self._lag, self._disk, self._list_kinds = lag, disk, list_kinds
        self._describe_trouble = describe_trouble

    @property
    def currency(self) -> str:
        """The currency of prices."""
        return self._models.hub.currency

    async def take(self) -> HealthSnapshot:
        """Return how things are now. Raises `OSError` if the disk cannot be measured."""
        lag, disk = self._lag.look(), await self._disk.measure()
        hub = self._models.hub
        return HealthSnapshot(
            hub.status(),
            {name: hub.profile(name).prompting for name in hub.names},
            hub.currency,
            self._models.series.list_since_start(),
            self._models.series.list_times(),
            tuple(_measure(each) for each in self._population.minds),
            Counter(self._list_kinds()),
            lag,
            disk,
            self._describe_trouble(),
        )


def _measure(agent: Agent) -> AgentMeasures:
    memory, form, last = agent.memory, agent.generation_params.prompting, agent.state.prompt_tokens
    return AgentMeasures(agent.name, memory.last_seq, memory.view.counts, form, last)


def describe_health(taken: HealthSnapshot) -> Data:
    """Return a snapshot for the page."""
    purposes = _describe_purposes(taken)
    return {
        "currency": taken.currency,
        "trouble": taken.trouble,
        "models": [
            {
                **_describe_model(name, status, taken.prompting[name]),
                "purposes": [each for each in purposes if each["profile"] == name],
            }
            for name, status in taken.models.items()
        ],
        "lag": _describe_lag(taken.lag),
        "disk": {
            "parts": [{"name": name, "bytes": size} for name, size in taken.disk.parts.items()],
            "free": taken.disk.free,
            "size": taken.disk.size,
            "whole": taken.disk.whole,
        },
        "compaction": [_describe_compaction(each) for each in taken.agents],
    }


def _describe_model(name: str, status: DispatcherStatus, prompting: str) -> Data:
    tally, price = status.tally, status.price
    return {
        "profile": name,
        "label": status.label,
        "prompting": prompting,
        "circuit": status.circuit,
        "why": status.why,
        "retry_in": status.retry_in,
        "in_flight": status.in_flight,
        "waiting": status.waiting,
        "tokens_today": status.tokens_today,
        "daily_tokens": status.daily_tokens,
        "answers": tally.completed,
        "failures": [{"error": kind, "count": n} for kind, n in sorted(tally.failed.items())],
        "last_error": tally.last_error,
        "last_error_at": f"{tally.last_error_at:%Y-%m-%dT%H:%M:%SZ}" if tally.last_error_at else "",
        "latency_median": tally.latency_median,
        "latency_p95": tally.latency_p95,
        "cache_share": tally.cache_share,
        "price": {"input": price[0], "output": price[1]} if price else None,
        "cost": status.cost,
    }


def _describe_purposes(taken: HealthSnapshot) -> list[Data]:
    """Return what was asked of each profile since the start, by model and purpose."""
    sums: dict[Asked, RequestTotals] = {}
    for key, totals in taken.requests.items():
        asked = key.profile, key.model, key.purpose
        sums[asked] = sums.get(asked, NOTHING).plus(totals)
    return [_describe_purpose(asked, sums[asked], taken.times.get(asked, ())) for asked in sums]


def _describe_purpose(asked: Asked, totals: RequestTotals, times: Sequence[float]) -> Data:
    profile, model, purpose = asked
    return {
        "profile": profile,
        "model": model,
        "purpose": purpose,
        **describe_totals(totals),
        "median": median(times or (0.0,)),
        "p99": percentile(times, 0.99),
    }


def _describe_lag(late: tuple[float, ...]) -> Data:
    return {
        "every": BEAT_SECONDS,
        "seconds": [round(each, 4) for each in late],
        "median": median(late or (0.0,)),
        "p95": percentile(late, 0.95),
        "worst": max(late, default=0.0),
    }


def _describe_compaction(agent: AgentMeasures) -> Data:
    counts = agent.counts
    return {
        "agent": agent.name,
        "prompting": agent.prompting,
        "memories": agent.memories,
        "compactions": counts.compactions,
        "by_model": counts.llm,
        "by_rule": counts.deterministic,
        "by_hand": counts.human,
        "refused": counts.refused,
        "tokens_before": counts.tokens_before,
        "tokens_after": counts.tokens_after,
        "calls": counts.calls,
        "prompt_tokens": counts.prompt_tokens,
        "completion_tokens": counts.completion_tokens,
    }
