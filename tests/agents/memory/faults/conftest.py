"""Each test of a fault runs once for each strategy of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.memory.faults.trial import SUMMARISING, Trial
from tests.agents.memory.settings import STRATEGIES


@pytest.fixture(params=STRATEGIES)
def life(request: pytest.FixtureRequest, tmp_path: Path) -> Trial:
    """A life under each strategy, those that make no summaries too."""
    return Trial(tmp_path, request.param)


@pytest.fixture(params=SUMMARISING)
def trial(request: pytest.FixtureRequest, tmp_path: Path) -> Trial:
    """A life under each strategy that makes summaries."""
    return Trial(tmp_path, request.param)
