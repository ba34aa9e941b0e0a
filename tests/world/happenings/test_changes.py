"""What a happening changes in the world, and when it changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from tests.world.happenings.notes import COIN, DUSK
from tests.world.happenings.support import Stage


def test_changes_come_with_it(stage: Stage) -> None:
    stage.adopt(
        Gust="---\nwhen: noon\nwhere: The Hall\nchanges:\n"
        "  - {thing: great lamp, state: lit}\n  - {move: paper boat, to: The Garden}\n"
        "  - {remove: bread}\n---\nA gust.\n"
    )
    stage.at("11:00")
    stage.at("12:00")
    assert stage.state("great lamp") == "lit"
    assert stage.places("paper boat") == ["The Garden"]
    assert stage.places("bread") == []


def test_a_coin_that_is_still_there_is_not_made_twice(stage: Stage) -> None:
    """Wherever it went; and nobody hears it fall."""
    stage.adopt(Coin=COIN)
    stage.at("11:00")
    stage.at("12:00")
    assert stage.places("silver coin") == ["The Hall"]
    stage.play.perform("Ann", "look coin")
    assert stage.texts("Ann")[-1] == "silver coin\nWorn smooth."
    stage.play.perform("Ann", "get silver coin")
    assert stage.at("12:00", day=1) == []
    assert stage.places("silver coin") == ["Ann"]


def test_what_somebody_carries_is_not_taken_away(stage: Stage) -> None:
    """Then nothing else of it happens either."""
    stage.adopt(
        Gust="---\nwhen: noon\nwhere: The Hall\nchanges:\n  - {thing: great lamp, state: lit}\n"
        "  - {move: paper boat, to: The Garden}\n---\nA gust takes the boat.\n"
    )
    stage.play.perform("Ann", "get paper boat")
    stage.at("11:00")
    assert stage.at("12:00") == []
    assert stage.places("paper boat") == ["Ann"]
    assert stage.state("great lamp") == "dark"


def test_what_is_so_already_does_not_happen(stage: Stage) -> None:
    stage.adopt(
        Out="---\nwhen: dawn\nwhere: The Hall\nchanges: {thing: great lamp, state: dark}\n---\n"
        "The lamp goes out.\n"
    )
    stage.at("04:00")
    assert stage.at("05:00") == []
    stage.play.perform("Ann", "light lamp")
    assert stage.at("05:00", day=1) == ["Out"]
    assert stage.state("great lamp") == "dark"


def test_a_happening_that_fails_changes_nothing_and_the_others_come(stage: Stage) -> None:
    stage.adopt(Coin=COIN, Noon=DUSK.replace("dusk", "noon"))

    def fail(number: float) -> None:
        raise ValueError("no such metal")

    create: Callable[..., object] = stage.play.world.registry.add
    stage.play.world.registry.add = fail  # type: ignore[method-assign, assignment]
    stage.at("11:00")
    assert stage.at("12:00") == ["Noon"]
    stage.play.world.registry.add = create  # type: ignore[method-assign, assignment]
    [(error, where)] = stage.play.errors
    assert (str(error), where) == ("no such metal", "the happening Coin failed")
    assert stage.places("silver coin") == []
