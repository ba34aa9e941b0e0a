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


STYLES = sorted([FOLDER / "page.css", *(FOLDER / "views").rglob("*.css")])
DISTANCES = {0, 0.125, 0.25, 0.375, 0.5, 0.75, 1, 1.25, 1.5, 2, 3}
"""Rems. Whatever is farther apart is the size of a thing and no distance."""


def list_values(css: str, names: str) -> list[str]:
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return re.findall(rf"(?<![\w-])(?:{names}): ([^;}}]+)", plain)


def test_letters_have_one_of_four_sizes() -> None:
    """But for those of drawings, which are as large as the drawing, and the root's."""
    allowed = r"var\(--(small|text|title|figure)\)|inherit|0|\d+px|\d+(\.\d+)?%"
    found = {
        f"{path.name}: {value}"
        for path in STYLES
        for value in list_values(path.read_text("utf-8"), "font-size")
        if not re.fullmatch(allowed, value)
    }
    assert found == set()


def test_distances_are_of_one_scale() -> None:
    names = r"(?:margin|padding)(?:-[a-z]+)*|(?:row-|column-)?gap"
    found = {
        f"{path.name}: {value}"
        for path in STYLES
        for value in list_values(path.read_text("utf-8"), names)
        for rem in re.findall(r"([\d.]+)rem", value)
        if float(rem) <= 3 and float(rem) not in DISTANCES
    }
    assert found == set()
