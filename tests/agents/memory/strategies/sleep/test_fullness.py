"""How full a context is, in words."""

from __future__ import annotations

import pytest

from agents.memory.core.gauge import name_band
from agents.memory.core.view import View
from agents.memory.strategies.sleep import Sleep
from tests.agents.memory.strategies.sleep.views import gauge, view_of


def test_its_condition_tells_thresholds_and_present_size() -> None:
    """The status page shows the thresholds and the present size."""
    strategy = Sleep()
    assert strategy.describe_condition(view_of(*[10] * 20), gauge(1004)) == (
        "asleep above 2,867 tokens (70 % of 4,096), in an emergency above 3,276; a whole"
        " prompt has now 1,204"
    )
    assert strategy.next_trigger(View()) is None


@pytest.mark.parametrize(
    ("tokens", "name"),
    [
        (0, "normal"),
        (699, "normal"),
        (700, "filling"),
        (849, "filling"),
        (850, "high"),
        (949, "high"),
        (950, "critical"),
        (5000, "critical"),
    ],
)
def test_bands_begin_at_70_85_and_95_percent(tokens: int, name: str) -> None:
    """Exactly there, not a token sooner."""
    assert name_band(tokens, 1000) == name


def test_the_bands_of_an_unknown_context_are_those_of_the_assumed_one() -> None:
    """As the thresholds are."""
    assert (name_band(2867, 0), name_band(2868, 0)) == ("normal", "filling")
