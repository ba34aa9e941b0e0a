"""Addresses: which path is whose, and its parts as people mean them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from server.web.routing import Route


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/api/v1/talk/Moss/Ada", {"agent": "Moss", "name": "Ada"}),
        ("/api/v1/talk/Zo%C3%AB/O%27Neill", {"agent": "Zoë", "name": "O'Neill"}),
        ("/api/v1/talk/Moss/a%2Fb%252F", {"agent": "Moss", "name": "a/b%2F"}),
        ("/api/v1/talk/Moss/%ff", {"agent": "Moss", "name": "\ufffd"}),
        ("/api/v1/talk/Moss", None),
        ("/api/v1/talk/Moss/a/b", None),
        ("/api/v1/talk/Moss/", None),
    ],
)
def test_a_route_gives_the_parts_of_its_path_decoded(
    path: str, parts: Mapping[str, str] | None
) -> None:
    """Once: what was encoded twice stays encoded, and no slash in a part makes another path."""
    assert Route("/talk/{agent}/{name}", lambda asked: {}).match(path) == parts
