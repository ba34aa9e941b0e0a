"""Settings of memory by their keys, as a note has them."""

from typing import Any

from agents.declaration import settings_in
from agents.memory.settings import STRATEGY, MemorySettings, memory_schema

SCHEMA = memory_schema()

STRATEGIES = tuple(sorted(SCHEMA.strategies.rows))


def memory_settings(*, context_tokens: int = 0, **values: Any) -> MemorySettings:
    unknown = values.keys() - {each.name for each in SCHEMA.settings}
    assert not unknown, unknown
    return SCHEMA.make_settings(values, context_tokens)


def changed(settings: MemorySettings, **values: Any) -> MemorySettings:
    """`settings` with other values; of another strategy, that one's defaults."""
    own = {each.name: getattr(settings, each.name) for each in settings_in(MemorySettings)}
    strategy = settings.strategy
    own |= {each.name: getattr(strategy, each.name) for each in settings_in(type(strategy))}
    context = values.pop("context_tokens", settings.context_tokens)
    return memory_settings(**{STRATEGY.name: strategy.name} | own | values, context_tokens=context)
