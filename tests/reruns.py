"""Tests that are run once more when they fail: those that start real processes, and no others.

The run names each such test with what failed, and its last line counts them. See CONTRIBUTING.md.
What a failed one has used, such as a module's server, is ended and made anew: an account that it
made, or a person whom it left in another room, would fail the rerun whatever the reason was.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest

from tests.paths import ROOT

#: A module that uses one of these starts processes.
STARTERS = ("subprocess", "Server", "WorkerPool")

_has_failed = pytest.StashKey[bool]()


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note that a test has failed."""
    report = yield
    if report.failed:
        item.stash[_has_failed] = True
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """End every fixture that a failed test has used, of whatever scope: the next use makes it."""
    if item.stash.get(_has_failed, False) and starts_processes(item):
        item.stash[_has_failed] = False
        item.session._setupstate.teardown_exact(None)
