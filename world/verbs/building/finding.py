"""The commands of builders that find things anywhere and bring them here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from late.late_pattern import late_pattern
from world.boundaries import Event
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.model import Character, Room, Thing
from world.names import key_of
from world.nature import Nature
from world.text import clean_line
from world.vault.note_sync import FIXED
from world.vault.prepositions import describe_being_in
from world.verbs.building.making import check_may_alter

PAGE_LINES = 20
"""How many findings a page shows."""

_IN = late_pattern(r"\s+in\s+(rooms|things|people)$", re.IGNORECASE)
_PAGE = late_pattern(r"\s+page\s+([0-9]{1,6})$", re.IGNORECASE)
#: What was probably meant as one of these.
_MEANT = late_pattern(r"\s((?:in|page)\s+\S+)$", re.IGNORECASE)
_KINDS: dict[str, type[Thing]] = {"rooms": Room, "people": Character}


def find(call: Invocation) -> None:
    """List what has all the words in its name, aliases or description."""
    text, page = _cut(_PAGE, call.args)
    text, kind = _cut(_IN, text)
    words = [key_of(word) for word in call.need(text, "find.what").split()]
    found = [each for each in _of_kind(call, kind.casefold()) if _has_words(each, words)]
    if not found:
        _refuse_nothing(call, text)
    number = _read_page(call, page or "1", len(found))
    first = (number - 1) * PAGE_LINES
    shown = found[first : first + PAGE_LINES]
    lines = [call.say_text("find.head", count=len(found), words=text)]
    lines += [_describe(call, each) for each in shown]
    left = len(found) - first - len(shown)
    if left:
        lines.append(call.say_text("find.more", count=left, page=number + 1))
    call.reply("\n".join(lines))


def _refuse_nothing(call: Invocation, text: str) -> NoReturn:
    """Say that nothing was found, and what an ending might have been meant for."""
    meant = _MEANT.search(text)
    if meant:
        call.refuse_text("find.ending", words=text, read=meant[1])
    call.refuse_text("find.nothing", words=text)


def _read_page(call: Invocation, page: str, found: int) -> int:
    """Return the number of a page; refuse one that there is not."""
    pages = -(-found // PAGE_LINES)
    if not 1 <= int(page) <= pages:
        call.refuse_text("find.no-page", page=page, pages=pages, count=found)
    return int(page)


def _cut(ending: re.Pattern[str], text: str) -> tuple[str, str]:
    """Return `text` without an ending, and what the ending says."""
    match = ending.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")


def _of_kind(call: Invocation, kind: str) -> Iterator[Thing]:
    for each in call.world.registry:
        named = next((name for name, type_ in _KINDS.items() if isinstance(each, type_)), "things")
        if kind in ("", named):
            yield each


def _has_words(thing: Thing, words: Iterable[str]) -> bool:
    text = " ".join((thing.key, *map(key_of, thing.aliases), key_of(thing.description)))
    return all(word in text for word in words)


def _describe(call: Invocation, thing: Thing) -> str:
    place = thing.place.name if thing.place else ""
    key = "find.line" if place else "find.room"
    return call.say_text(key, id=thing.id, name=thing.name, kind=thing.kind, place=place)


def fetch(call: Invocation) -> None:
    """Bring a thing into the actor's hands, or a character to the actor."""
    name = call.need(call.args, "fetch.what")
    movable = [each for each in call.world.registry if not isinstance(each, Room)]
    found = call.matches(name, movable)
    if not found and not call.matches(name, list(call.world.rooms())):
        call.refuse_text("fetch.nothing", name=clean_line(name, 60))
    if len(found) > 1:
        places = ", ".join(f"{each.name} (#{each.id})" for each in found[:PAGE_LINES])
        call.refuse_text("refuse.which-one", name=name, names=places)
    if not found:
        call.refuse_text("fetch.cannot", name=clean_line(name, 60))
    thing = found[0]
    if isinstance(thing, Room) or thing is call.actor or thing.holds(call.actor):
        call.refuse_text("fetch.cannot", name=thing.name)
    check_may_alter(call, thing)
    if isinstance(thing, Character):
        _fetch_character(call, thing)
    else:
        _fetch_thing(call, thing)


def _fetch_thing(call: Invocation, thing: Thing) -> None:
    if thing.place is call.actor:
        call.refuse_text("fetch.have", name=thing.name)
    holder = _find_holder(thing)
    if holder is not None and holder is not call.actor:
        check_may_alter(call, holder)
        call.world.notify(holder.id, call.say_text("fetch.taken", name=thing.name))
    place = call.room if FIXED in thing.properties else call.actor
    call.tx.move(thing, place)
    call.reply_text("fetch.here" if place is call.room else "fetch.done", name=thing.name)


def _find_holder(thing: Thing) -> Character | None:
    """Return the character who carries a thing, however deep."""
    place = thing.place
    while place is not None and not isinstance(place, Character):
        place = place.place
    return place


def _fetch_character(call: Invocation, who: Character) -> None:
    if who.room is call.room:
        call.refuse_text("teleport.already", **_name(who, call.room))
    start = who.room
    call.tx.move(who, call.room)
    if call.world.is_present(who):
        vanishes = call.say_text("teleport.vanishes", actor=who.name)
        appears = call.say_text("teleport.appears", actor=who.name)
        call.emit(Event("leave", who.id, start.id, others=vanishes))
        call.emit(Event("arrive", who.id, call.room.id, others=appears))
        seen = call.world.describe_room(who)
        call.emit(Event("room", who.id, call.room.id, own=seen, only_told=True))
    call.reply_text("teleport.done", **_name(who, call.room))


COMMANDS = (
    Command(
        name="@find",
        run=find,
        syntax="@find <words> [in rooms|things|people] [page <n>]",
        summary="Find rooms, things and people anywhere by words in name or description",
        category="building",
        nature=Nature.REPORT,
        help="The number behind # names it in other commands: @fetch #12, @describe #12 -> …",
        permission=Permission.BUILDERS,
        privacy=Privacy.SILENT,
    ),
    Command(
        name="@fetch",
        run=fetch,
        syntax="@fetch <name or #number>",
        summary="Bring a thing into your hands; administrators also people to where they are",
        category="building",
        nature=Nature.MOVEMENT,
        help="Example: @fetch #12. @find tells the number.",
        permission=Permission.BUILDERS,
    ),
)


def _name(who: Character, room: Room) -> dict[str, str]:
    return {"name": who.name, "where": describe_being_in(room)}
