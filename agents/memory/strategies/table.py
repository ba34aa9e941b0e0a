"""Which strategies there are, by the names that settings use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agents.memory.settings import MemorySettings
from agents.memory.strategies.layered import Layered
from agents.memory.strategies.protocol import Strategy
from agents.memory.strategies.rolling import Rolling
from agents.memory.strategies.sleep import Sleep
from agents.memory.strategies.tree import Tree
from agents.memory.strategies.waterfall import Waterfall

STRATEGIES: Mapping[str, Callable[[MemorySettings], Strategy]] = {
    "rolling": Rolling,
    "sleep": Sleep,
    "layered": Layered,
    "tree": Tree,
    "waterfall": Waterfall,
}


def strategy_of(settings: MemorySettings) -> Strategy:
    """The strategy that `settings` ask for. Raises `ValueError` that says which there are."""
    if settings.strategy not in STRATEGIES:
        known = ", ".join(sorted(STRATEGIES))
        raise ValueError(f"there is no strategy {settings.strategy!r}; allowed: {known}")
    return STRATEGIES[settings.strategy](settings)
