"""The commands that destroy things and rooms, and that undo what was built."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.model import Character, Exit, Room, Thing
from world.names import key_of
from world.nature import Nature
from world.undo.history import BuildingAct
from world.undo.reversal import CannotUndo, reverse
from world.vault.note_sync import DESTROYED, DIGEST, START, keep_waiting, keeper_of
from world.verbs.building.making import find_anything

#: How many names a sentence lists.
MOST_NAMES = 12


def destroy(call: Invocation) -> None:
    """Say what would be destroyed or, confirmed by number, destroy it."""
    call.need(call.args, "destroy.what")
    words = call.args.split()
    confirmed = len(words) == 2 and words[0].startswith("#") and words[1].casefold() == "yes"
    thing = find_anything(call, words[0] if confirmed else call.args)
    if isinstance(thing, Character):
        call.refuse_text("destroy.character", name=thing.name)
    if isinstance(thing, Room):
        _check_room(call, thing)
    if not confirmed:
        call.refuse(_describe(call, thing), call.say_text("destroy.confirm", id=thing.id))
    has_note = isinstance(thing, Room) and DIGEST in thing.properties
    if isinstance(thing, Room):
        _destroy_room(call, thing)
    else:
        call.tx.remove(thing)
    call.reply_text("destroy.done", name=thing.name)
    if has_note:
        call.reply_text("destroy.note", name=thing.name)


def _check_room(call: Invocation, room: Room) -> None:
    """Refuse to destroy a room that the world cannot do without."""
    if START in room.properties or room is call.world.start_room:
        call.refuse_text("destroy.start", name=room.name)
    if room is keeper_of(call.world.rooms()):
        call.refuse_text("destroy.keeper", name=room.name)
    dwellers = call.world.rules.find_dwellers(room.name)
    if dwellers:
        call.refuse_text("destroy.home", name=room.name, names=_join(list(dwellers)))


def _describe(call: Invocation, thing: Thing) -> str:
    """Return what destroying a thing would do."""
    if not isinstance(thing, Room):
        place = thing.place.name if thing.place else "?"
        held = _join([each.name for each in thing.contents])
        key = "destroy.holding" if held else "destroy.thing"
        values = {"name": thing.name, "place": place, "held": held}
        return call.say_text(key, **values)
    people = [each.name for each in thing.contents if isinstance(each, Character)]
    things = [each.name for each in thing.contents if not isinstance(each, Character)]
    ways = [f"{room.name}: {way.name}" for room, way in _find_ways(call, thing)]
    none = call.say_text("destroy.none")
    return call.say_text(
        "destroy.room", name=thing.name, start=call.world.start_room.name,
        people=_join(people) or none, things=_join(things) or none, exits=_join(ways) or none,
    )  # fmt: skip


def _join(names: list[str]) -> str:
    more = f" … ({len(names)})" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _find_ways(call: Invocation, room: Room) -> list[tuple[Room, Exit]]:
    """Return the exits of other rooms that lead to `room`."""
    others = (each for each in call.world.rooms() if each is not room)
    return [
        (each, way) for each in others for way in each.exits.values() if way.destination is room
    ]


def _destroy_room(call: Invocation, room: Room) -> None:
    """Close the ways to a room, bring all that is there to the start room, and remove it."""
    start = call.world.start_room
    for other, way in _find_ways(call, room):
        call.tx.remove_exit(other, way.name)
        if way.origin == "note":
            keep_waiting(call.tx, other, way)
    people = [each for each in room.contents if isinstance(each, Character)]
    for each in list(room.contents):
        call.tx.move(each, start)
    _bury(call, room)
    call.tx.remove_room(room)
    for person in people:
        call.world.notify(
            person.id, call.say_text("destroy.told", name=room.name, start=start.name)
        )
        call.world.show_room(person.id)


def _bury(call: Invocation, room: Room) -> None:
    """Keep that the room's note is not to be taken over again until it is changed."""
    if DIGEST not in room.properties:
        return
    keeper = keeper_of(call.world.rooms())
    line = f"{key_of(room.name)}\t{room.properties[DIGEST]}"
    kept = keeper.properties.get(DESTROYED, "")
    call.tx.set_property(keeper, DESTROYED, f"{kept}\n{line}" if kept else line)


# --- undoing ----------------------------------------------------------------------------


def undo(call: Invocation) -> None:
    """Undo the newest building act of the actor, list them, or leave the newest as it is."""
    acts = call.world.building.list(call.actor.key)
    word = call.args.casefold()
    if not acts:
        call.refuse_text("undo.nothing")
    if word == "list":
        lines = [call.say_text("undo.line", line=act.line) for act in reversed(acts)]
        call.reply("\n".join(lines))
    elif word == "skip":
        _drop(call, acts[-1])
        call.reply_text("undo.skipped", line=acts[-1].line)
    else:
        _undo_several(call, acts[-_count(call, word) :])


def _count(call: Invocation, word: str) -> int:
    if not word:
        return 1
    if not word.isdecimal() or not word.isascii() or not 0 < int(word) <= 99:
        call.refuse_text("undo.what")
    return int(word)


def _undo_several(call: Invocation, acts: Sequence[BuildingAct]) -> None:
    """Undo acts, the newest first; if one cannot be undone, none is."""
    for act in reversed(acts):
        try:
            moved = reverse(call.world.registry, call.tx, act)
        except CannotUndo as why:
            reason, newer = call.say_text(why.key, name=why.name), len(acts) - acts.index(act) - 1
            if newer:
                call.refuse_text("undo.cannot-older", line=act.line, why=reason, newer=newer)
            call.refuse_text("undo.cannot", line=act.line, why=reason)
        _drop(call, act)
        call.reply_text("undo.done", line=act.line)
        if moved:
            call.reply_text("undo.moved", names=_join(moved))


def _drop(call: Invocation, act: BuildingAct) -> None:
    call.afterwards.append(partial(call.world.building.drop, call.actor.key, act))


COMMANDS = (
    Command(
        name="@destroy",
        run=destroy,
        syntax="@destroy <something>",
        summary="Destroy a thing or a room, once you have confirmed it",
        category="building",
        nature=Nature.MAKING,
        help="It says first what would be destroyed and how to confirm it. What a thing holds is "
        "left where the thing was; who is in a room, and what lies there, comes to the start.",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
        exact=True,
        undoable=True,
    ),
    Command(
        name="@undo",
        run=undo,
        syntax="@undo [<n>|list|skip]",
        summary="Take back your last building acts",
        category="building",
        nature=Nature.MAKING,
        help="@undo 3 takes back the last three or, if one of them cannot be taken back because "
        "somebody has changed the same thing since, none. @undo list shows them; @undo skip "
        "leaves the last one as it is. The last twenty of each builder are kept, over a restart, "
        "too.",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
        exact=True,
    ),
)
