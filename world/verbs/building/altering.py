"""Commands of builders that change what is there: names, properties and exits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from late.late_dataclass import late_dataclass
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import DESCRIPTION_LIMIT, Invocation
from world.model import Character, Exit, Room, Thing
from world.names import NameKind, key_of
from world.nature import Nature
from world.text import ARROWS, EQUALS, clean_line, split_at_sign
from world.use.deeds import STATE, USAGE, usage_of
from world.vault.note_sync import DIGEST, FIXED
from world.verbs.building.making import (
    check_may_alter,
    check_new_name,
    find_anything,
    open_exit,
)
from world.verbs.looking import exit_of

MOST_ALIASES = 8
#: The words for yes and no; rooms' files have the later two.
FLAGS = {"yes": True, "no": False, "true": True, "false": False}

STATE_LENGTH = 30
"""The longest word for a state, in characters."""


# --- properties -------------------------------------------------------------------------


@late_dataclass(frozen=True, slots=True)
class SettableProperty:
    """One property that `@set` sets: what it is for, and how a value is read and set."""

    name: str
    allowed: str
    kinds: tuple[str, ...]
    set: Callable[[Invocation, Thing, str], str]
    """Sets it and returns the value as it is now; refuses a wrong one."""


def _set_description(call: Invocation, thing: Thing, value: str) -> str:
    text = call.clean_argument(value, DESCRIPTION_LIMIT)
    call.tx.describe(thing, text)
    return text


def _set_aliases(call: Invocation, thing: Thing, value: str) -> str:
    words = [word.strip() for word in value.split(",") if word.strip()]
    if len(words) > MOST_ALIASES:
        call.refuse_text("property.too-many", most=MOST_ALIASES)
    aliases = tuple(check_new_name(call, word, "thing") for word in words)
    call.tx.set_aliases(thing, aliases)
    return ", ".join(aliases)


def _read_flag(call: Invocation, value: str) -> bool:
    flag = FLAGS.get(value.casefold())
    if flag is None:
        call.refuse_text("property.yes-or-no", value=clean_line(value, 40))
    return flag


def _set_fixed(call: Invocation, thing: Thing, value: str) -> str:
    fixed = _read_flag(call, value)
    call.tx.set_property(thing, FIXED, "yes" if fixed else None)
    return "yes" if fixed else "no"


def _set_writable(call: Invocation, thing: Thing, value: str) -> str:
    writable = _read_flag(call, value)
    call.tx.set_property(thing, USAGE, replace(usage_of(thing), writable=writable).encode())
    return "yes" if writable else "no"


def _set_state(call: Invocation, thing: Thing, value: str) -> str:
    state, states = clean_line(value, STATE_LENGTH + 1).casefold(), usage_of(thing).states
    if states and state not in states:
        call.refuse_text("property.no-state", name=thing.name, states=", ".join(states))
    if len(state) > STATE_LENGTH or not state.replace(" ", "").replace("-", "").isalpha():
        call.refuse_text("property.state-word", most=STATE_LENGTH)
    call.tx.set_property(thing, STATE, state)
    return state


PROPERTIES = (
    SettableProperty("description", "a text", ("room", "thing", "character"), _set_description),
    SettableProperty(
        "aliases", f"up to {MOST_ALIASES} other names, with commas", ("room", "thing"), _set_aliases
    ),
    SettableProperty("fixed", "yes (nobody can take it) or no", ("thing",), _set_fixed),
    SettableProperty("writable", "yes (one can write in it) or no", ("thing",), _set_writable),
    SettableProperty(
        "state", "a word for how it is: one of its states, if it has any", ("thing",), _set_state
    ),
)
"""Everything that `@set` can set. Accounts, roles and what notes keep are not among it."""


def set_(call: Invocation) -> None:
    """Set one property of a thing, a room or a character."""
    left, mark, value = split_at_sign(call.args, EQUALS, ARROWS)
    *words, property_name = left.split() or [""]
    if not mark or not words:
        call.refuse_text("property.what", properties=_list_properties())
    thing = find_anything(call, " ".join(words))
    found = next((each for each in PROPERTIES if each.name == property_name.casefold()), None)
    if found is None or thing.kind not in found.kinds:
        shown, known = clean_line(property_name, 40), _list_properties(thing.kind)
        call.refuse_text("property.unknown", property=shown, properties=known)
    check_may_alter(call, thing)
    now = found.set(call, thing, call.need(value, "property.no-value"))
    call.reply_text("property.done", name=thing.name, property=found.name, value=now)
    if found.set is _set_state and not usage_of(thing).states:
        call.reply_text("property.state-unseen", name=thing.name)


def _list_properties(kind: str = "") -> str:
    fitting = (each for each in PROPERTIES if not kind or kind in each.kinds)
    return "; ".join(f"{each.name}: {each.allowed}" for each in fitting)


def name(call: Invocation) -> None:
    """Give a thing or a room another name."""
    old, mark, new = split_at_sign(call.args, EQUALS, ARROWS)
    if not mark or not old or not new:
        call.refuse_text("name.what")
    thing = find_anything(call, old)
    if isinstance(thing, Character):
        call.refuse_text("name.character", name=thing.name)
    if isinstance(thing, Room) and DIGEST in thing.properties:
        call.refuse_text("name.note", name=thing.name, id=thing.id)
    before = thing.name
    kind: NameKind = "room" if isinstance(thing, Room) else "thing"
    taken = [each.name for each in call.world.rooms() if each is not thing and kind == "room"]
    call.tx.rename(thing, check_new_name(call, new, kind, taken))
    call.reply_text("name.done", before=before, name=thing.name)


# --- exits ------------------------------------------------------------------------------


def link(call: Invocation) -> None:
    """Let an exit of this room lead to a room; a missing exit is made."""
    names, mark, place = split_at_sign(call.args, EQUALS, ARROWS)
    if not mark or not names or not place:
        call.refuse_text("link.what")
    goal = call.match_room(place)
    out, _, back = (part.strip() for part in names.partition(","))
    _lead(call, call.room, out, goal)
    if back:
        _lead(call, goal, back, call.room)


def _lead(call: Invocation, room: Room, name: str, goal: Room) -> None:
    there = room.exits.get(key_of(name))
    if there is None:
        open_exit(call, room, name, goal)
    elif there.destination is goal:
        call.refuse_text("exit.exists", exit=there.name, room=room.name, destination=goal.name)
    else:
        call.tx.add_exit(room, there.name, goal)
        before = there.destination.name
        call.reply_text("link.moved", exit=there.name, destination=goal.name, before=before)


def unlink(call: Invocation) -> None:
    """Close an exit of this room."""
    way = exit_of(call.room, call.need(call.args, "unlink.what"))
    if way is None:
        exits = ", ".join(each.name for each in call.room.exits.values()) or "none"
        call.refuse_text("unlink.none", exit=clean_line(call.args, 60), exits=exits)
    call.tx.remove_exit(call.room, way.name)
    call.reply_text("unlink.done", exit=way.name, destination=way.destination.name)
    _warn_of_loss(call, way)


def _warn_of_loss(call: Invocation, way: Exit) -> None:
    """Say so if no way leads to the room behind a closed exit any more."""
    goal = way.destination
    leading = (each.exits.values() for each in call.world.rooms() if each is not goal)
    if not any(each.destination is goal for exits in leading for each in exits):
        call.reply_text("unlink.lost", destination=goal.name)


def _builders(
    name: str, run: Callable[[Invocation], None], syntax: str, summary: str, help: str
) -> Command:
    return Command(
        name, run, syntax, summary, "building", nature=Nature.MAKING, help=help,
        permission=Permission.BUILDERS, privacy=Privacy.SILENT, undoable=True,
    )  # fmt: skip


COMMANDS = (
    _builders(
        "@set", set_, "@set <something> <property> = <value>",
        "Set a property of a room or a thing",
        f"Properties: {_list_properties()}. Example: @set lamp fixed = yes",
    ),
    _builders(
        "@name", name, "@name <something> = <new name>", "Give a room or a thing another name",
        "Example: @name lamp = brass lamp. Persons and agents keep their names.",
    ),
    _builders(
        "@link", link, "@link <exit>[, <exit back>] = <room>",
        "Let an exit of this room lead somewhere; a missing one is made",
        "Example: @link trapdoor, ladder = The Cellar. @exit connects any two rooms.",
    ),
    _builders(
        "@unlink", unlink, "@unlink <exit>", "Close an exit of this room",
        "The way back stays; close it from its own room.",
    ),
)  # fmt: skip
