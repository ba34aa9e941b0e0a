"""Summaries by rule: whole words, closed quotations, and what mattered before what was counted."""

from __future__ import annotations

import pytest

from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.memory.language.deterministic import merge_texts, summarise_memories
from agents.prose import cut_words
from tests.agents.memory.journal.support import did, heard, saw
from world.nature import Nature

NOW = VirtualClock().now()


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
    assert 'Ada asked me "Moss, do you know of a war?"' in told
    short = summarise_memories(memories, 330)
    assert "Fern gave me the brass lamp." in short and "thought to myself" not in short


def test_one_more_place_is_one_place() -> None:
    places = ("Mill", "Hall", "Sill", "Weir", "Loft", "Barn")
    memories = [
        did(n, "look", f"The {each}.", place=f"The {each}") for n, each in enumerate(places)
    ]
    assert "The Loft and 1 other place." in summarise_memories([*memories, *memories[:5]])


def test_who_was_met_is_told_once_in_a_joined_text() -> None:
    """The names of both; what tells more than names stays as it is."""
    joined = merge_texts(
        "I was in The Mill. I met Ada, Bram and Old Tom. I met Ada at the well.",
        'I met Dulcie and Ada. I heard Bram say "Fog."',
        900,
    )
    assert joined == (
        "I was in The Mill. I met Ada, Bram, Old Tom and Dulcie. I met Ada at the well."
        ' I heard Bram say "Fog."'
    )


def test_a_few_memories_are_told_in_the_first_person_and_once() -> None:
    """A short span has no room for more than its own words; a gesture's author is told once."""
    waved = "~Moss> wave\nYou wave at your friends."
    memories = [
        Experience(1, NOW, waved, "action", line="wave", nature=Nature.GESTURE),
        *(Experience(n, NOW, "[Ada] Ada nods at you.", "observation", speaker="Ada",
                     nature=Nature.GESTURE, place="The Great Hall of the Northern Mountain",
                     occupants=("Ada", "Bartholomew", "Constantine"))
          for n in (2, 3)),
    ]  # fmt: skip
    assert summarise_memories(memories) == "I wave at my friends. Ada nods at me."


def test_a_few_memories_tell_what_was_said_before_where_it_was() -> None:
    """There is no room for both, and the words are not copied with who is spoken to."""
    said = '~Moss> say You are late.\nYou say, "You are late."'
    memory = Experience(1, NOW, said, "action", line="say You are late.", nature=Nature.SPEECH,
                        place="The Great Hall of the Northern Mountain")  # fmt: skip
    assert summarise_memories([memory]) == 'I said "You are late."'


def test_what_was_noticed_is_told_without_its_author_s_mark() -> None:
    """``[Ada] Ada mends …`` names Ada twice."""
    seen = [
        Experience(n, NOW, f"[Ada] Ada mends the {thing} by the river gate.", "observation",
                   speaker="Ada", nature=Nature.GESTURE)
        for n, thing in enumerate(("green lantern", "broken oar"), 1)
    ]  # fmt: skip
    assert 'I noticed "Ada mends the broken oar' in summarise_memories(seen * 3)
