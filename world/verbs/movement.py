"""The command that goes from room to room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from late.late_pattern import late_pattern
from world import matching
from world.boundaries import Event
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.model import Exit, Room
from world.nature import Nature
from world.vault.prepositions import describe_being_in
from world.verbs.looking import exit_of

_TO = late_pattern(r"^(?:back\s+)?(?:to|into|through)\s+", re.IGNORECASE)


def go(call: Invocation) -> None:
    """Leave by an exit, or set out for a room: the first step of the shortest way."""
    call.need(call.args, "go.where")
    target = _TO.sub("", call.args) or call.args
    direct = _direct(call, target)
    if direct:
        step(call, direct)
        return
    goal = _goal(call, target)
    way = call.world.shortest_path(call.room, goal)
    if way is None:
        call.refuse_text("go.no-way", destination=goal.name)
    if not way:
        where = describe_being_in(goal)
        call.refuse_text("go.already", where=where)
    step(call, way[0])
    if len(way) > 1:
        _head_on(call, goal, way[1:])


def _head_on(call: Invocation, goal: Room, way: Sequence[Exit]) -> None:
    """Say what remains of the way. A person walks on by itself; an agent decides at each turn."""
    remaining = ", ".join(exit.name for exit in way)
    key = "go.heading"
    if call.kind == "person":
        call.world.own.set_out(call.actor, goal)
        key = "go.walking"
    call.reply_text(key, destination=goal.name, remaining=remaining)


def _direct(call: Invocation, target: str) -> Exit | None:
    """Return the exit of this name, or to the room of this name, or the only one beginning so."""
    exits = list(call.room.exits.values())
    wanted = matching.plain(target)
    exact = exit_of(call.room, target)
    leading = [one for one in exits if matching.plain(one.destination.name) == wanted]
    begun = [one for one in exits if matching.plain(one.name).startswith(wanted)]
    if exact or leading:
        return exact or leading[0]
    return begun[0] if len(begun) == 1 else None


def _goal(call: Invocation, target: str) -> Room:
    if matching.plain(target) == "here":
        return call.room
    found = call.matches(target, call.world.rooms())
    if not found:
        names = ", ".join(exit.name for exit in call.room.exits.values())
        key = "go.nowhere" if names else "go.nowhere-at-all"
        values = {"name": target, "exits": names} if names else {"name": target}
        call.refuse_text(key, **values)
    only = call.only(target, found)
    if not isinstance(only, Room):
        call.refuse_text("refuse.no-such-room", name=target)
    return only


def step(call: Invocation, exit: Exit) -> None:
    """Move the actor through `exit`: both rooms see it, and it sees the new room."""
    actor, start, goal = call.actor, call.room, exit.destination
    names = {"actor": actor.name, "exit": exit.name}
    leaves = call.say_text("go.leaves", destination=goal.name, **names)
    arrives = call.say_text("go.arrives", actor=actor.name, origin=start.name)
    call.tx.move(actor, goal)
    call.emit(Event("leave", actor.id, start.id, others=leaves))
    call.emit(Event("arrive", actor.id, goal.id, others=arrives))
    call.show_room()


COMMANDS = (
    Command(
        name="go",
        run=go,
        syntax="go <exit or place>",
        summary="Walk through an exit, or to a place further off",
        category="movement",
        nature=Nature.MOVEMENT,
        aliases=("walk",),
        help="The name of an exit alone is enough: garden. Example: go to The Boathouse. A "
        "person walks the whole way; what is typed, or somebody's words to the walker, end it.",
        offered=True,
    ),
)
