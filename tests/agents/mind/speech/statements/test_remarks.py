"""Who disagrees, says something of the hearer, reports others' words, or says what they will do."""

from __future__ import annotations

import pytest

from agents.mind.speech.statements.remarks import find_remark_kind


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("I disagree. A bridge should be wide.", "disagreement"),
        ("I do not believe that fish can hear.", "disagreement"),
        ("No, I say the rope is too long.", "disagreement"),
        ("You look cold.", "remark"),
        ("I think you walk too slowly.", "remark"),
        ("Your coat is wet.", "remark"),
        ("Your flat round thing out in the middle of the tarn is a millstone.", ""),
        ("Wren says the oil is low.", "report"),
        ("They told me that the road is closed.", "report"),
        ("I am going down to the valley tomorrow.", "plan"),
        ("I mean to plant a pear tree.", "plan"),
        ("You told me so.", ""),
        ("Are you going home?", ""),
        ("Goodbye, I am off to bed.", ""),
        ("The roof is a good one.", ""),
    ],
)
def test_what_somebody_does_who_states_it(words: str, kind: str) -> None:
    assert find_remark_kind(words) == kind
