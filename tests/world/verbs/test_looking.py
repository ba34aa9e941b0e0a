"""Looking and examining, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio


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
