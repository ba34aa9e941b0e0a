"""Who goes to meet a newcomer, and who does not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agents.clock import VirtualClock
from agents.mind.agent_context import Pace
from agents.mind.manners.welcome import GIVES_UP, MINUTE, PRESSING, REVIEW, Welcome, WelcomingAgent
from tests.agents.mind.intentions.support import NOON, TimedStage, lines_of
from tests.agents.mind.support import Person, Stage


@dataclass
class Choice:
    """Agents with a cost for each newcomer, and who was sent."""

    costs: dict[str, float | None]
    clock: VirtualClock = field(default_factory=VirtualClock)
    welcome: Welcome = field(default_factory=Welcome)
    summoned: list[str] = field(default_factory=list)
    met: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for agent in self.costs:
            self.welcome.join(agent, self.describe(agent))

    def describe(self, agent: str) -> WelcomingAgent:
        return WelcomingAgent(
            lambda newcomer: self.costs[agent], lambda: self.summoned.append(agent)
        )

    def come(self, newcomer: str) -> None:
        self.welcome.expect(newcomer, self.clock, lambda: self.met.append(newcomer))


async def test_one_agent_goes_the_one_for_whom_it_is_least() -> None:
    """The others stay with what they are about."""
    choice = Choice({"Moss": 8.0, "Wren": 4.0, "Cobb": None})
    choice.come("Ada")
    assert choice.summoned == ["Wren"]
    assert choice.welcome.find_newcomers("Wren") == ["Ada"]
    await choice.clock.advance(3 * REVIEW)
    assert choice.summoned == ["Wren"]


async def test_who_has_gone_is_expected_no_more() -> None:
    """A crowd that comes and goes is not kept, and nobody looks for it."""
    choice = Choice({"Wren": 4.0})
    here = {f"Guest{number}" for number in range(500)}
    for name in sorted(here):
        choice.welcome.expect(name, choice.clock, lambda: None, partial(here.__contains__, name))
    here.intersection_update({"Guest7"})
    await choice.clock.advance(REVIEW)
    assert choice.welcome.find_newcomers("Wren") == ["Guest7"]


async def test_two_newcomers_share_one_greeter() -> None:
    """Even if another one were nearer by then."""
    choice = Choice({"Moss": 8.0, "Wren": 4.0})
    choice.come("Ada")
    choice.costs["Moss"] = 0.0
    choice.come("Bob")
    assert choice.welcome.find_newcomers("Wren") == ["Ada", "Bob"]
    choice.welcome.promise("Wren", ["Ada", "Bob"], "say Good day.")
    choice.welcome.hear("Wren", "say Good day.", ["Ada", "Bob", "Cobb"], [])
    assert choice.met == ["Ada", "Bob"]


async def test_another_goes_if_the_first_cannot_any_more() -> None:
    """Something urgent, a pause, or the end of an agent."""
    choice = Choice({"Moss": 8.0, "Wren": 4.0})
    choice.come("Ada")
    choice.costs["Wren"] = None
    await choice.clock.advance(REVIEW)
    assert choice.welcome.find_newcomers("Moss") == ["Ada"]
    choice.welcome.leave("Moss")
    choice.costs["Wren"] = 1.0
    await choice.clock.advance(REVIEW)
    assert choice.summoned == ["Wren", "Moss", "Wren"]


async def test_somebody_who_is_free_later_goes_later_and_nobody_goes_for_ever() -> None:
    """Who is met by nobody is let be in the end."""
    choice = Choice({"Moss": None})
    choice.come("Ada")
    await choice.clock.advance(MINUTE / 2)
    choice.costs["Moss"] = 1.0
    await choice.clock.advance(REVIEW)
    assert choice.summoned == ["Moss"]
    await choice.clock.advance(GIVES_UP)
    assert choice.welcome.find_newcomers("Moss") == [] and choice.met == []


async def test_words_to_somebody_else_are_no_meeting() -> None:
    """Named, or alone with the speaker, or what the greeter meant for them."""
    choice = Choice({"Moss": 1.0})
    choice.come("Ada")
    choice.welcome.hear("Moss", "say Wren, the soup!", ["Ada", "Wren"], ["Wren"])
    assert choice.met == []
    choice.welcome.promise("Cobb", ["Ada"], "say Aha, fresh ears!")
    choice.welcome.hear("Moss", "say Aha, fresh ears!", ["Ada", "Wren"], [])
    assert choice.met == []
    choice.welcome.hear("Wren", "say Who are you, Ada?", ["Ada", "Moss"], ["Ada"])
    assert choice.met == ["Ada"]


# --- with real agents -------------------------------------------------------------------


def stage_by_rule(folder: Path, *, whole: bool = False) -> Stage:
    stage = Stage(folder)
    prompting = "whole" if whole else "scene"
    stage.generation_params = replace(
        stage.generation_params, by_rule=not whole, prompting=prompting
    )
    return stage


async def come_to_garden(stage: Stage, seconds: float = MINUTE) -> list[str]:
    """Ada is new, and in the Garden; return what she sees of others' words and deeds."""
    stage.world.move(stage.ada.id, stage.garden.id)
    if not stage.newcomers:
        stage.newcomers.append("Ada")
        stage.welcome.expect("Ada", stage.clock, stage.newcomers.clear)
    await stage.clock.advance(seconds)
    seen = [each for each in stage.person.seen if each.nature.is_expression]
    return [] if stage.newcomers else [each.text for each in seen]


