"""Reads where a happening is seen, and what is seen from each place.

The prose is what is seen; each paragraph or list item is a wording, and days take turns.  Under
``## in The Saddle``, ``## in fog`` or ``## in The Saddle, in winter`` stands what is seen there
or then instead.  ``where`` may also have the words itself: ``{The Saddle: A light opens.}``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.happenings.alterations import read_room_name
from world.happenings.happening import TIME_WORDS, SightText
from world.happenings.lore import Lore
from world.names import key_of
from world.text import clean_line
from world.vault.markdown import Note, NoteError, blank_comments
from world.vault.rooms import strip_links

WORDING_LIMIT = 600
"""The longest wording, in characters."""

EVERYWHERE = "everywhere"

_HEADING = late_pattern(r"(#{1,6})\s+(.*)")
_ITEM = late_pattern(r"[-*+]\s+(.*)")
_LEAD = late_pattern(r"(?:in|at|on|from|when|during)\s+", re.IGNORECASE)
_TIMES = frozenset(word for words in TIME_WORDS.values() for word in words)
_HEADING_FORM = "in <room>, in fog, at dusk, in autumn or winter; several with commas"


@late_dataclass(frozen=True, slots=True)
class Sights:
    """Where a happening is seen, and what."""

    rooms: tuple[str, ...]
    everywhere: bool
    sights: tuple[SightText, ...]


def read_sights(note: Note, lore: Lore, *, silent: bool) -> Sights:
    """Return what is seen. A `silent` happening may be seen nowhere. Raises `NoteError`."""
    rooms, everywhere, own = _read_where(note, lore)
    sights = [*own, *_read_prose(note, lore)]
    named = tuple(dict.fromkeys(sight.room for sight in sights if sight.room))
    always = any(not sight.room for sight in sights)
    if always and not rooms and not everywhere:
        allowed = "rooms, everywhere, or {The Saddle: what is seen there}"
        raise note.error("where", "it is not said where it is seen", allowed)
    if not sights and not silent:
        raise note.error("where", "nothing is seen and nothing changes", "prose, or changes")
    if sights and not always:
        _check_rooms(note, rooms, named)
    return Sights(rooms or named, everywhere, tuple(sights))


def _check_rooms(note: Note, rooms: Sequence[str], named: Collection[str]) -> None:
    for room in rooms:
        if key_of(room) not in named:
            line, allowed = note.find_line("where"), f"prose, or ## in {room}"
            raise NoteError(note.path, line, "there are no words for this room", room, allowed)


def _read_where(note: Note, lore: Lore) -> tuple[tuple[str, ...], bool, list[SightText]]:
    value = note.metadata.get("where")
    if value is None or value == EVERYWHERE:
        return (), value == EVERYWHERE, []
    if isinstance(value, Mapping):
        rooms = [read_room_name(note, f"where.{name}", name, lore) for name in value]
        texts = [_read_own(note, name, words) for name, words in value.items()]
        sights = zip(rooms, texts, strict=True)
        return tuple(rooms), False, [SightText((text,), key_of(room)) for room, text in sights]
    given = value if isinstance(value, list) else [value]
    return tuple(read_room_name(note, "where", _unlink(each), lore) for each in given), False, []


def _unlink(value: object) -> object:
    """Return the name in ``[[The Saddle]]``, which is a list in a list to YAML."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


def _read_own(note: Note, name: str, words: object) -> str:
    if not isinstance(words, str) or not words.strip():
        raise note.error(f"where.{name}", "these words are no text", "what is seen there")
    return _check_length(note, note.find_line(f"where.{name}"), words)


def _check_length(note: Note, line: int, words: str) -> str:
    text = clean_line(strip_links(words), WORDING_LIMIT + 1)
    if len(text) > WORDING_LIMIT:
        allowed = f"at most {WORDING_LIMIT} characters"
        raise NoteError(note.path, line, "the words are too long", words, allowed)
    return text


# --- prose --------------------------------------------------------------------------------


def _read_prose(note: Note, lore: Lore) -> Iterator[SightText]:
    room, words = "", tuple[frozenset[str], ...]()
    wordings: list[str] = []
    for line, heading, block in _split(note):
        if block:
            wordings.append(_check_length(note, line, block))
            continue
        if wordings:
            yield SightText(tuple(wordings), room, words)
        wordings = []
        room, words = _read_heading(note, line, heading, lore) if line else ("", ())


def _split(note: Note) -> Iterator[tuple[int, str, str]]:
    """Yield headings and paragraphs with their lines, and at the end an empty heading."""
    body = blank_comments(note.body)
    at, block = 0, ""
    for number, raw in enumerate([*body.split("\n"), ""], note.body_line):
        line = raw.strip()
        heading, item = _HEADING.fullmatch(line), _ITEM.fullmatch(line)
        if block and (heading or item or not line):
            yield at, "", block
            block = ""
        if heading and len(heading[1]) > 1:
            yield number, heading[2].rstrip("#").rstrip(), ""
        elif line and not heading:
            at, block = at if block else number, f"{block} {item[1] if item else line}".strip()
    yield 0, "", ""


def _read_heading(
    note: Note, line: int, title: str, lore: Lore
) -> tuple[str, tuple[frozenset[str], ...]]:
    """Return the key of the room and the words for times in a heading."""
    room, words = "", []
    for part in filter(None, (part.strip() for part in strip_links(title).split(","))):
        name = _LEAD.sub("", part, count=1).strip()
        times = [each.strip().removeprefix("the ") for each in name.lower().split(" or ")]
        if _TIMES.issuperset(times):
            words.append(frozenset(times))
        elif lore.has_room(name) and not room:
            room = key_of(name)
        else:
            what = "neither a room nor a time"
            raise NoteError(note.path, line, what, part, f"{_HEADING_FORM}; {_list_times()}")
    return room, tuple(words)


def _list_times() -> str:
    return ", ".join(word for words in TIME_WORDS.values() for word in words)
