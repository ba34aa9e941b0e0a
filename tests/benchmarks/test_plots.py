"""Plots are well-formed SVG that shows what it was given."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as some

from benchmarks.plots import HEIGHT, WIDTH, Axis, bars, format_figure, lines
from tests.examples import choose_count

SPACE = "{http://www.w3.org/2000/svg}"
VALUES = some.floats(0, 100)


def _texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SPACE}text")]


@settings(max_examples=choose_count(20, 50), deadline=None)
@given(some.dictionaries(some.text("ab<&\"'", min_size=1), some.lists(VALUES, min_size=1)))
def test_every_point_lies_on_the_plot_and_every_line_has_its_name(
    values: dict[str, list[float]],
) -> None:
    """Whatever the names are and wherever the values lie on their axes."""
    series = {name: [(10.0 ** (n % 3), y) for n, y in enumerate(v)] for name, v in values.items()}
    x, y = Axis("memories", 1, 100, logarithmic=True), Axis("%", 0, 100)
    svg = lines("A <title>", x, y, series, aim=80)
    circles = list(ElementTree.fromstring(svg).iter(f"{SPACE}circle"))
    assert len(circles) == sum(map(len, values.values()))
    for circle in circles:
        assert 0 <= float(circle.attrib["cx"]) <= WIDTH
        assert 0 <= float(circle.attrib["cy"]) <= HEIGHT
    assert set(values) <= set(_texts(svg))


def test_names_of_lines_that_end_together_do_not_cover_each_other() -> None:
    """They stand a line's height apart."""
    series = {f"line {n}": [(1.0, 5.0), (10.0, 5.0)] for n in range(5)}
    svg = lines("Together", Axis("x", 1, 10), Axis("y", 0, 10), series)
    names = [
        float(each.attrib["y"])
        for each in ElementTree.fromstring(svg).iter(f"{SPACE}text")
        if (each.text or "").startswith("line ")
    ]
    assert all(one - other >= 14.9 for one, other in pairwise(sorted(names, reverse=True)))


def test_bars_are_as_long_as_their_values_say() -> None:
    """In proportion, each with its number behind it."""
    svg = bars("Tokens", "per memory", {"tree": 30.0, "waterfall": 60.0}, aim=45)
    rects = list(ElementTree.fromstring(svg).iter(f"{SPACE}rect"))[1:]
    short, long = (float(each.attrib["width"]) for each in rects)
    assert abs(long - 2 * short) < 0.2
    assert {"30", "60", "aim 45", "tree", "waterfall"} <= set(_texts(svg))


def test_an_axis_is_marked_at_round_values() -> None:
    """Powers of ten on a logarithmic one, unless it is told which."""
    assert Axis("x", 1000, 100_000, logarithmic=True).ticks() == [1000, 10_000, 100_000]
    assert Axis("y", 0, 100).ticks() == [0, 20, 40, 60, 80, 100]
    assert Axis("x", 500, 4000, logarithmic=True, marks=(500, 4000)).ticks() == [500, 4000]


def test_numbers_are_shown_as_people_read_them() -> None:
    """Few digits, and commas in thousands."""
    assert [format_figure(each) for each in (12_345.6, 80.0, 1.1412, 0.0784)] == [
        "12,346", "80", "1.14", "0.0784",
    ]  # fmt: skip
