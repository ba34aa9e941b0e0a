"""The commands look and examine."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern
from world import matching, scene
from world.boundaries import Role
from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.commands.parser import find_exit_name
from world.model import Character, Exit, Room, Thing
from world.nature import Nature
from world.use.deeds import list_possible_deeds, usage_of

_AT = late_pattern(r"^(?:at|in|through)\s+", re.IGNORECASE)

#: Shorter words, such as "it", stand in every description.
_SHORTEST = 3


def look(call: Invocation) -> None:
    """Show the room, or something in it, or what lies behind an exit."""
    if not call.args:
        call.show_room()
        return
    target = _AT.sub("", call.args)
    if target.casefold() in ("", "around", "here"):
        call.show_room()
        return
    exit = exit_of(call.room, target)
    if exit:
        _show_exit(call, exit)
    elif told := _find_in_passing(call, target):
        call.reply_text("look.in-passing", words=told)
    else:
        call.reply(_show_thing(call, call.match(target)))


def _find_in_passing(call: Invocation, target: str) -> str:
    """Return what is told of what is no thing of its own, if `target` means that."""
    wanted = matching.plain(target)
    if len(wanted) < _SHORTEST or wanted in ("myself", "room", "self"):
        return ""
    if matching.id_in(target) is not None or call.matches(target, call.nearby()):
        return ""
    return scene.find_in_passing(call.room, wanted, call.world.time())


def _show_thing(call: Invocation, thing: Thing) -> str:
    mark = call.world.presence.mark_of(thing.id)
    return scene.thing_text(thing, call.texts, call.world.time(), mark=mark)


def _show_exit(call: Invocation, exit: Exit) -> None:
    call.reply_text("look.exit", exit=exit.name, destination=exit.destination.name)


def exit_of(room: Room, text: str) -> Exit | None:
    """Return the exit of `room` that `text` names exactly, or None."""
    names = [exit.name for exit in room.exits.values()]
    found = find_exit_name(text, names)
    return next((exit for exit in room.exits.values() if exit.name == found), None)


def examine(call: Invocation) -> None:
    """Show everything about something at hand; to builders also what it is made of."""
    target = _AT.sub("", call.need(call.args, "examine.what"))
    exit = exit_of(call.room, target)
    if exit and not call.matches(target, call.nearby()):
        _show_exit(call, exit)
        return
    if told := _find_in_passing(call, target):
        call.reply_text("look.in-passing", words=told)
        return
    thing = call.match(target)
    call.reply("\n".join([_show_thing(call, thing), *_details(call, thing)]))


def _details(call: Invocation, thing: Thing) -> list[str]:
    deeds = ", ".join(list_possible_deeds(thing))
    lines = [call.say_text("examine.deeds", deeds=deeds)] if deeds else []
    if usage_of(thing).writable:
        lines.append(call.say_text("examine.writable"))
    lines += _record(call, thing) if call.role.includes(Role.BUILDER) else []
    if isinstance(thing, Character):
        lines.append(call.say_text(f"examine.mind-{call.world.kind_of(thing.id) or 'none'}"))
    if isinstance(thing, Room):
        lines += [
            call.say_text("examine.exit", exit=exit.name, destination=exit.destination.name)
            for exit in thing.exits.values()
        ]
    return lines


def _record(call: Invocation, thing: Thing) -> list[str]:
    lines = [call.say_text("examine.id", id=thing.id, kind=thing.kind)]
    if thing.aliases:
        lines.append(call.say_text("examine.aliases", names=", ".join(thing.aliases)))
    return lines


COMMANDS = (
    Command(
        name="look",
        run=look,
        syntax="look [at <something>]",
        summary="See where you are, or look at someone, something or an exit",
        category="social",
        nature=Nature.SIGHT,
        aliases=("l",),
        help="Example: look at lamp",
        privacy=Privacy.SILENT,
        offered=True,
    ),
    Command(
        name="examine",
        run=examine,
        syntax="examine <something>",
        summary="See all there is to know about someone, something or an exit here",
        category="social",
        nature=Nature.STUDY,
        aliases=("ex", "x", "use"),
        help="Example: examine me. Builders also see the number that names it anywhere.",
        privacy=Privacy.SILENT,
        offered=True,
    ),
)
