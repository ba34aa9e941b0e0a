"""Tests of what an agent does about its intentions have no turns of quiet life."""

from __future__ import annotations

import pytest

from agents.mind.intentions import keeper as keeper_module


@pytest.fixture(autouse=True)
def no_quiet_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every turn be a step, so that no test hangs on a random number."""
    monkeypatch.setattr(keeper_module, "QUIET_LIFE", 0.0)
