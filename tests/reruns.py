"""Tests that are run again when they fail: those that start real processes, and no others.

Each is run up to two more times. The run names each such test with what failed, and its last line
counts the reruns. See CONTRIBUTING.md.
What a failed one has used, such as a module's server, is ended and made anew: an account that it
made, or a person whom it left in another room, would fail the rerun whatever the reason was.  Then
the tests before it in its file run again, if they share such a thing: it, and those behind it, may
need what they left there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.paths import ROOT

#: So often a test that fails is run again. Once was too seldom: what has lost a race on a busy
#: machine may lose the next one, too.
RERUNS = 2

#: A module that uses one of these starts processes.
STARTERS = ("subprocess", "Server", "WorkerPool")

_has_failed = pytest.StashKey[bool]()
_is_rerun = pytest.StashKey[bool]()


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
    """Mark the tests that may be run again."""
    for item in items:
        if starts_processes(item):
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))


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
        item.stash[_is_rerun] = True
        item.session._setupstate.teardown_exact(None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before a rerun, run what stands before the test in its file and shares something with it."""
    if item.stash.get(_is_rerun, False) and isinstance(item, pytest.Function):
        item.stash[_is_rerun] = False
        if shared := list_shared(item):
            for each in list_before(item):
                if shared & list_shared(each):
                    each._initrequest()
                    runtestprotocol(each, log=False, nextitem=item)  # reported once already


def list_shared(item: pytest.Function) -> set[str]:
    """Return the fixtures of a test that other tests of its file use as well."""
    known = item._fixtureinfo.name2fixturedefs
    return {name for name, found in known.items() if found[-1].scope in ("module", "package")}


def list_before(item: pytest.Function) -> Iterator[pytest.Function]:
    """Yield the tests that stand before one in its file."""
    for each in item.session.items:
        if each is item:
            return
        if each.path == item.path and isinstance(each, pytest.Function):
            yield each
