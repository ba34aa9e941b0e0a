"""Who finds the facts: a model or rules, as the setting, the model and the strategy say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from agents.boundaries import Model
from agents.clock import VirtualClock
from agents.memory.core.records import Experience, Summary
from agents.memory.journal.extractor import Extraction
from agents.memory.parts import MemoryConfig
from tests.agents.memory.faults.trial import WatchedModel, make_summarizer
from tests.agents.memory.settings import STRATEGIES, memory_settings

TEXTS = [
    Summary("s", kind, "I was here.", (1, 9), "llm", VirtualClock().now())
    for kind in ("recent", "longterm")
]
CASES: list[dict[str, Any]] = [{"strategy": name} for name in STRATEGIES]
CASES += [{"strategy": "rolling", "use_llm_for_summary": False}]


async def extract(memories: Sequence[Experience], model: Model) -> Extraction:
    return Extraction((), "model")


def asks_for_facts(journal: str, case: dict[str, Any]) -> bool:
    settings = memory_settings(**case, journal=journal)
    config = MemoryConfig(settings, make_summarizer(WatchedModel(VirtualClock())), extract)
    return config.draw_facts is not None


@pytest.mark.parametrize("case", CASES)
def test_a_strategy_whose_texts_no_model_writes_asks_none_for_facts(
    case: dict[str, Any],
) -> None:
    """Unless the setting says so; the strategy tells of itself what its texts' forms say."""
    strategy = memory_settings(**case).strategy
    asked = {strategy.choose_form(each).use_model for each in TEXTS}
    assert asked == {strategy.asks_model}
    assert asks_for_facts("auto", case) is strategy.asks_model
    assert asks_for_facts("model", case) and not asks_for_facts("heuristic", case)
