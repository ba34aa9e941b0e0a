"""All styles are loaded at once, so that a view's rules must not reach into another view."""

from __future__ import annotations

import re

import pytest

from server.web.serving.assets import FOLDER

#: The classes of the `main` elements of each view; World's map and feed are Replay's, too.
ROOTS = {"memory": ("memory-view",), "mind": ("mind", "minds"), "play": ("play", "entrance")}
VIEWS = sorted(path.name for path in (FOLDER / "views").iterdir() if path.name != "world")


def list_selectors(css: str) -> list[str]:
    plain = re.sub(r"/\*.*?\*/|@media[^{]*\{", "", css, flags=re.DOTALL)
    heads = re.findall(r"([^{}]+)\{", plain)
    return [each.strip() for head in heads for each in re.split(r",(?![^(]*\))", head)]


@pytest.mark.parametrize("view", VIEWS)
def test_a_views_rules_are_for_that_view_alone(view: str) -> None:
    roots = "|".join(ROOTS.get(view, (view,)))
    selectors = list_selectors((FOLDER / "views" / view / f"{view}.css").read_text("utf-8"))
    assert selectors
    wrong = [each for each in selectors if not re.match(rf"\.(?:{roots})(?![\w-])", each)]
    assert wrong == []
