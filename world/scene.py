"""What a character sees: rooms and things as text, and its situation as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.calendar import DAY_MINUTES, WorldTime
from world.model import Character, Room, Thing
from world.presence import Presence
from world.use.deeds import describe_state, is_usable, list_possible_deeds, state_of, usage_of
from world.use.writing import Inscription, list_inscriptions
from world.vault.room_words import phase_words, weather_words
from world.vault.texts import Texts

#: After so many of the world's minutes it is not said when a line was written.
_LONG_AGO = 100 * DAY_MINUTES

_SENTENCE_END = late_pattern(r"(?<=[.!?])\s+")

LINES_SHOWN = 6
"""How many written lines are shown at a glance."""

_WHEN = ("written.today", "written.yesterday")


def things_in(place: Thing) -> list[Thing]:
    """Return the things, without characters, that lie in `place` or are carried by it."""
    return [thing for thing in place.contents if thing.kind != "character"]


def is_fixed(thing: Thing) -> bool:
    """Return whether the thing cannot be taken."""
    return "fixed" in thing.properties


def names_of(things: Iterable[Thing]) -> tuple[str, ...]:
    """Return their names, in their order."""
    return tuple(thing.name for thing in things)


def situation(viewer: Character, presence: Presence, time: WorldTime | None = None) -> Situation:
    """Return where `viewer` is and what is at hand."""
    room = viewer.room
    _, others = presence.around(viewer)
    own, here = things_in(viewer), things_in(room)
    at_hand = [*own, *here]
    return Situation(
        name=viewer.name,
        place=room.name,
        description=room.description,
        exits={exit.name: exit.destination.name for exit in room.exits.values()},
        occupants=others,
        things=names_of(here),
        carrying=names_of(own),
        time=time,
        fixtures=names_of(thing for thing in here if is_fixed(thing)),
        states={thing.name: state_of(thing) for thing in at_hand if state_of(thing)},
        deeds=tuple(line for thing in at_hand for line in _deed_lines(thing)),
        writable=names_of(thing for thing in at_hand if usage_of(thing).writable),
        descriptions={thing.name: thing.description for thing in at_hand if thing.description},
    )


def _deed_lines(thing: Thing) -> Iterator[str]:
    return (f"{deed} {thing.name}" for deed in list_possible_deeds(thing))


def room_text(
    viewer: Character, presence: Presence, texts: Texts, time: WorldTime | None = None
) -> str:
    """Return the room as `viewer` sees it at `time`; the first line is its name."""
    room = viewer.room
    lines = [room.name, room.description or texts.say("look.plain-room")]
    words = [phase_words(room, time), weather_words(room, time)] if time else []
    lines += filter(None, [" ".join(filter(None, words))])
    here = things_in(room)
    lines += _tell_states(here) if here else ()
    things = [thing for thing in here if not is_fixed(thing)]
    usable = [thing for thing in here if is_fixed(thing) and is_usable(thing)]
    for key, names in (
        ("look.things", names_of(things)),
        ("look.fixtures", names_of(usable)),
        ("look.others", _others_in(room, viewer, presence, texts)),
        ("look.exits", tuple(exit.name for exit in room.exits.values())),
    ):
        if names:
            lines.append(texts.say(key, names=", ".join(names)))
    if not room.exits:
        lines.append(texts.say("look.no-exits"))
    return "\n".join(lines)


def find_in_passing(room: Room, wanted: str, time: WorldTime | None = None) -> str:
    """Return the sentences that name `wanted` where the room, or a fixed thing in it, is described.

    A "pale square" of which a description tells is no thing that one could take, and yet it is
    there to be looked at. Empty: nothing here is described with these words.
    """
    named = re.compile(rf"(?<!\w){re.escape(wanted.casefold())}(?!\w)")
    here = things_in(room)
    lines = [room.description, *_tell_states(here)]
    lines += (phase_words(room, time), weather_words(room, time)) if time else ()
    lines += (thing.description for thing in here if is_fixed(thing))
    for line in lines:
        told = [each for each in _SENTENCE_END.split(line) if named.search(each.casefold())]
        if told:
            return " ".join(told)
    return ""


MOST_TEXTS = 256
"""Rooms' texts that are kept for the characters who looked."""