async def test_an_agent_comes_and_greets_and_goes_on(tmp_path: Path) -> None:
    """It walks there by the exits, says one line, and is no longer expected."""
    stage = stage_by_rule(tmp_path)
    moss = stage.agent("Moss", Pace(think_interval=30))
    moss.start(within=30)
    said = await come_to_garden(stage)
    assert len(said) == 1 and said[0].startswith("Moss says,") and "Ada" in said[0]
    assert any(each.kind == "arrive" and each.actor == "Moss" for each in stage.person.seen)
    assert not stage.welcome.find_newcomers("Moss") and not stage.errors
    await stage.close()


async def test_a_model_that_is_asked_whole_is_not_asked_for_it(tmp_path: Path) -> None:
    """By rule, whatever the model would have said; it hangs here."""
    stage = stage_by_rule(tmp_path, whole=True)
    moss = stage.agent("Moss", Pace(think_interval=30))
    moss.start(within=30)
    said: list[str] = []
    while not said and stage.clock.monotonic() < MINUTE:
        assert not stage.model.requests
        said = await come_to_garden(stage, 1)
    assert said and "Ada" in said[0]
    await stage.close()


async def test_words_that_come_while_one_greets_by_rule_are_the_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have a turn of their own, and no answer by rule."""
    stage = stage_by_rule(tmp_path, whole=True)
    stage.world.move(stage.ada.id, stage.hall.id)
    moss = stage.agent("Moss", Pace(think_interval=30, reply_delay=0, jitter=0))
    compose, spoken = moss._composer.compose_prompt, list[str]()

    def compose_and_hear(*given: Any, **named: Any) -> Any:
        if not spoken:
            spoken.append(stage.ada_does("say Moss, have you beans?"))
        return compose(*given, **named)

    monkeypatch.setattr(moss._composer, "compose_prompt", compose_and_hear)
    moss.start(within=30)
    stage.newcomers.append("Ada")
    stage.welcome.expect("Ada", stage.clock, stage.newcomers.clear)
    assert stage.welcome.find_newcomers("Moss") == ["Ada"]
    await stage.clock.advance(5)
    assert spoken and stage.model.requests
    assert "have you beans?" in stage.model.requests[0].prompt
    assert not any(each.actor == "Moss" and each.nature.is_speech for each in stage.person.seen)
    await stage.close()


URGENT = """
light the tower:
  weight: 100
  every: 1 day
  steps:
    - {at: The Tower, do: emote lights the fire.}
    - {until: {hour: 1-2}, for: 3 hours}
"""
QUIET = URGENT.replace("100", "10")


@pytest.mark.parametrize(("intentions", "comes"), [(URGENT, False), (QUIET, True)])
async def test_what_is_urgent_is_not_left_for_a_newcomer(
    tmp_path: Path, intentions: str, comes: bool
) -> None:
    """Whoever sits by a fire that must not go out stays; the same without haste is put off."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(intentions)
    await stage.clock.advance(40)
    assert stage.world.find_place("Wren") == "The Tower"
    assert bool(await come_to_garden(stage)) is comes
    await stage.clock.advance(40)
    assert stage.world.find_place("Wren") == "The Tower"
    assert wren.intentions.is_pursued("light the tower") and not stage.errors
    await stage.close()


async def test_who_waits_for_the_floor_does_not_walk_off(tmp_path: Path) -> None:
    """Two others talk, so the greeter is quiet; in the end a gesture greets beside their talk."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(QUIET, interval=6)
    stage.newcomers.append("Ada")
    stage.world.move(stage.ada.id, stage.hall.id)
    stage.world.move(wren.character, stage.hall.id)
    stage.welcome.expect("Ada", stage.clock, stage.newcomers.clear)
    waited = 0.0
    while stage.newcomers and waited < MINUTE:
        stage.floor.owe("Moss", "The Hall", "Cobb", stage.clock.monotonic())
        await stage.clock.advance(2)
        waited += 2
        assert stage.world.find_place("Wren") == "The Hall"
    assert PRESSING <= waited < MINUTE
    [greeting] = [each for each in lines_of(wren) if "Ada" in each]
    assert greeting.startswith("emote ")
    await stage.close()


@pytest.mark.parametrize("why", ["paused", "only perceives", "asked in the talk with a person"])
async def test_who_cannot_or_has_company_is_not_sent(tmp_path: Path, why: str) -> None:
    """There may be nobody; then nobody comes."""
    stage = stage_by_rule(tmp_path)
    moss = stage.agent("Moss", Pace(think_interval=0 if why == "only perceives" else 10))
    moss.start(within=10)
    if why == "paused":
        moss.pause()
    if why.startswith("asked"):
        wren = stage.agent("Wren", Pace(think_interval=10))
        wren.start(within=10)
        stage.ada_does("say Moss, what do you grow here?")
        bob = stage.world.add_character("Bob", stage.garden.id)
        stage.world.attach(bob.id, Person())
        stage.welcome.expect("Bob", stage.clock, lambda: None)
        assert stage.welcome.find_newcomers("Wren") == ["Bob"]
    else:
        assert await come_to_garden(stage) == []
    await stage.close()
