"""Commands that take, drop and give things."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern
from world.boundaries import Event
from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.model import Character, Thing
from world.nature import Nature
from world.scene import things_in
from world.vault.note_sync import FIXED

_TO = late_pattern(r"^(?P<what>.+)\s+to\s+(?P<whom>\S+)$", re.IGNORECASE)


def _show_deed(call: Invocation, verb: str, thing: Thing) -> None:
    """Emit an event: the actor does something with `thing`."""
    own = call.say_text(f"{verb}.own", thing=thing.name)
    others = call.say_text(f"{verb}.others", actor=call.actor.name, thing=thing.name)
    here = call.room.id
    call.emit(Event(verb, call.actor.id, here, own=own, others=others, thing=thing.id))


def get(call: Invocation) -> None:
    """Take something that lies here."""
    call.need(call.args, "get.what")
    name = re.sub(r"^up\s+", "", call.args, flags=re.IGNORECASE)
    if not call.matches(name, things_in(call.room)):
        _refuse_to_get(call, name)
    thing = call.match(name, things_in(call.room))
    if isinstance(thing, Character) or thing.place is not call.room or FIXED in thing.properties:
        call.refuse_text("get.cannot", thing=thing.name)
    call.tx.move(thing, call.actor)
    _show_deed(call, "get", thing)


def _refuse_to_get(call: Invocation, name: str) -> None:
    if call.matches(name, things_in(call.actor)):
        call.refuse_text("get.have", name=name)
    people = call.matches(name, call.nearby())
    if people:
        call.refuse_text("get.cannot", thing=people[0].name)


def drop(call: Invocation) -> None:
    """Put down something that the actor carries."""
    call.need(call.args, "drop.what")
    thing = _match_carried(call, call.args)
    call.tx.move(thing, call.room)
    _show_deed(call, "drop", thing)


def _match_carried(call: Invocation, name: str) -> Thing:
    thing = call.matches(name, things_in(call.actor))
    if not thing:
        call.refuse_text("refuse.not-carried", name=name)
    only = call.only(name, thing)
    if only.place is not call.actor:
        call.refuse_text("refuse.not-carried", name=name)
    return only


def give(call: Invocation) -> None:
    """Give something that the actor carries to a character here."""
    said = _TO.match(call.args)
    if not said:
        call.refuse_text("give.what")
    thing, target = _match_carried(call, said["what"]), call.match_present(said["whom"])
    call.tx.move(thing, target)
    names = {"thing": thing.name, "target": target.name}
    actor = call.actor.name
    call.emit(
        Event(
            kind="give",
            actor=call.actor.id,
            place=call.room.id,
            own=call.say_text("give.own", **names),
            others=call.say_text("give.others", actor=actor, **names),
            told={target.id: call.say_text("give.told", actor=actor, thing=thing.name)},
            addressed=frozenset({target.id}),
            thing=thing.id,
        )
    )


def inventory(call: Invocation) -> None:
    """List what the actor carries."""
    names = ", ".join(thing.name for thing in things_in(call.actor))
    if names:
        call.reply_text("inventory.list", names=names)
    else:
        call.reply_text("inventory.empty")


COMMANDS = (
    Command(
        name="get",
        run=get,
        syntax="get <thing>",
        summary="Take something that lies here",
        category="things",
        nature=Nature.TAKING,
        aliases=("take",),
        help="Of several alike, 2.lamp is the second.",
        offered=True,
    ),
    Command(
        name="drop",
        run=drop,
        syntax="drop <thing>",
        summary="Put down something you carry",
        category="things",
        nature=Nature.DROPPING,
        offered=True,
    ),
    Command(
        name="give",
        run=give,
        syntax="give <thing> to <someone>",
        summary="Hand something you carry to someone here",
        category="things",
        nature=Nature.GIVING,
        help="Example: give lamp to Moss",
        offered=True,
    ),
    Command(
        name="inventory",
        run=inventory,
        syntax="inventory",
        summary="See what you carry",
        category="things",
        nature=Nature.LISTING,
        aliases=("i", "inv"),
        privacy=Privacy.SILENT,
    ),
)
