"""What can be done in the starter world: something everywhere, and every state can be reached."""

from __future__ import annotations

import re

import pytest

from tests.paths import VAULT
from tests.vault.test_starter_world import AGENTS, ROOMS
from tests.world.transcript import Play
from world.almanac.weather import WEATHERS
from world.calendar import PHASES
from world.model import Thing
from world.use.deeds import Deed, list_possible_deeds, state_of, usage_of
from world.vault.rooms import RoomNote, ThingNote, read_rooms

NOTES, ERRORS = read_rooms(VAULT / "world")
THINGS = {thing.name: thing for note in NOTES for thing in note.things}
#: States that only happenings bring about.
BROUGHT = {
    "oil can": {"full"},
    "far window": {"awaited", "shining", "answered"},
    "leek bed": {"dry"},
}


def deeds_of(note: ThingNote) -> list[Deed]:
    return list(note.usage.deeds.values())


@pytest.mark.parametrize("note", NOTES, ids=lambda note: note.name)
def test_a_room_has_something_to_use_and_words_for_the_day(note: RoomNote) -> None:
    """A deed or a place to write in; three phases or more, each in one or two short sentences."""
    assert not ERRORS
    assert any(thing.usage.deeds or thing.usage.writable for thing in note.things)
    assert sum(place.startswith("phases.") for place in note.words) >= 3
    for words in note.words.values():
        assert words.isascii() and len(words.split()) <= 24 and words.endswith(".")


def test_words_for_times_are_of_known_times_and_never_the_same() -> None:
    said = [words for note in NOTES for words in note.words.values()]
    places = {place for note in NOTES for place in note.words}
    assert len(set(said)) == len(said)
    assert places <= {f"phases.{each}" for each in PHASES} | {f"weather.{w}" for w in WEATHERS}


@pytest.mark.parametrize("name", [name for name, each in THINGS.items() if each.usage.deeds])
def test_the_sentences_of_a_deed_fit_actor_and_bystanders(name: str) -> None:
    """One is to "you", the other names the actor and nobody's sex; both are short and plain."""
    for deed in deeds_of(THINGS[name]):
        assert "{" not in deed.own and deed.own.isascii() and len(deed.own) < 260
        assert deed.others.startswith("{actor} ") and deed.others.endswith(".")
        assert not re.search(r"\b(you|your|his|her|he|she)\b", deed.others, re.IGNORECASE)


@pytest.mark.parametrize("name", [name for name, each in THINGS.items() if each.usage.states])
def test_every_state_is_reached_by_deeds_or_happenings(name: str) -> None:
    """From the first state on, each is the end of a deed that can be done in one reached before."""
    usage = THINGS[name].usage
    reached = {usage.state} | BROUGHT.get(name, set())
    for _ in usage.states:
        reached |= {
            deed.end
            for deed in usage.deeds.values()
            if deed.end and (not deed.start or reached.intersection(deed.start))
        }
    assert reached == set(usage.states)
    # A sentence of a state stands in the room too: it names the thing or its place.
    assert all(text == "" or text[0].isupper() for text in usage.states.values())


def furnished() -> Play:
    play = Play()
    for room in list(play.world.rooms()):
        play.world.registry.discard(room)
    play.world.adopt(NOTES)
    play.character("Ada", place=play.world.find_room("The Hall"))
    play.character("Bea", place=play.world.find_room("The Hall"))
    return play


def at(play: Play, room: str) -> list[Thing]:
    there = play.world.find_room(room)
    assert there is not None
    for name in ("Ada", "Bea"):
        play.world.move(play.who(name).id, there.id)
    return [thing for thing in there.contents if usage_of(thing).deeds]


@pytest.mark.parametrize("room", ROOMS)
def test_every_deed_can_be_done_as_an_agent_is_told(room: str) -> None:
    """Each line of a situation works as it stands, and the others see it."""
    play = furnished()
    for thing in at(play, room):
        for _ in usage_of(thing).states or ("",):
            for deed in list(list_possible_deeds(thing)):
                if thing.place is None or deed not in list_possible_deeds(thing):
                    continue
                outcome = play.perform("Ada", f"{deed} {thing.name}")
                assert outcome.ok, outcome.text
                assert play.last("Bea").text.startswith("Ada ")


def test_the_lamp_and_the_dish_are_told_in_their_rooms() -> None:
    """Who comes in sees whether the lamp burns and whether the dish is covered."""
    play = furnished()
    at(play, "The Lamp House")
    assert "The great lamp is lit" not in play.perform("Ada", "look").text
    play.perform("Ada", "light lamp")
    assert "The great lamp is lit" in play.perform("Ada", "look").text
    [dish] = at(play, "The Bothy")
    assert state_of(dish) == "covered"
    assert "drawn down over the copper dish" in play.perform("Ada", "look").text
    play.perform("Ada", "uncover dish")
    assert "in it hangs the far shore" in play.perform("Ada", "look").text


def test_what_can_be_written_in_is_what_the_story_has() -> None:
    writable = {name for name, thing in THINGS.items() if thing.usage.writable}
    assert writable == {"guest book", "weather slate", "lamp ledger", "slate tally"}
    assert not set(AGENTS) & set(THINGS)
