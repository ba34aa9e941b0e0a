"""What a watcher is told of a prompt's parts."""

from __future__ import annotations

from agents.mind.prompt.composing import PARTS, describe_sizes
from agents.mind.prompt.prompt import Prompt, name_blocks
from tests.paths import ROOT

PAGE_PARTS = ROOT / "server" / "web" / "static" / "views" / "mind" / "parts.js"


def test_the_page_calls_the_parts_by_the_same_names() -> None:
    """The page alone tells summaries from memories."""
    page = PAGE_PARTS.read_text("utf-8")
    for kind in PARTS.keys() - {"memories"}:
        assert f'  {kind}: ["{PARTS[kind]}", ' in page


def test_every_part_that_is_there_is_told_and_no_other() -> None:
    prompt = Prompt(
        head="You are Moss.",
        memories="",
        blocks=name_blocks(examples="a b", recalled="c d e"),
        situation="f",
        place="The Hall",
    )
    told = describe_sizes(prompt, 7, _Words())
    assert told == "7 tokens: Who it is 3, How it talks 2, Recalled memories 3, This moment 1"


class _Words:
    name = "words"

    def count(self, text: str) -> int:
        return len(text.split())
