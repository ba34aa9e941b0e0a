"""Two parsers read YAML: the fast one what is right, PyYAML's own what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from reading.yaml_nodes import FlatLoader, TameLoader, compose_flat

ROOT = Path(__file__).parents[2]


def outline(node: yaml.Node | None) -> object:
    """Return all that a reader of nodes looks at, the columns of marks excepted."""
    match node:
        case yaml.ScalarNode():
            return node.tag, node.value, node.style, node.start_mark.line
        case yaml.SequenceNode():
            return node.tag, node.flow_style, node.start_mark.line, [*map(outline, node.value)]
        case yaml.MappingNode():
            pairs = [(outline(key), outline(value)) for key, value in node.value]
            return node.tag, node.flow_style, node.start_mark.line, pairs
        case _:
            return None


def list_fronts() -> list[str]:
    """Return the front matter of every note of the starter vault, and all settings files."""
    notes = [path.read_text("utf-8") for path in (ROOT / "vault").rglob("*.md")]
    fronts = [text.split("\n---")[0][4:] + "\n" for text in notes if text.startswith("---\n")]
    return fronts + [path.read_text("utf-8") for path in (ROOT / "config").glob("*.yaml")]


def test_both_parsers_read_the_same_of_every_file_that_is_shipped() -> None:
    fronts = list_fronts()
    assert len(fronts) > 40
    for text in fronts:
        fast, own = (TameLoader(text, exact=exact).get_single_node() for exact in (False, True))
        assert outline(fast) == outline(own)


@pytest.mark.parametrize(
    "text",
    [
        "a: [1\nb: 2\n", "a: 'open\n", "a: b: c\n", "- 1\nb: 2\n", "a: @\n", "a: \x00\n",
        "\ta: 1\n", "a: |\n  x\n y\n", "a: \"\\q\"\n", "a: 1\n--- \nb: 2\n",
    ],
)  # fmt: skip
def test_an_error_is_told_as_by_the_parser_that_knows_its_place(text: str) -> None:
    told = []
    for exact in (False, True):
        with pytest.raises(yaml.YAMLError) as caught:
            compose_flat(text, exact=exact)
        mark = getattr(caught.value, "problem_mark", None)
        told.append((getattr(caught.value, "problem", ""), mark and mark.line))
    assert told[0] == told[1]


def test_what_is_refused_comes_before_what_is_wrong_behind_it() -> None:
    with pytest.raises(yaml.YAMLError, match="an alias"):
        FlatLoader("a: *b\nc: 'open\n").get_single_node()


def test_an_edit_finds_the_very_place_of_a_value() -> None:
    node = compose_flat("limits: {burst: }\n", exact=True)
    assert isinstance(node, yaml.MappingNode)
    ((_, group),) = node.value
    ((_, nothing),) = group.value
    assert (nothing.start_mark.column, nothing.end_mark.column) == (15, 15)
