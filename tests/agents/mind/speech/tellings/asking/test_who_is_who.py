"""Who somebody is to the asker is told as they told it."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.asking.who_is_who import find_kin
from agents.mind.speech.told.telling_back import ToldLine, read_told


@pytest.mark.parametrize(
    ("question", "kin"),
    [
        ("Cobb, who is Fientje?", "your granddaughter"),
        ("and who was fientje again", "your granddaughter"),
        ("Who is Oswin?", ""),
        ("Who is it that knows Fientje best?", ""),
        ("Where is Fientje?", ""),
    ],
)
def test_who_somebody_is_is_their_kinship(question: str, kin: str) -> None:
    line = ToldLine("I whittle a horse for my granddaughter Fientje, she is six.", 1)
    assert find_kin(question, read_told([line], ("Bruno", "Cobb"))) == kin
