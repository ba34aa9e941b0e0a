"""The map: a grid where exits are directions, else a tree; each room once."""

from __future__ import annotations

import textwrap

from tests.world.transcript import Play
from world.verbs.room_map import draw_map, list_rooms_around


def drawn(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def test_named_ways_are_a_tree_and_no_room_is_there_twice() -> None:
    """The way back is not drawn, nor a second way to what is on the map."""
    play = Play()
    mill = play.room("The Mill")
    play.connect(play.hall, "steps", mill, "up")
    play.connect(mill, "path", play.garden, "mill")
    assert draw_map(play.hall, 2, "(you are here)") == drawn("""
        The Hall (you are here)
        +-- garden: The Garden
        |   +-- pond: The Pond
        +-- steps: The Mill
    """)
    assert draw_map(play.hall, 1, "*").count("\n") == 2
    names = [room.name for room in list_rooms_around(play.pond, 2)]
    assert names == ["The Pond", "The Garden", "The Hall", "The Mill"]


def test_directions_are_a_grid_with_a_legend() -> None:
    """What has no direction, or whose place is taken, is named below."""
    play = Play()
    north, east, corner = play.room("North"), play.room("East"), play.room("Corner")
    play.connect(play.hall, "north", north, "south")
    play.connect(play.hall, "east", east, "west")
    play.connect(north, "southeast", east, "northwest")
    play.connect(play.hall, "northeast", corner, "southwest")
    assert draw_map(play.hall, 1, "(you are here)") == drawn("""
        [2]   [4]
         |  X
        [1]---[3]

        1. The Hall (you are here)
        2. North
        3. East
        4. Corner
        The Hall, garden: The Garden
    """)


def test_the_commands_show_it_and_say_it() -> None:
    """As a drawing, and as sentences for who listens."""
    play = Play()
    play.character("Bob")
    play("""
        Bob> exits
        Bob: The ways out of The Hall:
            garden - The Garden
        Bob> map list
        Bob: The Hall: garden to The Garden.
            The Garden: hall to The Hall, pond to The Pond.
            The Pond: garden to The Garden.
    """)
    play.perform("Bob", "map")
    assert play.last("Bob").text == drawn("""
        The Hall (you are here)
        +-- garden: The Garden
            +-- pond: The Pond
    """)
    play.world.move(play.who("Bob").id, play.room("A Box").id)
    play("""
        Bob> exits
        Bob: There is no way out that you can see.
        Bob> map
        Bob: A Box (you are here)
    """)
