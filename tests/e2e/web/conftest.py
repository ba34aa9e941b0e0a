"""The browser of a module of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.web.chromium import Chromium


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    running = Chromium(tmp_path_factory.mktemp("browser") / "profile")
    yield running
    running.close()


@pytest.fixture
def browser(chromium: Chromium) -> Chromium:
    """The module's browser, which has forgotten what was before."""
    chromium.forget()
    return chromium
