"""How a sentence relates two things: more or less, earlier or later, whose uncle or nephew."""

from __future__ import annotations

import pytest

from agents.memory.checking.verdict import judge_sentence
from agents.memory.language.evidence import Source
from world.nature import Nature


def judge(sentence: str, speaker: str, said: str) -> str:
    heard = Source(f'{speaker} says, "{said}"', speaker, Nature.SPEECH)
    return judge_sentence(sentence, [heard]).judgement


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        (
            "Wool is dearer than linen this year.",
            "Linen is cheaper than wool.",
            "Wool costs less than linen.",
        ),
        ("The bay is faster than the grey.", "The grey is slower than the bay.", ""),
        ("I washed, and then I ate.", "Lena washed before she ate.", "Lena ate before she washed."),
        ("First the fire, then the flood.", "", "The fire came after the flood."),
        ("Hugo is my nephew.", "Lena is the aunt of Hugo.", "Hugo is Lena's uncle."),
        ("Hugo is my brother.", "Hugo is Lena's brother.", "Hugo is Lena's son."),
        ("The stream is the shallowest here.", "", "The stream is the deepest here."),
    ],
)
def test_what_is_turned_round_contradicts(said: str, right: str, wrong: str) -> None:
    """What says the same from the other side does not."""
    if right:
        assert judge(right, "Lena", said) != "contradicts"
    if wrong:
        assert judge(wrong, "Lena", said) == "contradicts"


def test_the_order_of_events_is_read_in_short_sentences_only() -> None:
    """A pattern takes seconds for a text of 64 KB, which tells of more than two events anyway."""
    turned = "Lena ate before she washed."
    assert judge(turned, "Lena", "I washed, and then I ate.") == "contradicts"
    long = f"I washed, {'and sang ' * 200}and then I ate."
    assert judge(turned, "Lena", long) != "contradicts"
