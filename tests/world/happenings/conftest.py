"""The stage that these tests play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world.happenings.support import DRY, Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, DRY)
