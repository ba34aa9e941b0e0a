"""Commands that show the ways out and the rooms around."""

from __future__ import annotations

from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.verbs.room_map import draw_map, list_rooms_around

FAR = 2
"""How many rooms away the map reaches."""
_AS_LIST = "list"


def exits(call: Invocation) -> None:
    """List every way out with the room it leads to."""
    ways = call.room.exits.values()
    if not ways:
        call.refuse_text("look.no-exits")
    lines = [
        call.say_text("exits.line", exit=way.name, destination=way.destination.name) for way in ways
    ]
    call.reply_kind = "ways"
    call.reply("\n".join([call.say_text("exits.head", place=call.room.name), *lines]))


def show_map(call: Invocation) -> None:
    """Draw the rooms around, or list them for who listens rather than looks."""
    here = call.say_text("map.here")
    if call.args.casefold() != _AS_LIST:
        call.reply(draw_map(call.room, FAR, here))
        return
    lines = [
        call.say_text(
            "map.line",
            place=room.name,
            ways=", ".join(
                call.say_text("map.way", exit=way.name, destination=way.destination.name)
                for way in room.exits.values()
            ),
        )
        for room in list_rooms_around(call.room, FAR)
        if room.exits
    ]
    call.reply("\n".join(lines) or call.say_text("look.no-exits"))


COMMANDS = (
    Command(
        name="exits",
        run=exits,
        syntax="exits",
        summary="List the ways out and where they lead",
        category="query",
        nature=Nature.LISTING,
        privacy=Privacy.SILENT,
    ),
    Command(
        name="map",
        run=show_map,
        syntax="map [list]",
        summary="See the rooms around and the ways between them",
        category="query",
        nature=Nature.LISTING,
        help="map list says the same in sentences, for a screen reader.",
        privacy=Privacy.SILENT,
    ),
)
