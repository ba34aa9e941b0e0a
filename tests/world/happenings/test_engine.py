"""What the world does by itself: what brings it, when, and who perceives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world.happenings.notes import ANSWER, COIN, DUSK
from tests.world.happenings.support import Stage
from world.boundaries import Perception
from world.happenings.performing import CannotHappen
from world.nature import Nature


def test_a_phase_brings_it_and_people_and_agents_perceive_it(stage: Stage) -> None:
    """In every room that is named, and an agent perceives it as what the world itself did."""
    stage.adopt(The_Shadows=DUSK)
    stage.at("17:59")
    assert stage.texts("Ann") == []
    assert stage.at("18:00") == ["The Shadows"]
    assert stage.texts("Ann") == stage.texts("Bob") == ["The shadows lean together."]
    [seen] = stage.play.heard("Moss")
    assert seen == Perception(
        kind="happening",
        text="The shadows lean together.",
        place="The Hall",
        occupants=("Ann",),
        nature=Nature.HAPPENING,
    )


def test_it_comes_once_a_day(stage: Stage) -> None:
    stage.adopt(The_Shadows=DUSK)
    stage.at("12:00")
    assert stage.wait(2 * 1440) == ["The Shadows", "The Shadows"]


def test_only_who_is_where_it_is_seen_perceives_it(stage: Stage) -> None:
    stage.adopt(Bees="---\nwhen: 09:30\nwhere: The Garden\n---\nThe bees come out.\n")
    stage.at("09:00")
    assert stage.wait(40) == ["Bees"]
    assert stage.texts("Bob") == ["The bees come out."]
    assert [text for text in stage.texts("Ann") if "bees" in text] == []


def test_a_deed_brings_it_after_its_time_if_the_states_are_right_then(stage: Stage) -> None:
    stage.adopt(The_Answer=ANSWER)
    stage.at("18:00")
    stage.play.perform("Ann", "light great lamp")
    assert stage.wait(18) == []
    assert stage.wait(30) == []  # the dish is covered
    stage.play.perform("Ann", "douse lamp")
    stage.play.perform("Ann", "light lamp")
    stage.play.perform("Bob", "uncover dish")
    stage.texts("Ann")
    assert stage.wait(18) == []
    assert stage.wait(1) == ["The Answer"]
    assert "A second point opens" in stage.texts("Ann")[-1]
    assert stage.wait(200) == []


def test_a_lamp_that_is_out_again_is_not_answered(stage: Stage) -> None:
    stage.adopt(The_Answer=ANSWER)
    stage.play.perform("Bob", "uncover dish")
    stage.at("18:00")
    stage.play.perform("Ann", "light great lamp")
    stage.wait(5)
    stage.play.perform("Ann", "douse lamp")
    assert stage.wait(60) == []


def test_the_delay_goes_by_the_weather_of_the_day(tmp_path: Path) -> None:
    """And after how many minutes it came can be found out by watching."""
    waited: dict[str, int] = {}
    for day in range(21):
        stage = Stage(tmp_path, day=day)
        stage.adopt(The_Answer=ANSWER)
        stage.play.perform("Bob", "uncover dish")
        stage.at("18:00")
        stage.play.perform("Ann", "light lamp")
        minutes = next(minute for minute in range(1, 99) if stage.wait(1))
        waited[stage.now().weather] = minutes
    assert waited == {"dry": 30, "wet": 19, "fog": 5, "wind": 19}


def test_deeds_without_a_delay_are_answered_at_the_next_look(stage: Stage) -> None:
    """Though no time of the world has passed since the last one."""
    stage.adopt(Echo="---\nwhen: {deed: get, thing: paper boat}\nwhere: The Hall\n---\nA sigh.\n")
    stage.at("12:00")
    stage.play.perform("Ann", "get paper boat")
    assert stage.engine.pass_time() == ["Echo"]
    assert stage.engine.pass_time() == []


def test_another_deed_or_another_thing_brings_nothing(stage: Stage) -> None:
    stage.adopt(Echo="---\nwhen: {deed: get, thing: paper boat}\nwhere: The Hall\n---\nA sigh.\n")
    stage.at("12:00")
    stage.play.perform("Ann", "get bread")
    stage.play.perform("Ann", "light lamp")
    assert stage.wait(30) == []
    stage.play.perform("Ann", "get boat")
    stage.wait(1)
    stage.play.perform("Ann", "drop boat")
    assert stage.wait(30) == []


def test_what_a_deed_uses_up_is_known_by_its_name(stage: Stage) -> None:
    stage.adopt(Mouse="---\nwhen: {deed: eat, thing: bread}\nwhere: The Hall\n---\nA mouse.\n")
    stage.at("12:00")
    stage.play.perform("Ann", "eat bread")
    assert stage.places("bread") == []
    assert stage.engine.pass_time() == ["Mouse"]


# --- phases -------------------------------------------------------------------------------
def test_people_see_a_phase_begin_where_the_room_has_words_for_it(stage: Stage) -> None:
    """Agents do not: their situation says it. Only the last one counts after a gap."""
    stage.at("17:59")
    stage.at("18:00")
    assert stage.texts("Ann") == ["The windows go grey."]
    assert stage.texts("Bob") == stage.texts("Moss") == []
    stage.at("18:01")
    stage.at("23:00", day=1)
    assert stage.texts("Ann") == ["A fire and little else."]


def test_a_happening_takes_the_place_of_the_words_for_a_phase(stage: Stage) -> None:
    stage.adopt(The_Shadows=DUSK)
    stage.at("17:59")
    stage.at("18:00")
    assert stage.texts("Ann") == ["The shadows lean together."]


# --- by hand --------------------------------------------------------------------------------
def test_it_can_be_made_to_happen(stage: Stage) -> None:
    """Whatever the hour, and without costing it its own time."""
    stage.adopt(Coin=COIN)
    stage.at("11:00")
    [event] = stage.engine.make_happen("Coin")
    assert event.others == "Something rings on the step."
    assert stage.texts("Ann") == ["Something rings on the step."]
    with pytest.raises(CannotHappen, match="Everything that it would change is so already"):
        stage.engine.make_happen("Coin")
    stage.play.perform("Ann", "get coin")


def test_a_world_without_time_has_no_happenings(stage: Stage) -> None:
    stage.adopt(The_Shadows=DUSK)
    stage.play.world.time = lambda: None
    assert stage.engine.pass_time() == []
    stage.play.perform("Ann", "light lamp")
    assert stage.play.errors == []
