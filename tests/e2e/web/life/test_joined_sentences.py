"""Equal sentences are one, and those in doubt are found at a press, by the modules of the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.web.chromium import Chromium
from tests.e2e.web.support.modules import call

MODULE = "views/memory/joined_sentences"


def make_sentence(text: str, verdict: str, *seqs: int) -> dict[str, Any]:
    memories = [{"seq": each} for each in seqs[:2]]
    return {"text": text, "verdict": verdict, "why": verdict, "seqs": seqs, "memories": memories}


def test_equal_sentences_stand_once(page: Chromium) -> None:
    """Where the first stands, with how many they are, all their memories, and the worst verdict."""
    sentences = [
        make_sentence("It rains.", "supports", 3, 4, 5),
        make_sentence("Ada came.", "unknown", 6),
        make_sentence("It rains.", "contradicts", 4, 9),
    ]
    rain, ada = call(page, MODULE, f"m.joinEqual({json.dumps(sentences)})")
    assert (rain["text"], rain["times"], rain["verdict"]) == ("It rains.", 2, "contradicts")
    assert rain["seqs"] == [3, 4, 9, 5] and [each["seq"] for each in rain["memories"]] == [3, 4, 9]
    assert (ada["text"], ada["times"], ada["verdict"]) == ("Ada came.", 1, "unknown")


def test_what_is_not_supported_is_listed_with_what_contradicts_first(page: Chromium) -> None:
    """What rests on no memory that is recorded is not supported, either, and stands last."""
    sentences = [
        make_sentence("a", "cannot tell"), make_sentence("b", "supports"),
        make_sentence("c", "contradicts"), make_sentence("d", "unknown"),
    ]  # fmt: skip
    found = call(page, MODULE, f"m.listUnsupported({json.dumps(sentences)}).map(e => e.text)")
    assert found == ["c", "a", "d"]


def test_what_is_in_doubt_stands_before_all_others(page: Chromium) -> None:
    sentences = [
        make_sentence("b", "supports"), make_sentence("a", "cannot tell"),
        make_sentence("d", "unknown"), make_sentence("c", "contradicts"),
    ]  # fmt: skip
    put = f"m.putDoubtedFirst({json.dumps(sentences)}).map(each => each.text)"
    assert call(page, MODULE, put) == ["c", "a", "b", "d"]


def test_memories_that_bear_a_sentence_out_stand_before_the_others(page: Chromium) -> None:
    sentence = make_sentence("It rains.", "supports", 3, 4)
    seqs = "map(each => each.seq)"
    borne = json.dumps({**sentence, "bearing": [4]})
    assert call(page, MODULE, f"m.putBearingFirst({borne}).{seqs}") == [4, 3]
    together = json.dumps({**make_sentence("It rains.", "supports", 4, 3), "bearing": []})
    assert call(page, MODULE, f"m.putBearingFirst({together}).{seqs}") == [3, 4]


def test_sentences_stand_in_the_order_of_the_numbers_beside_them(page: Chromium) -> None:
    """That is of the memory that bears one out best, though it rests on an older one, too."""
    sentences = [
        {**make_sentence("eels", "supports", 425, 427), "best": {"seq": 427, "line": ""}},
        {**make_sentence("ruler", "supports", 426), "best": {"seq": 426, "line": ""}},
    ]
    numbers = f"m.putDoubtedFirst({json.dumps(sentences)}).map(each => m.findFirst(each))"
    assert call(page, MODULE, numbers) == [426, 427]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("~Wren> go down\nYou go down.\nMoss is here.", "Moss is here.",
         "You go down. Moss is here."),
        ("~Wren> say Hm.\nYou say, \"Hm.\"", "~Wren> say Hm.", 'You say, "Hm."'),
        ("[Moss] Moss nods.", "[Moss] Moss nods.", "Moss nods."),
        ("Moss says, \"Hm.\"", "Moss says, \"Hm.\"", 'Moss says, "Hm."'),
    ],
)  # fmt: skip
def test_a_memory_is_told_with_what_bears_the_sentence_out(
    page: Chromium, text: str, line: str, told: str
) -> None:
    """Where what was done does not say whom one met, what was seen then does."""
    words = f"m.tellEvidence({json.dumps(text)}, {json.dumps(line)})"
    assert call(page, "views/memory/parts", words) == told


def test_sentences_stand_in_the_order_of_their_memories(page: Chromium) -> None:
    """What is in doubt first; what rests on no memory that is recorded stands last."""
    sentences = [
        make_sentence("none", "unknown"), make_sentence("later", "supports", 30, 9),
        make_sentence("doubted", "cannot tell", 40), make_sentence("first", "supports", 5, 31),
    ]  # fmt: skip
    put = f"m.putDoubtedFirst({json.dumps(sentences)}).map(each => each.text)"
    assert call(page, MODULE, put) == ["doubted", "first", "later", "none"]
