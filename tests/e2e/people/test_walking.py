"""One `go` across the world, over a real connection."""

from __future__ import annotations

from tests.e2e.people.conftest import Visit


def test_a_person_walks_the_whole_way(visit: Visit) -> None:
    """From the Garden through the Hall to the Landing, seen on the way."""
    fay, gil = visit("Fay"), visit("Gil")
    fay.ask("garden", r"Exits: hall\.\n")
    gil.hears_all()
    fay.ask("go landing", r"\(On the way to The Landing: landing\. .*\n")
    fay.expect(r"The Landing\n(?s:.*)Exits: hall\.\n")
    assert gil.hears_all() == "Fay arrives from The Garden.\nFay leaves for The Landing.\n"
    assert "+-- garden: The Garden" in gil.ask("map", r"landing: The Landing\n")
