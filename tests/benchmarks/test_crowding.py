"""The lives of facts among prose: the model, the facts without figures, and the table."""

from __future__ import annotations

import asyncio

import pytest

from agents.models.testing import PlantedFact
from benchmarks.memory.crowding import DEFAULT_CAP, make_plan, report
from benchmarks.memory.scripted.plain_facts import PLANTS, find_planted
from benchmarks.memory.simulated_life import live


@pytest.mark.parametrize("kind", PLANTS)
def test_every_fact_is_found_by_both_of_its_halves(kind: str) -> None:
    """Told by somebody or alone; half of it is not the fact."""
    facts = PLANTS[kind](60, 1)
    find = find_planted(facts)
    assert find(" ".join(f"{each.memory}" for each in facts)) == list(facts)
    for each in facts:
        assert find(f"Odo said that I know that {each.clause}.") == [each]
        assert find(_halve(each)) == []


def _halve(fact: PlantedFact) -> str:
    first, second = fact.key.split("|") if "|" in fact.key else fact.key.split()
    return f"It is about {first}. It is {second}."


async def test_the_same_model_tells_facts_and_prose() -> None:
    """More prose makes longer prompts; the table has a row for each kind of life."""
    plans = [make_plan(300, (20, n, "plain", DEFAULT_CAP), 1) for n in (0.3, 0.95)]
    plans += [make_plan(n, (50, 0.6, "numbers", DEFAULT_CAP), 1) for n in (160, 300)]
    terse, wordy, *others = [await asyncio.to_thread(live, each) for each in plans]
    assert terse.mean_prompt(300) < wordy.mean_prompt(300)
    assert sum(terse.prompted) > 10 and wordy.counts.refused == 0
    (table,) = report(others).tables
    assert next(each[-1] for each in table.rows if each[:2] == ["50", "60 %"])
