"""On the cases that the labels were tuned on: what they hold to, and what is known to miss."""

from __future__ import annotations

import pytest

from benchmarks.truth.cases import load_cases
from benchmarks.truth.labels import is_held, judge_label

#: Nothing in these tells that a wish is no claim.
KNOWN = {"s145-claim", "t-nobody-wish"}


@pytest.mark.parametrize("name", ["speakers_tuned", "speakers_tuned_second"])
def test_nobody_gets_anothers_words(name: str) -> None:
    """Neither what the agent did itself nor what somebody else said is pinned on anybody."""
    cases = load_cases(name, label="speaker")
    wrong = {each.id for each in cases if judge_label(each) == "wrong speaker"}
    assert wrong <= KNOWN


@pytest.mark.parametrize("name", ["plants_tuned", "plants_tuned_second", "plants_tuned_third"])
def test_no_plant_passes_for_the_agents_own(name: str) -> None:
    """In own, reworded and foreign words."""
    cases = load_cases(name, sentence="carried", label="speaker")
    assert not {each.id for each in cases if not is_held(each)}
