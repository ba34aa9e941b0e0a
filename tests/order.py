"""The order of files: long ones begin, so that no process still works when all others are done."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.paths import ROOT

#: Files that take longest, and then folders, in the order in which they begin.
FIRST = (
    "e2e/mind/test_starter_days.py",
    "agents/test_long_life.py",
    "e2e/memory",
    "e2e/test_installed.py",
    "agents/memory/proof",
    "e2e",
)


def order_files(items: list[pytest.Item]) -> None:
    """Sort the tests by file; the order within a file stays."""
    folders = [ROOT / "tests" / each for each in FIRST]

    @cache
    def rank(path: Path) -> int:
        places = (n for n, each in enumerate(folders) if path.is_relative_to(each))
        return next(places, len(folders))

    items.sort(key=lambda item: rank(item.path))
