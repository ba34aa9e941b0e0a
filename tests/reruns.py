"""Tests that are run once more when they fail: those that start real processes, and no others.

The run names each such test with what failed, and its last line counts them. See CONTRIBUTING.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.paths import ROOT

#: A module that uses one of these starts processes.
STARTERS = ("subprocess", "Server", "WorkerPool")


@cache
def is_end_to_end(path: Path) -> bool:
    """Whether a file of tests is about whole servers."""
    return path.is_relative_to(ROOT / "tests" / "e2e")


def starts_processes(item: pytest.Item) -> bool:
    """Whether a test depends on processes beside its own."""
    if is_end_to_end(item.path):
        return True
    return any(name in vars(getattr(item, "module", item)) for name in STARTERS)


def allow_reruns(items: list[pytest.Item]) -> None:
    """Mark the tests that may be run once more."""
    for item in items:
        if starts_processes(item):
            item.add_marker(pytest.mark.flaky(reruns=1))
