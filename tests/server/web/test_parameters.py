"""What the document of the interface says, and what is answered."""

from __future__ import annotations

import pytest

from server.web.parameters import check_described, list_parameters
from server.web.routing import Data, Route, RouteCall


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
