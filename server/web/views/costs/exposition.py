"""A snapshot in the text format of Prometheus, made by its own client library.

Names follow https://prometheus.io/docs/practices/naming/.  The library is imported here alone, and
this module with the first scrape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from agents.models.dispatcher import DispatcherStatus
from agents.models.request_series import RequestKey, RequestTotals
from server.usage.disk_use import DiskUse
from server.web.views.costs.health import AgentMeasures, HealthSnapshot

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4

_KIND = ("profile", "model", "agent", "purpose")

_REQUESTS: Mapping[str, tuple[str, Callable[[RequestTotals], float]]] = {
    "tarn_model_answers": ("Answers of language models", lambda t: t.answers),
    "tarn_model_failures": ("Attempts that gave no answer", lambda t: t.failures),
    "tarn_model_prompt_tokens": ("Tokens of prompts", lambda t: t.prompt_tokens),
    "tarn_model_cached_tokens": (
        "Tokens of prompts that came from the prefix cache", lambda t: t.cached_tokens,
    ),
    "tarn_model_completion_tokens": ("Tokens of replies", lambda t: t.completion_tokens),
    "tarn_model_cost": ("Money, by the price of the profile", lambda t: t.cost),
}  # fmt: skip

_MODELS: Mapping[str, tuple[str, Callable[[DispatcherStatus], float]]] = {
    "tarn_model_circuit_open": (
        "1 while the model is not asked after repeated failures",
        lambda s: s.circuit != "closed",
    ),
    "tarn_model_requests_in_flight": ("Requests under way", lambda s: s.in_flight),
    "tarn_model_requests_waiting": ("Requests that wait for their turn", lambda s: s.waiting),
    "tarn_model_tokens_today": ("Tokens since 00:00 UTC", lambda s: s.tokens_today),
}

_AGENTS: Mapping[str, tuple[str, Callable[[AgentMeasures], float]]] = {
    "tarn_agent_memories": ("Memories in the archive", lambda a: a.memories),
    "tarn_agent_compactions": ("Compactions", lambda a: a.counts.compactions),
    "tarn_agent_compaction_saved_tokens": (
        "Tokens that compactions have taken out of a whole prompt; scenes never had them",
        lambda a: max(0, a.counts.tokens_before - a.counts.tokens_after),
    ),
    "tarn_agent_compaction_used_tokens": (
        "Tokens of models that compactions have used",
        lambda a: a.counts.prompt_tokens + a.counts.completion_tokens,
    ),
}
"""All of an agent's whole life, so that they only grow."""


def render_metrics(taken: HealthSnapshot, version: str) -> bytes:
    """Return a snapshot as text. It may run in a thread."""
    registry = CollectorRegistry()
    registry.register(_SnapshotCollector(taken, version))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


class _SnapshotCollector:
    """Gives the registry what a snapshot holds."""

    def __init__(self, taken: HealthSnapshot, version: str) -> None:
        self._taken, self._version = taken, version

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        yield InfoMetricFamily("tarn", "The program", {"version": self._version})
        yield from _list_requests(self._taken.requests)
        yield from _list_models(self._taken.models)
        yield from _list_agents(self._taken.agents)
        yield from _list_prompts(self._taken.agents)
        awake = GaugeMetricFamily("tarn_characters_awake", "Who is in the world", None, ("kind",))
        for kind in ("person", "agent"):
            awake.add_metric((kind,), self._taken.awake.get(kind, 0))
        yield awake
        yield from _list_lag(self._taken.lag)
        yield from _list_disk(self._taken.disk)


def _list_requests(requests: Mapping[RequestKey, RequestTotals]) -> Iterator[Metric]:
    for name, (help_, read) in _REQUESTS.items():
        family = CounterMetricFamily(name, help_, labels=_KIND)
        for key, totals in requests.items():
            family.add_metric(_name_labels(key), read(totals))
        yield family
    times = SummaryMetricFamily("tarn_model_answer_seconds", "Time of answers", labels=_KIND)
    for key, totals in requests.items():
        times.add_metric(_name_labels(key), totals.answers, totals.seconds)
    yield times


def _name_labels(key: RequestKey) -> tuple[str, ...]:
    return key.profile, key.model, key.agent, key.purpose


def _list_models(models: Mapping[str, DispatcherStatus]) -> Iterator[Metric]:
    for name, (help_, read) in _MODELS.items():
        family = GaugeMetricFamily(name, help_, labels=("profile",))
        for profile, status in models.items():
            family.add_metric((profile,), read(status))
        yield family


def _list_agents(agents: tuple[AgentMeasures, ...]) -> Iterator[Metric]:
    for name, (help_, read) in _AGENTS.items():
        make = GaugeMetricFamily if name == "tarn_agent_memories" else CounterMetricFamily
        family = make(name, help_, labels=("agent",))
        for each in agents:
            family.add_metric((each.name,), read(each))
        yield family


def _list_prompts(agents: tuple[AgentMeasures, ...]) -> Iterator[Metric]:
    """Yield the size of each agent's last prompt; nothing of one that has taken no turn."""
    help_ = "Tokens of the prompt of the agent's last turn, in the form that it gets"
    family = GaugeMetricFamily("tarn_agent_prompt_tokens", help_, labels=("agent", "prompting"))
    for each in agents:
        if each.prompt_tokens is not None:
            family.add_metric((each.name, each.prompting), each.prompt_tokens)
    yield family


def _list_lag(late: tuple[float, ...]) -> Iterator[Metric]:
    """Yield the loop's delay; nothing before it was measured."""
    family = GaugeMetricFamily(
        "tarn_loop_lag_seconds", "The most by which the loop was late in the last minute"
    )
    if late:
        family.add_metric((), max(late))
    yield family


def _list_disk(disk: DiskUse) -> Iterator[Metric]:
    family = GaugeMetricFamily("tarn_vault_bytes", "Room that the vault takes", labels=("part",))
    for part, size in disk.parts.items():
        family.add_metric((part,), size)
    yield family
    yield GaugeMetricFamily("tarn_disk_free_bytes", "Room left on the vault's disk", disk.free)
