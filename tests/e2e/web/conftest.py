"""The browser of a process of tests, and the visitor of a module or of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.web.chromium import Chromium, Engine


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
