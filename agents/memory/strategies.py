"""Which strategies there are, by the names that settings use."""

from __future__ import annotations

from agents.memory.strategy import Strategy
from agents.memory.waterfall import Waterfall

STRATEGIES: dict[str, type[Strategy]] = {"waterfall": Waterfall}


def strategy_named(name: str) -> Strategy:
    """The strategy called `name`. Raises `ValueError` that says which there are."""
    if name not in STRATEGIES:
        known = ", ".join(sorted(STRATEGIES))
        raise ValueError(f"there is no strategy {name!r}; allowed: {known}")
    return STRATEGIES[name]()