class RoomTexts:
    """What characters see of their rooms, kept until anything changes that may be seen."""

    def __init__(self, presence: Presence, texts: Texts) -> None:
        self._presence, self._texts = presence, texts
        self._kept: dict[int, str] = {}
        self._holds_at: tuple[object, ...] = ()

    def describe(self, viewer: Character, time: WorldTime | None = None) -> str:
        """Return the `room_text` for `viewer` at `time`."""
        phase, weather = (time.phase, time.weather) if time else ("", "")
        now = (self._presence.changes, self._texts.edition, phase, weather)
        if now != self._holds_at:
            self._kept.clear()
            self._holds_at = now
        text = self._kept.get(viewer.id)
        if text is None:
            if len(self._kept) >= MOST_TEXTS:
                self._kept.clear()
            text = self._kept[viewer.id] = room_text(viewer, self._presence, self._texts, time)
        return text


class Situations:
    """Characters' situations, kept until anything changes that is in them.

    An agent asks for its own a dozen times in a turn, and in a crowd each is made of hundreds.
    """

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._kept: dict[int, Situation] = {}
        self._holds_at: tuple[int, WorldTime | None] = 0, None

    def find(self, viewer: Character, time: WorldTime | None = None) -> Situation:
        """Return the `situation` of `viewer` at `time`."""
        now = self._presence.changes, time
        if now != self._holds_at:
            self._kept.clear()
            self._holds_at = now
        found = self._kept.get(viewer.id)
        if found is None:
            if len(self._kept) >= MOST_TEXTS:
                self._kept.clear()
            found = self._kept[viewer.id] = situation(viewer, self._presence, time)
        return found


def _others_in(room: Room, viewer: Character, presence: Presence, texts: Texts) -> tuple[str, ...]:
    """Return the others who are awake, by name, each with the word beside it."""
    gathering = presence.gathering(room)
    if not gathering.marked:
        return gathering.without(viewer.name)
    return tuple(
        texts.say("look.marked", name=one.name, mark=mark) if mark else one.name
        for one in gathering.by_name
        for mark in [presence.mark_of(one.id)]
        if one is not viewer
    )


def _tell_states(things: Iterable[Thing]) -> list[str]:
    """Return a line of what the things have to say of their states, or none."""
    told = " ".join(filter(None, map(describe_state, things)))
    return [told] if told else []


def thing_text(
    thing: Thing,
    texts: Texts,
    time: WorldTime | None = None,
    lines_shown: int = LINES_SHOWN,
    mark: str = "",
) -> str:
    """Return a thing or character as others see it; the first line is its name, with its `mark`.

    At the end stand the newest lines that people have written in it, the newest last.
    """
    if isinstance(thing, Room):
        return f"{thing.name}\n{thing.description}".rstrip()
    description = thing.description or texts.say("look.nothing-special", name=thing.name)
    name = texts.say("look.marked", name=thing.name, mark=mark) if mark else thing.name
    lines = [name, f"{description} {describe_state(thing)}".rstrip()]
    lines += [
        _show_inscription(line, texts, time) for line in list_inscriptions(thing)[-lines_shown:]
    ]
    held = names_of(things_in(thing))
    if held:
        key = "look.carries" if isinstance(thing, Character) else "look.contains"
        lines.append(texts.say(key, name=thing.name, names=", ".join(held)))
    return "\n".join(lines)


def _show_inscription(line: Inscription, texts: Texts, time: WorldTime | None) -> str:
    """Return a line with its author and, as far as it is known, when it was written."""
    if time is None or line.minutes is None or not 0 <= time.minutes - line.minutes <= _LONG_AGO:
        return texts.say("written.plain", author=line.author, words=line.words)
    day, minute = divmod(line.minutes, DAY_MINUTES)
    clock, days = f"{minute // 60:02}:{minute % 60:02}", time.day - day
    key = _WHEN[days] if days < len(_WHEN) else "written.earlier"
    return texts.say(key, author=line.author, words=line.words, clock=clock, days=days)
