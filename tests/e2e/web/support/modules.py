"""The modules of the page, each by itself."""

from __future__ import annotations

from typing import Any

from tests.e2e.web.chromium import Chromium


def call(page: Chromium, module: str, expression: str) -> Any:
    """Return the value of an expression about a module `m` of the page."""
    return page.evaluate(f"import('/static/{module}.js').then(m => {expression})")
