"""Looking and examining, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from pathlib import Path

from tests.world.transcript import trio
from world.calendar import WorldTime
from world.vault.markdown import parse_note
from world.vault.rooms import read_room


def test_looking() -> None:
    play = trio()
    play.thing("brass lamp", play.hall, description="It is dented.")
    play("""
        Ann> l
        Ann: The Hall
            A long stone hall.
            Things here: brass lamp.
            Also here: Bob, Moss.
            Exits: garden.
        Bob> look at the lamp
        Bob: brass lamp
            It is dented.
        Bob> look garden
        Bob: garden leads to The Garden.
        Moss> look me
        Moss: Moss
            You see nothing special about Moss.
        Moss> look unicorn
        Moss: You tried: look unicorn
            This failed because: There is nothing called 'unicorn' here.
    """)


def test_what_a_description_names_can_be_looked_at_though_it_is_no_thing() -> None:
    play = trio()
    play.hall.description = "A long stone hall. A pale square on the north wall was a clock."
    lamp = play.thing("brass lamp", play.hall, description="Its wick is short. It is dented.")
    play.world.set_property(lamp, "fixed", "yes")
    play("""
        Ann> look at pale square
        Ann: A pale square on the north wall was a clock. That is all one sees of it.
        Ann> examine the north wall
        Ann: A pale square on the north wall was a clock. That is all one sees of it.
        Ann> look wick
        Ann: Its wick is short. That is all one sees of it.
        Ann> look it
        Ann: There is nothing called 'it' here.
        Ann> look quar
        Ann: There is nothing called 'quar' here.
    """)


def test_a_look_is_a_room_and_a_look_at_something_is_a_result() -> None:
    play = trio()
    play.perform("Ann", "look")
    seen = play.last("Ann")
    assert (seen.kind, seen.text.split("\n")[0]) == ("room", "The Hall")
    play.perform("Ann", "look Bob")
    assert play.last("Ann").kind == "result"


def test_examining() -> None:
    play = trio()
    lamp = play.thing("brass lamp", play.hall, alias="light")
    play(f"""
        Ann> x light
        Ann: brass lamp
            You see nothing special about brass lamp.
            It is the thing #{lamp}.
            Also called: light.
        Bob> examine #{lamp}
        Bob: brass lamp
            You see nothing special about brass lamp.
        Ann> ex Moss
        Ann: Moss
            You see nothing special about Moss.
            It is the character #{play.who("Moss").id}.
            An agent is awake in there.
        Ann> examine here
        Ann: The Hall
            A long stone hall.
            It is the room #{play.hall.id}.
            The exit garden leads to The Garden.
        Bob> examine the garden
        Bob: garden leads to The Garden.
        Bob> examine
        Bob: What do you want to examine?
    """)


WORDS = """---
exits: {garden: The Garden}
phases: {dusk: The windows go grey., night: A fire and little else.}
weather: {fog: The garden is not there today.}
---
A long stone hall.
"""


def test_a_room_has_words_for_the_time_and_the_weather() -> None:
    """They follow the description; where the room has none, nothing does."""
    play = trio()
    play.world.adopt([read_room(parse_note(Path("The Hall.md"), WORDS))])
    play.world.time = lambda: WorldTime(0, 18, 0, "dusk", "autumn", "fog")
    play("""
        Ann> look
        Ann: The Hall
            A long stone hall.
            The windows go grey. The garden is not there today.
            Also here: Bob, Moss.
            Exits: garden.
    """)
    play.world.time = lambda: WorldTime(0, 12, 0, "noon", "autumn", "dry")
    play.perform("Ann", "look")
    assert play.last("Ann").text.startswith("The Hall\nA long stone hall.\nAlso here")


def test_words_that_left_the_note_leave_the_room() -> None:
    play = trio()
    play.world.adopt([read_room(parse_note(Path("The Hall.md"), WORDS))])
    fewer = WORDS.replace("dusk: The windows go grey., ", "")
    play.world.adopt([read_room(parse_note(Path("The Hall.md"), fewer))])
    play.world.time = lambda: WorldTime(0, 18, 0, "dusk")
    play.perform("Ann", "look")
    assert "windows" not in play.last("Ann").text
    play.world.time = lambda: WorldTime(0, 23, 0, "night")
    play.perform("Ann", "look")
    assert "A fire and little else." in play.last("Ann").text
