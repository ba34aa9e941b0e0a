"""What a character sees: rooms and things as text, and its situation as data."""

from __future__ import annotations

from collections.abc import Iterable

from world.boundaries import Situation
from world.calendar import WorldTime
from world.model import Character, Room, Thing
from world.presence import Presence
from world.vault.texts import Texts


def things_in(place: Thing) -> list[Thing]:
    """Return the things, without characters, that lie in `place` or are carried by it."""
    return [thing for thing in place.contents if not isinstance(thing, Character)]


def names_of(things: Iterable[Thing]) -> tuple[str, ...]:
    """Return their names, in their order."""
    return tuple(thing.name for thing in things)


def situation(viewer: Character, presence: Presence, time: WorldTime | None = None) -> Situation:
    """Return where `viewer` is and what is at hand."""
    room = viewer.room
    _, others = presence.around(viewer)
    return Situation(
        name=viewer.name,
        place=room.name,
        description=room.description,
        exits={exit.name: exit.destination.name for exit in room.exits.values()},
        occupants=others,
        things=names_of(things_in(room)),
        carrying=names_of(things_in(viewer)),
        time=time,
    )


def room_text(viewer: Character, presence: Presence, texts: Texts) -> str:
    """Return the room as `viewer` sees it; the first line is its name."""
    room = viewer.room
    _, others = presence.around(viewer)
    lines = [room.name, room.description or texts.say("look.plain-room")]
    things = [thing for thing in things_in(room) if "fixed" not in thing.properties]
    for key, names in (
        ("look.things", names_of(things)),
        ("look.others", others),
        ("look.exits", tuple(exit.name for exit in room.exits.values())),
    ):
        if names:
            lines.append(texts.say(key, names=", ".join(names)))
    if not room.exits:
        lines.append(texts.say("look.no-exits"))
    return "\n".join(lines)


def thing_text(thing: Thing, texts: Texts) -> str:
    """Return a thing or character as others see it; the first line is its name."""
    if isinstance(thing, Room):
        return f"{thing.name}\n{thing.description}".rstrip()
    lines = [thing.name, thing.description or texts.say("look.nothing-special", name=thing.name)]
    held = names_of(things_in(thing))
    if held:
        key = "look.carries" if isinstance(thing, Character) else "look.contains"
        lines.append(texts.say(key, name=thing.name, names=", ".join(held)))
    return "\n".join(lines)
