"""What the document of the interface allows; nothing else is answered."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from typing import Any

from server.web.boundaries import Call, NotAnswered
from server.web.description import describe_api
from server.web.routing import ROOT, Route


def check_described(routes: Iterable[Route]) -> None:
    """Refuse routes that the document does not have. Raises `ValueError`."""
    paths = describe_api()["paths"]
    for each in routes:
        if each.method.lower() not in paths.get(f"{ROOT}{each.path}", {}):
            raise ValueError(f"openapi.json of no view describes {each.method} {each.path}")


def check_query(route: Route, call: Call) -> None:
    """Refuse parameters that the route does not know. Raises `NotAnswered`."""
    known = list_parameters(route.path, route.method)
    unknown = sorted(set(call.query) - set(known))
    if not unknown:
        return
    near = difflib.get_close_matches(unknown[0], known, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    allowed = ", ".join(known) or "none"
    raise NotAnswered(400, f"{unknown[0][:40]!r} is no parameter here; allowed: {allowed}{hint}.")


@cache
def list_parameters(path: str, method: str) -> tuple[str, ...]:
    """Return the names that the query of a path may have, as described."""
    api = describe_api()
    item: dict[str, Any] = api["paths"].get(f"{ROOT}{path}", {})
    operation = item.get(method.lower(), {})
    given = [*item.get("parameters", ()), *operation.get("parameters", ())]
    shared: dict[str, Any] = api["components"].get("parameters", {})
    found = [shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in given]
    return tuple(each["name"] for each in found if each["in"] == "query")
