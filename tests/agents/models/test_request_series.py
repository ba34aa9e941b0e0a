"""Requests are counted by hour, profile, model, agent and purpose, at the price in force."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from agents.boundaries import Completion, ModelRejected
from agents.clock import VirtualClock
from agents.models.dispatcher import ModelRequest
from agents.models.hub import ModelHub
from agents.models.profiles import ModelProfile
from agents.models.providers.scripted import ScriptedProvider, ScriptedSettings
from agents.models.request_series import (
    FAILURE,
    HOUR,
    LATEST_TIMES,
    MOST_KEYS,
    MOST_WAITING,
    OTHERS,
    RequestKey,
    RequestSeries,
    RequestTotals,
    count_answer,
)

TURN = RequestKey("npc", "tiny", "Moss", "turn")
ANSWER = count_answer(Completion("say Hello.", 100, 5, "stop", 40), 1.5, 0.25)
PRICED = ModelProfile(
    "npc", ScriptedSettings(), "tiny", retries=0, price=(1_000_000.0, 2_000_000.0)
)


def make_hub(folder: Path, clock: VirtualClock, series: RequestSeries, script: str) -> ModelHub:
    path = folder / "script.txt"
    path.write_text(script, encoding="utf-8")
    return ModelHub(
        (PRICED,), "npc",
        make=lambda profile: ScriptedProvider(path, clock=clock),
        clock=clock, rng=random.Random(1), log=lambda line: None, series=series,
    )  # fmt: skip


async def test_each_request_is_counted_by_its_purpose_and_price(tmp_path: Path) -> None:
    clock = VirtualClock()
    series = RequestSeries(clock)
    hub = make_hub(tmp_path, clock, series, "say Hello.\nA summary.\nA fact.\nYes.")
    await hub.dispatcher().submit("Moss", lambda: ModelRequest("Hello there?"))
    for purpose in ("summary", "facts"):
        model = hub.dispatcher().model("summaries", "Moss", purpose)
        await model.complete("Tell.", stop=(), max_tokens=9, temperature=0)
    await hub.test()
    counted = series.list_since_start()
    assert {(key.agent, key.purpose) for key in counted} == {
        ("Moss", "turn"), ("Moss", "summary"), ("Moss", "facts"), ("", "trial"),
    }  # fmt: skip
    for totals in counted.values():
        assert totals.answers == 1
        assert totals.cost == totals.prompt_tokens + 2 * totals.completion_tokens > 0
    assert hub.status()["npc"].cost == sum(each.cost for each in counted.values())
    broken = make_hub(tmp_path, clock, series, "!error 400")
    with pytest.raises(ModelRejected):
        await broken.dispatcher().submit("Moss", lambda: ModelRequest("And?"))
    turns = series.list_since_start()[replace(TURN, model="tiny")]
    assert (turns.answers, turns.failures) == (1, 1)


async def test_hours_are_taken_apart_and_wait_if_they_could_not_be_kept() -> None:
    clock, told = VirtualClock(), []
    series = RequestSeries(clock, lambda: told.append(1))
    series.count(TURN, ANSWER)
    series.count(TURN, replace(ANSWER, longest=3.0))
    await clock.advance(HOUR)
    series.count(TURN, FAILURE)
    assert len(told) == 3
    taken = series.take()
    assert [hour % HOUR for hour, _ in taken] == [0, 0]
    first, second = taken.values()
    assert first == RequestTotals(2, 0, 200, 10, 80, 3.0, 3.0, 0.5)
    assert second == FAILURE
    series.count(TURN, FAILURE)
    series.put_back(taken)
    assert list(series.list_waiting().values()) == [first, FAILURE.plus(FAILURE)]
    series.take()
    assert not series.list_waiting()
    assert series.list_since_start()[TURN].failures == 2


def test_neither_many_agents_nor_a_full_disk_fill_the_memory() -> None:
    series = RequestSeries(VirtualClock())
    for number in range(MOST_KEYS + 5):
        series.count(replace(TURN, agent=f"Agent{number}"), ANSWER)
    counted = series.list_since_start()
    assert len(counted) == MOST_KEYS + 1
    assert counted[RequestKey("npc", OTHERS, OTHERS, "turn")].answers == 5
    series.put_back({(hour * HOUR, TURN): ANSWER for hour in range(MOST_WAITING)})
    waiting = series.list_waiting()
    assert len(waiting) == MOST_WAITING
    assert (0, TURN) not in waiting


def test_the_times_of_the_latest_answers_are_kept_by_profile_model_and_purpose() -> None:
    """Whoever asked; failures have no time."""
    series = RequestSeries(VirtualClock())
    for seconds in range(LATEST_TIMES + 3):
        series.count(TURN, count_answer(Completion("", 1, 1, "stop"), float(seconds), 0.0))
    series.count(replace(TURN, agent="Wren"), ANSWER)
    series.count(replace(TURN, purpose="facts"), FAILURE)
    times = series.list_times()
    assert list(times) == [("npc", "tiny", "turn")]
    assert len(times["npc", "tiny", "turn"]) == LATEST_TIMES
    assert times["npc", "tiny", "turn"][-2:] == (LATEST_TIMES + 2.0, 1.5)
