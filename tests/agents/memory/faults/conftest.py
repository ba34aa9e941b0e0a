"""Each test of a fault runs once for each strategy of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.memory.faults.trial import COMPACTING, MODELLED, Trial
from tests.agents.memory.settings import STRATEGIES


@pytest.fixture(params=STRATEGIES)
def life(request: pytest.FixtureRequest, tmp_path: Path) -> Trial:
    """A life under each strategy."""
    return Trial(tmp_path, request.param)


@pytest.fixture(params=COMPACTING)
def compacting(request: pytest.FixtureRequest, tmp_path: Path) -> Trial:
    """A life under each strategy that ever compacts."""
    return Trial(tmp_path, request.param)


@pytest.fixture(params=MODELLED)
def trial(request: pytest.FixtureRequest, tmp_path: Path) -> Trial:
    """A life under each strategy whose texts a model writes."""
    return Trial(tmp_path, request.param)
