"""The browser of a process of tests, and the visitor of a module or of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.web.chromium import Chromium, Engine, be_logged_in
from tests.e2e.worlds import make_world


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    running = Engine()
    yield running
    running.close()


@pytest.fixture(scope="module")
def chromium(engine: Engine) -> Iterator[Chromium]:
    visitor = Chromium(engine)
    yield visitor
    visitor.close()


@pytest.fixture
def browser(chromium: Chromium) -> Chromium:
    """The module's visitor, who has forgotten what was before."""
    chromium.forget()
    return chromium


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Chromium]:
    """The page of a small world, for tests of what its modules draw."""
    with make_world(tmp_path_factory.mktemp("drawings")).server() as server:
        server.client().create("Ada")
        be_logged_in(chromium, server.web)
        yield chromium
