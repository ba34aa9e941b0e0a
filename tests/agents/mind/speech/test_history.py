"""What an agent has said is counted from its memories, whatever command said it."""

from __future__ import annotations

from datetime import UTC, datetime

from agents.memory.recall.hits import Hit
from agents.mind.speech.history import count_own_words

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
