"""Commands that make and change places and things, for builders."""

from __future__ import annotations

import re
from collections.abc import Iterable

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Event
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.model import Character, Room, Thing
from world.names import NameKind, NameRefused, check_name, key_of
from world.nature import Nature
from world.realm import Realm
from world.text import ARROWS, EQUALS, split_at_sign
from world.trust.looks import check_unmistakable, names_somebody
from world.vault.note_sync import has_ignored_note
from world.vault.prepositions import describe_being_in
from world.vault.rooms import exit_name_for
from world.verbs.claims import clean_description

_NAMED = late_pattern(r"\s+named\s+", re.IGNORECASE)
_ONE_WAY = late_pattern(r"\s+(?:one-way|oneway|one way)$", re.IGNORECASE)


def check_new_name(call: Invocation, name: str, kind: NameKind, taken: Iterable[str] = ()) -> str:
    """Return a name that is allowed and like nobody's, or refuse with the reason."""
    try:
        return check_free_name(call.world, name, kind, taken)
    except NameRefused as refused:
        call.refuse(str(refused))


def check_free_name(world: Realm, name: str, kind: NameKind, taken: Iterable[str] = ()) -> str:
    """Return a name that is allowed and like nobody's. Raises `NameRefused`."""
    people = [one.name for one in world.characters()]
    taken = list(taken)
    name = check_name(name, kind, taken=taken, commands=world.table.words())
    check_unmistakable(name, [*taken, *people], kind)
    somebody = names_somebody(name, people)
    if somebody:
        raise NameRefused(world.texts.say("refuse.reads-as-report", name=somebody))
    return name


# --- rooms and exits --------------------------------------------------------------------


def dig(call: Invocation) -> None:
    """Make a room, and exits to it and back if they are named."""
    call.need(call.args, "dig.what")
    name, _, exits = split_at_sign(call.args, EQUALS, ARROWS)
    out, _, back = (part.strip() for part in exits.partition(","))
    taken = [room.name for room in call.world.rooms()]
    room = call.world.create_room(check_new_name(call, name, "room", taken))
    call.reply_text("dig.done", room=room.name, id=room.id)
    if has_ignored_note(call.world.rooms(), room.name):
        call.reply_text("dig.note", room=room.name)
    if out:
        open_exit(call, call.room, out, room)
    if back:
        open_exit(call, room, back, call.room)


def open_exit(call: Invocation, start: Room, name: str, goal: Room) -> None:
    """Open one exit, unless the room has one of that name."""
    there = start.exits.get(key_of(name))
    if there:
        goes = there.destination.name
        call.refuse_text("exit.exists", exit=name, room=start.name, destination=goes)
    name = check_new_name(call, name, "exit", [each.name for each in start.exits.values()])
    call.tx.add_exit(start, name, goal)
    call.reply_text("exit.done", exit=name, room=start.name, destination=goal.name)


@late_dataclass(frozen=True, slots=True)
class _Connection:
    """The arguments of ``@exit``."""

    start: Room
    goal: Room
    out: str
    back: str
    """The name of the way back; empty: there is none."""


def exit_(call: Invocation) -> None:
    """Connect two rooms, in both directions unless the line says otherwise."""
    wanted = _connection(call)
    open_exit(call, wanted.start, wanted.out, wanted.goal)
    if wanted.back:
        open_exit(call, wanted.goal, wanted.back, wanted.start)


def _connection(call: Invocation) -> _Connection:
    two_way = not _ONE_WAY.search(call.args)
    ends, *names = _NAMED.split(_ONE_WAY.sub("", call.args), maxsplit=1)
    start, goal = _ends(call, ends)
    out, _, back = (part.strip() for part in (names or [""])[0].partition(","))
    if not two_way:
        return _Connection(start, goal, out or exit_name_for(goal.name), "")
    back = back or exit_name_for(start.name)
    return _Connection(start, goal, out or exit_name_for(goal.name), back)


def _ends(call: Invocation, text: str) -> tuple[Room, Room]:
    """Return the two rooms of ``A to B``: ``to`` may be part of a name, so each one is tried."""
    words = text.split()
    places = [at for at, word in enumerate(words) if word.casefold() == "to"]
    splits = [(" ".join(words[:at]), " ".join(words[at + 1 :])) for at in places]
    splits = [(start, goal) for start, goal in splits if start and goal]
    if not splits:
        call.refuse_text("exit.what")
    known = [pair for pair in splits if all(_is_room(call, end) for end in pair)]
    start, goal = (known or splits)[0]
    return call.match_room(start), call.match_room(goal)


def _is_room(call: Invocation, text: str) -> bool:
    return key_of(text) == "here" or bool(call.matches(text, call.world.rooms()))


