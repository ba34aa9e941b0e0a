"""What the document of the interface says, and what is answered."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from server.boundaries import Account, Role
from server.web.boundaries import Call, NotAnswered
from server.web.browser_sessions import BrowserSession
from server.web.description import describe_api
from server.web.parameters import check_described, list_parameters
from server.web.routing import Data, Route, RouteCall
from server.web.views.memory.life.window import MOST_BUCKETS
from server.web.views.memory.routes import MOST_ROWS
from server.web.views.mind.routes import MOST_TURNS
from server.web.views.replay.routes import MOST_PARTS

NOTEBOOK = Path(__file__).parents[3] / "docs/notebook.md"


def answer(asked: RouteCall) -> Data:
    return {}


def test_what_is_not_described_is_not_answered() -> None:
    """Nor by a method that is not."""
    check_described(
        [Route("/rooms/{id}", answer), Route("/minds/{name}/step", answer, method="POST")]
    )
    for wrong in (Route("/rooms/{id}", answer, method="PUT"), Route("/cellars", answer)):
        with pytest.raises(ValueError, match=f"describes {wrong.method} {wrong.path}"):
            check_described([wrong])


def test_parameters_of_a_path_and_of_its_method_are_known() -> None:
    assert "path" in list_parameters("/files/text", "GET")
    assert list_parameters("/rooms", "GET") == ()


def list_bounds() -> dict[str, int]:
    """Return the greatest value of each parameter that has one, by its name."""
    operations = (one for item in describe_api()["paths"].values() for one in item.values())
    found = (one.get("parameters", ()) for one in operations if isinstance(one, dict))
    return {
        each["name"]: each["schema"]["maximum"]
        for each in chain.from_iterable(found)
        if "maximum" in each.get("schema", ())
    }


def test_more_than_the_document_allows_is_refused() -> None:
    """And not cut silently; the document for notebooks asks for no more itself."""
    bounds = list_bounds()
    assert bounds == {
        "count": MOST_ROWS, "buckets": MOST_BUCKETS, "limit": MOST_TURNS, "parts": MOST_PARTS
    }  # fmt: skip
    session = BrowserSession("", Account("Ada", Role.PLAYER), "192.0.2.7", 0.0)
    asked = RouteCall(Call("GET", "/", "192.0.2.7", query={"count": "201"}), session, {})
    assert asked.read_query("count", 50, 201) == 201
    with pytest.raises(NotAnswered, match="count: 201; at most 200 are allowed"):
        asked.read_query("count", 50, MOST_ROWS)
    addresses = re.findall(r"`(/api/v1/[^`]*)`", NOTEBOOK.read_text())
    for name, (value,) in (
        each for one in addresses for each in parse_qs(urlsplit(one).query).items()
    ):
        assert name not in bounds or int(value) <= bounds[name]
