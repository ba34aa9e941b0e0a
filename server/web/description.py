"""The OpenAPI document of the interface: each view describes its own routes in `openapi.json`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

VIEWS = Path(__file__).parent / "views"

OPEN = ("/api/v1/session", "/api/v1/openapi.json")
"""What is answered to whoever has not logged in."""

REFUSALS = {
    "400": "NotUnderstood",
    "401": "NotLoggedIn",
    "403": "NotAllowed",
    "421": "ForeignName",
    "503": "Unavailable",
}
"""With what everything else may be refused, and how the document calls that."""


@cache
def describe_api() -> dict[str, Any]:
    """Return the whole document, joined of the descriptions of all views.

    The head and what all share stand with the view World. Raises `ValueError` if two views
    describe the same path or schema.
    """
    whole = _read(VIEWS / "world" / "openapi.json")
    for path in sorted(VIEWS.glob("*/openapi.json")):
        if path.parent.name != "world":
            part = _read(path)
            _join(whole["paths"], part["paths"])
            _join(whole["components"]["schemas"], part["components"]["schemas"])
    for path, item in whole["paths"].items():
        for method in item.keys() - {"parameters"}:
            _add_refusals(path, item[method])
    return whole


def _add_refusals(path: str, operation: dict[str, Any]) -> None:
    """Describe those that no view need describe for itself."""
    for status, name in REFUSALS.items():
        if status == "421" or path not in OPEN:
            operation["responses"].setdefault(status, {"$ref": f"#/components/responses/{name}"})


def _read(path: Path) -> dict[str, Any]:
    described: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return described


def _join(whole: dict[str, Any], part: dict[str, Any]) -> None:
    twice = sorted(whole.keys() & part.keys())
    if twice:
        raise ValueError(f"described twice: {', '.join(twice)}")
    whole.update(part)
