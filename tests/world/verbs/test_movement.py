"""Going from room to room, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio


def test_going_by_an_exit() -> None:
    play = trio()
    play.character("Far", place=play.garden)
    play("""
        Ann> garden
        Ann: The Garden
            Box hedges and bees.
            Also here: Far.
            Exits: hall, pond.
        Bob: Ann leaves for The Garden.
        Moss: Ann leaves for The Garden.
        Far: Ann arrives from The Hall.
        Ann> go to the Hall
        Ann: The Hall
            A long stone hall.
            Also here: Bob, Moss.
            Exits: garden.
        Bob: Ann arrives from The Garden.
        Moss: Ann arrives from The Garden.
        Far: Ann leaves for The Hall.
        Bob> go nowhere
        Bob: There is no exit or place called 'nowhere'. Exits here: garden.
        Bob> go the hall
        Bob: You are already in the Hall.
        Bob> go
        Bob: Where do you want to go?
    """)


def test_a_way_alone_on_a_line_means_to_go_there() -> None:
    """A place further off, or an exit of another room; a direction that is none says which are."""
    play = trio()
    play("""
        Ann> pond
        Ann: The Garden
            Box hedges and bees.
            Exits: hall, pond.
            (On the way to The Pond: pond. Type anything to stop.)
        Bob: Ann leaves for The Garden.
        Moss: Ann leaves for The Garden.
        Bob> up
        Bob: There is no exit or place called 'up'. Exits here: garden.
        Bob> n
        Bob: There is no exit or place called 'north'. Exits here: garden.
    """)


def test_going_further_takes_the_first_step_and_tells_the_rest() -> None:
    play = trio()
    play.room("The Moon")
    play("""
        Ann> go to the pond
        Ann: The Garden
            Box hedges and bees.
            Exits: hall, pond.
            (On the way to The Pond: pond. Type anything to stop.)
        Bob: Ann leaves for The Garden.
        Moss: Ann leaves for The Garden.
        Ann> go to the moon
        Ann: There is no way from here to The Moon.
    """)


def test_an_agent_takes_one_step_and_decides_again() -> None:
    """A person walks on by itself, so the world is asked to see to it; an agent is not moved."""
    play = trio()
    walking: list[tuple[str, str]] = []
    play.world.own.set_out = lambda who, goal: walking.append((who.name, goal.name))
    play("""
        Moss> go to the pond
        Moss: The Garden
            Box hedges and bees.
            Exits: hall, pond.
            (Heading toward The Pond. Remaining path: pond)
        Ann: Moss leaves for The Garden.
        Bob: Moss leaves for The Garden.
    """)
    assert walking == []
    play.perform("Bob", "go to the pond")
    assert walking == [("Bob", "The Pond")]
