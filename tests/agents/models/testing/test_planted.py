"""Planted facts are distinct, short, and found again wherever they survive."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.tokens import TiktokenCounter
from agents.models.testing import find_fact_keys, plant_facts
from agents.models.testing.planted import find_facts
from tests.examples import choose_count

SEEDS = st.integers(0, 10_000)


def test_same_seed_same_facts_and_all_distinct() -> None:
    """Thousands of facts have keys, texts and cues of their own; the seed decides which."""
    facts = plant_facts(5000, 3)
    assert facts == plant_facts(5000, 3)
    assert facts != plant_facts(5000, 4)
    for values in ([f.key for f in facts], [f.text for f in facts], [f.cue for f in facts]):
        assert len(set(values)) == 5000
    assert {fact.speaker for fact in facts} > {"", "Fern"}


def test_facts_are_short_and_varied() -> None:
    """A fact is some ten to fourteen tokens long, and they are about many things."""
    facts, tokens = plant_facts(500), TiktokenCounter()
    sizes = sorted(tokens.count(fact.text) for fact in facts)
    assert sizes[0] >= 10 and sizes[len(sizes) // 2] <= 14 and sizes[-1] <= 18
    assert len({fact.text.replace(fact.key.split()[0], "").split()[1] for fact in facts}) > 6
    assert len({fact.tag for fact in facts}) > 5


def test_cue_does_not_give_the_answer_away() -> None:
    """What one asks by names the subject and not the number."""
    for fact in plant_facts(100):
        name, number = fact.key.split()
        assert name in fact.cue and number not in fact.cue and find_fact_keys(fact.cue) == set()


@settings(max_examples=choose_count(20, 50), deadline=None)
@given(SEEDS, st.integers(1, 30))
def test_facts_are_found_in_their_memories(seed: int, n: int) -> None:
    """Every planted line holds exactly its own fact, one by one and all together."""
    facts = plant_facts(n, seed)
    assert [find_fact_keys(fact.memory) for fact in facts] == [{fact.key} for fact in facts]
    together = "\n".join(fact.memory for fact in facts)
    assert find_fact_keys(together) == {fact.key for fact in facts}
    assert [each.text for each in find_facts(together)] == [fact.text for fact in facts]


def test_fact_is_found_in_other_words_and_not_without_its_number() -> None:
    """Name and number in one clause are the fact; apart, altered or alone they are not."""
    (fact,) = plant_facts(1, 8)
    name, number = fact.key.split()
    assert find_fact_keys(f"I was told {number}, of {name} I think.") == {fact.key}
    for lost in (
        f"I know about {name}.",
        f"I know about {name}. It was {number}.",
        f"{name} and {int(number) + 1}.",
        f"{name} and 1{number}.",
        f"I know about {name} [{number}].",
        f"{name.lower()} {number}",
    ):
        assert find_fact_keys(lost) == set(), lost


def test_too_many_facts_are_refused() -> None:
    """A number that cannot be had is named with what can."""
    for n in (-1, 10**6):
        with pytest.raises(ValueError, match=rf"read {n}, allowed: 0 to \d+"):
            plant_facts(n)
