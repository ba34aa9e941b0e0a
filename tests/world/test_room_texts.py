"""What somebody sees of a room is written once, and anew after every change that may be seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.texts import shipped_texts
from tests.world.test_presence import fall_asleep, leave, lose_the_link, rename
from tests.world.transcript import Play, trio
from world import scene
from world.calendar import Calendar, WorldTime
from world.recorder import Recorder

DAY = Calendar().find_time(0)


def describe(play: Play, name: str = "Ann") -> str:
    return play.world.describe_room(play.who(name))


def room_text(play: Play, name: str = "Ann") -> str:
    world = play.world
    return scene.room_text(play.who(name), world.presence, world.texts, world.time())


def test_it_is_written_once_for_each_while_nothing_changes() -> None:
    play = trio()
    first, others = describe(play), describe(play, "Bob")
    play.perform("Ann", "say hello")
    play.perform("Bob", "look")
    assert describe(play) is first
    assert describe(play, "Bob") is others
    assert first != others


def write_in_hall(play: Play) -> None:
    with play.world.changes() as tx:
        tx.describe(play.hall, "A hall that was painted.")


def bring_a_lamp(play: Play) -> None:
    play.thing("great lamp", play.hall)


def close_a_way(play: Play) -> None:
    with play.world.changes() as tx:
        tx.remove_exit(play.hall, "garden")


def mark(play: Play) -> None:
    play.world.presence.mark(play.who("Bob").id, "away")


def walk(play: Play) -> None:
    play.perform("Ann", "garden")


def come(play: Play) -> None:
    asleep = play.world.add_character("Una", play.hall.id)
    play.world.attach(asleep.id, Recorder())


def rewrite_the_sentences(play: Play) -> None:
    fresh = shipped_texts()
    sentence = fresh._sentences["look.exits"]
    fresh._sentences["look.exits"] = replace(sentence, parts=("Ways: ", "names", "!"))
    play.world.texts.replace_by(fresh)


def undo(play: Play) -> None:
    """Show what is about to be undone, in the midst of it."""
    with pytest.raises(ZeroDivisionError), play.world.changes() as tx:
        tx.describe(play.hall, "A hall that never was.")
        assert "never was" in describe(play)
        raise ZeroDivisionError


CHANGES = (
    leave, fall_asleep, lose_the_link, rename, come, walk, mark,
    write_in_hall, bring_a_lamp, close_a_way, rewrite_the_sentences,
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_seen_at_once(change: Callable[[Play], None]) -> None:
    play = trio()
    before = describe(play)
    change(play)
    assert describe(play) == room_text(play) != before


def test_what_was_undone_is_not_seen_any_more() -> None:
    play = trio()
    before = describe(play)
    undo(play)
    assert describe(play) == room_text(play) == before


def test_another_phase_and_weather_are_seen_at_once() -> None:
    play, now = trio(), [DAY]
    with play.world.changes() as tx:
        tx.set_property(play.hall, "words.phases.dusk", "The light goes.")
        tx.set_property(play.hall, "words.weather.rain", "It drips.")
    play.world.time = lambda: now[0]

    def at(phase: str, weather: str) -> str:
        time: WorldTime = replace(DAY, phase=phase, weather=weather)
        now[0] = time
        return describe(play)

    assert "The light goes." not in at("day", "clear")
    assert "The light goes." in at("dusk", "clear")
    assert "It drips." in at("dusk", "rain")
    assert "It drips." not in at("dusk", "clear")


@pytest.mark.parametrize("change", [each for each in CHANGES if each is not rewrite_the_sentences])
def test_every_change_is_in_a_situation_at_once(change: Callable[[Play], None]) -> None:
    """It is the same object until something changes, and then what is made anew."""
    play = trio()
    ann = play.who("Ann")
    before = play.world.situation(ann.id)
    assert play.world.situation(ann.id) is before
    change(play)
    fresh = scene.situation(ann, play.world.presence, play.world.time())
    assert play.world.situation(ann.id) == fresh
    assert fresh != before or change is mark  # a situation does not have the word beside a name


def test_a_situation_has_the_minute() -> None:
    play, now = trio(), [DAY]
    play.world.time = lambda: now[0]
    ann = play.who("Ann").id
    assert play.world.situation(ann).time == DAY
    now[0] = replace(DAY, minute=DAY.minute + 1)
    assert play.world.situation(ann).time == now[0]


def test_not_more_than_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "MOST_TEXTS", 2)
    play = trio()
    texts = scene.RoomTexts(play.world.presence, play.world.texts)
    for name in ("Ann", "Bob", "Moss") * 3:
        assert texts.describe(play.who(name)) == room_text(play, name)
        assert len(texts._kept) <= 2
