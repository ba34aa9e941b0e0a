"""What an agent does unseen is told in a sentence: what it looked at, noted, tried."""

from __future__ import annotations

import pytest

from agents.boundaries import WatchEvent
from server.watching.deeds import RESULT, DeedTeller
from tests.server.chronicle.support import MORNING
from tests.texts import shipped_texts
from world.nature import Nature

LONG = "A sentence of a fair length about a wall. " * 8


@pytest.mark.parametrize(
    ("line", "nature", "result", "told"),
    [
        ("look", Nature.SIGHT, "The Hall\nA long hall. Cold.", "looks around: A long hall. Cold."),
        ("look at straw hives", Nature.SIGHT, "straw hives\nThree.",
         "looks at the straw hives: Three."),
        ("examine Wren", Nature.STUDY, "Wren\nThin.", "looks at Wren: Thin."),
        ("examine the wall", Nature.STUDY, LONG, f"looks at the wall: {LONG[:167].strip()}"),
        ("note guest book -> Seen here", Nature.NOTE, 'You note under "guest book": Seen here',
         'notes under "guest book": Seen here.'),
        ("recall eel", Nature.RECOLLECTION, "Nothing.",
         'searches old memories with "recall eel": Nothing.'),
        ("inventory", Nature.LISTING, "You carry nothing.",
         'types "inventory" and reads: You carry nothing.'),
    ],
)  # fmt: skip
def test_a_deed_becomes_a_sentence(line: str, nature: Nature, result: str, told: str) -> None:
    """By its nature; of a long result as many whole sentences as fit."""
    event = WatchEvent("Moss", MORNING, "result", result, {"nature": str(nature)})
    sentence = DeedTeller(shipped_texts()).tell(event, line)
    assert sentence == f"Moss {told}" and len(sentence) < RESULT + 40


def test_a_refusal_is_told_with_what_was_tried() -> None:
    """Whatever was tried: nothing has been looked at."""
    about = {"nature": "study", "refused": True}
    event = WatchEvent("Moss", MORNING, "result", "There is no moon here.", about)
    told = DeedTeller(shipped_texts()).tell(event, "examine moon")
    assert told == 'Moss tries "examine moon": There is no moon here.'


def test_what_something_looks_like_is_told_once_in_a_while() -> None:
    """Whoever looks next sees the same; what has changed is told."""
    teller = DeedTeller(shipped_texts())
    looks = [
        ("Moss", "seed packet", "Ruled."),
        ("Wren", "seed packet", "Ruled."),
        ("Wren", "", "A hall."),
        ("Moss", "", "A hall."),
        ("Moss", "seed packet", "Torn."),
    ]
    told = [
        teller.tell(
            WatchEvent(name, MORNING, "result", f"It\n{result}", {"nature": "sight"}),
            f"look {thing}".strip(),
        )
        for name, thing, result in looks
    ]
    assert told == [
        "Moss looks at the seed packet: Ruled.", "Wren looks at the seed packet.",
        "Wren looks around: A hall.", "Moss looks around.", "Moss looks at the seed packet: Torn.",
    ]  # fmt: skip
