"""Summaries by rule: whole words, closed quotations, and what mattered before what was counted."""

from __future__ import annotations

import pytest

from agents.memory.language.deterministic import summarise_memories
from agents.prose import cut_words
from tests.agents.memory.journal.support import did, heard, saw


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("Shall we take it again?", 23, "Shall we take it again?"),
        ("Shall we take it again?", 21, "Shall we take it…"),
        ("She said: 'I lost a red umbrella.'", 30, "She said: 'I lost a red…'"),
        ("She isn't at the others' house tonight.", 34, "She isn't at the others' house…"),
        ("Incomprehensibilities", 10, "Incompre…"),
    ],
)
def test_a_text_is_cut_between_words_and_its_quotations_end(
    text: str, limit: int, cut: str
) -> None:
    assert cut_words(text, limit) == cut
    assert len(cut) <= limit


def test_gifts_and_what_was_asked_come_before_how_often_one_thought() -> None:
    """Who gave what, and who asked the agent what, is told; the counts only where there is room."""
    memories = [
        did(1, "think The wall is dry.", 'You think, "The wall is dry."'),
        saw(2, "Fern gives you the brass lamp."),
        heard(3, "Ada", 'Ada says, "Moss, do you know of a war?"'),
        did(4, "look", "The Mill. A wheel turns.", place="The Mill"),
        *(heard(n, "Wren", f'Wren says, "I saw {n} boats go by the weir."') for n in range(5, 30)),
    ]
    told = summarise_memories(memories)
    assert "Fern gave me the brass lamp." in told
    assert 'Ada asked me "Moss, do you know of a war?".' in told
    short = summarise_memories(memories, 330)
    assert "Fern gave me the brass lamp." in short and "thought to myself" not in short


def test_one_more_place_is_one_place() -> None:
    places = ("Mill", "Hall", "Sill", "Weir", "Loft", "Barn")
    memories = [
        did(n, "look", f"The {each}.", place=f"The {each}") for n, each in enumerate(places)
    ]
    assert "The Loft and 1 other place." in summarise_memories([*memories, *memories[:5]])