# --- things -----------------------------------------------------------------------------


def describe(call: Invocation) -> None:
    """Give a place, thing or character another description."""
    name, mark, text = split_at_sign(call.args, ARROWS, EQUALS)
    if not name or not mark:
        call.refuse_text("describe.what")
    thing = find_anything(call, name)
    check_may_alter(call, thing)
    call.tx.describe(thing, clean_description(call, text))
    call.reply_text("describe.done", name=thing.name)


def check_may_alter(call: Invocation, thing: Thing) -> None:
    """Refuse to let a builder who is no administrator alter another character."""
    if isinstance(thing, Character) and thing is not call.actor and not call.administrator:
        call.refuse_text("build.characters", name=thing.name)


def find_anything(call: Invocation, name: str) -> Thing:
    """Return the thing nearby of this name, else a room or character anywhere."""
    nearby = call.matches(name, call.nearby())
    if nearby or key_of(name) in ("me", "here"):
        return call.match(name)
    anywhere = [*call.world.rooms(), *call.world.characters()]
    return call.only(name, call.matches(name, anywhere))


def create(call: Invocation) -> None:
    """Make a thing; it is in the actor's hands."""
    name, mark, text = split_at_sign(call.args, ARROWS, EQUALS)
    call.need(name, "create.what")
    description = clean_description(call, text) if mark else ""
    name = check_new_name(call, name, "thing")
    thing = call.tx.create("thing", name, call.actor, description=description)
    call.reply_text("create.done", thing=thing.name, id=thing.id)


def teleport(call: Invocation) -> None:
    """Move the actor, or another character, to any room."""
    call.need(call.args, "teleport.what")
    who, room = _destination(call)
    check_may_alter(call, who)
    if who.room is room:
        where = describe_being_in(room)
        call.refuse_text("teleport.already", name=who.name, where=where)
    start = who.room
    call.tx.move(who, room)
    vanishes = call.say_text("teleport.vanishes", actor=who.name)
    appears = call.say_text("teleport.appears", actor=who.name)
    if call.world.is_present(who):
        call.emit(Event("leave", who.id, start.id, others=vanishes))
        call.emit(Event("arrive", who.id, room.id, others=appears))
    _arrive(call, who, room)


def _arrive(call: Invocation, who: Character, room: Room) -> None:
    if who is call.actor:
        call.show_room()
        return
    where = describe_being_in(room)
    call.reply_text("teleport.done", name=who.name, where=where)
    seen = call.world.describe_room(who)
    call.emit(Event("room", who.id, room.id, own=seen, only_told=True))


def _destination(call: Invocation) -> tuple[Character, Room]:
    """Return the character and the room of ``room`` or ``who to room``."""
    text = re.sub(r"^to\s+", "", call.args, flags=re.IGNORECASE)
    first, _, rest = text.partition(" ")
    to, _, place = rest.partition(" ")
    if to.casefold() == "to" and place and not call.world.find_room(text):
        return call.match_character(first), call.match_room(place)
    return call.actor, call.match_room(text)


COMMANDS = (
    Command(
        name="@dig",
        run=dig,
        syntax="@dig <room> [= <exit>[, <exit back>]]",
        summary="Make a room, and exits to it and back",
        category="building",
        nature=Nature.MAKING,
        help="Example: @dig The Cellar = down, up",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
        undoable=True,
    ),
    Command(
        name="@exit",
        run=exit_,
        syntax="@exit <room> to <room> [named <exit>[, <exit back>]] [one-way]",
        summary="Connect two rooms, both ways unless you say one-way",
        category="building",
        nature=Nature.MAKING,
        help="Example: @exit here to The Garden named gate, hall",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
        undoable=True,
    ),
    Command(
        name="@describe",
        run=describe,
        syntax="@describe <something> -> <text>",
        summary="Describe a place, a thing or a character anew",
        category="building",
        nature=Nature.MAKING,
        help="Example: @describe here -> A long stone hall.",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
        undoable=True,
    ),
    Command(
        name="@create",
        run=create,
        syntax="@create <name> [-> <description>]",
        summary="Make a thing; you carry it then",
        category="building",
        nature=Nature.MAKING,
        help="Example: @create brass lamp -> It is dented, and warm.",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
        undoable=True,
    ),
    Command(
        name="@teleport",
        run=teleport,
        syntax="@teleport [<someone> to] <room>",
        summary="Move yourself or someone else to any place",
        category="building",
        nature=Nature.MOVEMENT,
        aliases=("@tp",),
        help="Example: @teleport Moss to The Hall",
        permission=Permission.BUILDERS,
    ),
)
