"""What a summary tells as it was, and is otherwise now."""

from __future__ import annotations

from dataclasses import replace

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.corrections import find_corrections
from tests.agents.memory.journal.support import fact

SEVEN = fact('Hake said: "The last ferry goes at seven."', 1, source="heard", speaker="Hake")
FIVE = replace(
    fact('Hake said: "The last ferry goes at five."', 2, source="heard", speaker="Hake", day=9),
    value="the last ferry goes at five",
    before="The last ferry goes at seven.",
    replaces=(1,),
)
SIX = replace(
    fact('Hake said: "The last ferry goes at six now."', 3, source="heard", speaker="Hake", day=20),
    value="the last ferry goes at six now",
    before="The last ferry goes at five.",
    replaces=(2,),
)


def corrected(summary: str, *facts: Fact) -> list[Fact]:
    return find_corrections([SEVEN, *facts], summary)


def test_an_outdated_value_brings_the_present_one() -> None:
    assert corrected("Hake told me that the last ferry goes at 7.", FIVE) == [FIVE]


def test_the_present_value_needs_none() -> None:
    assert corrected("Hake told me that the last ferry goes at five.", FIVE) == []


def test_the_same_number_of_another_thing_needs_none() -> None:
    assert corrected("I have seven brothers. I live by the water.", FIVE) == []


def test_after_two_changes_it_is_the_last_that_is_shown() -> None:
    assert corrected("The last ferry goes at seven, Hake said.", FIVE, SIX) == [SIX]


def test_a_thing_may_be_named_in_the_sentence_before() -> None:
    assert corrected("I asked Hake about the ferry. It goes at seven.", FIVE) == [FIVE]


def test_a_lie_corrects_nothing() -> None:
    lie = replace(FIVE, trust=0.1)
    assert corrected("The last ferry goes at seven.", lie) == []
