"""How tests run: every ``async def`` test runs as an asyncio task on the reactor's own loop.

pytest-twisted keeps the asyncio reactor running for the whole run, so `asyncio.run` is not
available inside tests; a coroutine test may await asyncio code, and Deferreds by
``deferred.asFuture(asyncio.get_running_loop())``.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_twisted
from hypothesis import HealthCheck, settings
from twisted.internet.defer import Deferred

from tests.examples import choose_count
from tests.limits import TEST_SECONDS
from tests.order import order_files
from tests.reruns import (
    allow_reruns,
    pytest_runtest_makereport,
    pytest_runtest_setup,
    pytest_runtest_teardown,
)

__all__ = ["pytest_runtest_makereport", "pytest_runtest_setup", "pytest_runtest_teardown"]  # hooks

#: The user that has no rights of its own, on every Unix.
NOBODY = 65534

# As in a server: numpy's threads wait for each other at full speed, on busy cores for longer than
# they compute; and the processes of a run use all cores already.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Whether a change may land must not be decided by chance or by the machine's speed:
# TARN_EXPLORE=1 looks for new examples. Else each run tries the same ones, so few of them are for
# each change, and many for a night, which looks for new ones.
settings.register_profile(
    "explore",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=choose_count(25, 100),
)
settings.register_profile("settled", settings.get_profile("explore"), derandomize=True)
settings.load_profile("explore" if os.environ.get("TARN_EXPLORE") else "settled")

# What is imported and collected stays to the end: no search for garbage need visit it, not even a
# first one, which takes half a second and finds little. And later ones are rarer than Python's own
# (700, 10, 10), which saves a twentieth of the time.
gc.disable()
GARBAGE_THRESHOLDS = (10_000, 10, 10)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order_files(items)
    allow_reruns(items)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in wanted}
    coroutine = asyncio.wait_for(pyfuncitem.obj(**arguments), TEST_SECONDS)
    # Scheduled on the reactor's loop; blockon hands control to the reactor until it is done.
    loop = asyncio.get_event_loop_policy().get_event_loop()
    pytest_twisted.blockon(Deferred.fromFuture(asyncio.ensure_future(coroutine, loop=loop)))
    return True


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of an ordinary user, which the test is until its end: root may write anywhere."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
    finally:
        if is_root:
            os.seteuid(0)
