"""What an agent has said is counted from its memories, and belongs to the words that it answers."""

from __future__ import annotations

from datetime import UTC, datetime

from agents.memory.core.records import Experience
from agents.memory.recall.hits import Hit
from agents.mind.speech.history import Exchanged, count_own_words, read_talk_history
from world.nature import Nature

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def test_own_words_are_counted_and_others_words_are_not() -> None:
    texts = (
        '~Moss> say Slugs tonight.\nYou say, "Slugs tonight."',
        '~Moss> think Slugs tonight.\nYou think, "Slugs tonight."',
        'Wren says, "Slugs tonight."',
        "~Moss> go hall\nThe Hall\nA long stone hall.",
    )
    hits = [Hit(at, NOW, "The Hall", text, 1.0) for at, text in enumerate(texts)]
    assert count_own_words(hits, "Moss") == {"slugs tonight.": 2, "hall": 1}


def find_last(*lines: tuple[str, str]) -> Exchanged | None:
    """Return Moss's last exchange with Ada, before a question of hers; the lines are as said."""
    here = ("Ada", "Wren", "Cobb")
    memories = [
        Experience(
            seq=at,
            at=NOW,
            text=f'{speaker} says, "{words}"' if speaker else f'You say, "{words}"',
            source="observation" if speaker else "action",
            occupants=here,
            speaker=speaker,
            line="" if speaker else f"say {words}",
            nature=Nature.SPEECH,
        )
        for at, (speaker, words) in enumerate(lines, 1)
    ]
    return read_talk_history(memories, "Ada", "And then?", me="Moss").last


def test_an_answer_to_another_belongs_to_no_words_that_call_a_third() -> None:
    """Ada asks Cobb while Moss answers Wren: what Moss said is no answer to Ada."""
    wren = ("Wren", "Moss, are the beans up?")
    answer = ("", "Two rows of them.")
    assert find_last(wren, ("Ada", "Cobb, will you row me over?"), answer) is None
    assert find_last(wren, ("Ada", "Will they be sweet?"), answer) == Exchanged(
        "Will they be sweet?", "Two rows of them."
    )
    assert find_last(("Ada", "Moss, Cobb, who is hungry?"), ("", "I am.")) == Exchanged(
        "Moss, Cobb, who is hungry?", "I am."
    )
