"""Beside a sentence stands the memory that bears it out best."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.memory.core.records import Experience
from server.web.views.memory.best_evidence import BestEvidence, find_best_evidence
from world.nature import Nature

AT = datetime(2026, 11, 27, 8, tzinfo=UTC)


def remember(seq: int, text: str, speaker: str = "", nature: Nature = Nature.SPEECH) -> Experience:
    return Experience(seq, AT, text, "observation", nature=nature, speaker=speaker)


SPADE = remember(393, 'Moss says, "Cobb, the handle of the spade has come loose."', "Moss")
FRIEND = 'Cobb says, "I will come to it, friend! A spade should not have to walk."'
ASKED = remember(450, 'You say, "Moss, could you spare me three leaves of mint?"')
LEAVES = remember(452, 'Moss says, "Three leaves. I shall bring them up."', "Moss")
BOWL = remember(459, "Moss sets a bowl on top of the chart, where Hester must see it.", "Moss")
CHART = remember(461, 'Moss says, "The bowl first, Hester. Then the chart."', "Moss")
DOWN = remember(416, "~Wren> go down\nYou go down.\nMoss is here.", nature=Nature.MOVEMENT)


@pytest.mark.parametrize(
    ("sentence", "memories", "best"),
    [
        (
            'I heard Cobb say: "I will come to it, friend! A spade should not have to walk."',
            (SPADE, remember(394, FRIEND, "Cobb")), 394,
        ),
        ('I heard Moss say: "Three leaves. I shall bring them up."', (ASKED, LEAVES), 452),
        ('I heard Moss say: "The bowl first, Hester. Then the chart."', (BOWL, CHART), 461),
        ("Moss said that he would bring three leaves of mint.", (ASKED, LEAVES), 452),
        ("I asked Moss for three leaves of mint.", (ASKED, LEAVES), 450),
    ],
)  # fmt: skip
def test_it_is_by_the_same_speaker_and_has_most_of_the_words(
    sentence: str, memories: tuple[Experience, ...], best: int
) -> None:
    """In whichever order they are named."""
    for named in (memories, memories[::-1]):
        found = find_best_evidence(sentence, named)
        assert found is not None and found.seq == best


def test_the_line_of_it_that_tells_is_found() -> None:
    """One met somebody by what was seen, and not by the way that one went."""
    assert find_best_evidence("I met Moss.", [DOWN]) == BestEvidence(416, "Moss is here.")
    assert find_best_evidence("I sang.", [DOWN]) == BestEvidence(416, "")
    assert find_best_evidence("I sang.", []) is None
