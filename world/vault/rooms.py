"""Room notes: ``vault/world/<Room>.md``, a room in front matter and prose.

The file's name is the room's.  Front matter: ``exits`` (name: room, or a list of rooms),
``start: true``, ``id``, ``aliases``, ``things``, ``map``, ``ground``, ``preposition``, ``phases``
and ``weather``.  In the prose ``[[The Garden|the garden]]`` reads as its plain text; a list line
``- garden: [[The Garden]]`` or ``- [[The Garden]]`` is an exit and no part of the description.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TypeAlias

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.names import NameKind, NameRefused, check_name, key_of
from world.text import clean_line, clean_text
from world.use.deeds import ThingUse
from world.vault.map_grounds import MAP_GROUND, read_map_ground
from world.vault.map_pins import PIN, read_map_pin
from world.vault.markdown import Note, NoteError, read_note
from world.vault.prepositions import PREPOSITION, read_preposition
from world.vault.room_words import WORD_KEYS, find_wrong_words, read_room_words
from world.vault.thing_usage import USAGE_KEYS, read_usage

DESCRIPTION_LIMIT = 4000
"""The longest description, in characters."""

LARGEST_ID = 1_000_000_000
"""The largest id that a note may ask for: a database counts on from the largest of all."""

EXIT_LINE_LENGTH = 500
"""The longest line that may be an exit, in characters; a longer one is prose."""

OWN_KEYS = frozenset(
    {"id", "exits", "start", "aliases", "things", PIN, MAP_GROUND, PREPOSITION, *WORD_KEYS}
)
OBSIDIAN_KEYS = frozenset({"tags", "cssclasses", "publish", "permalink", "title"})
_THING_KEYS = USAGE_KEYS | {"name", "description", "aliases", "fixed"}

_LINK = late_pattern(r"\[\[([^\[\]|#]+)(?:#[^\[\]|]*)?(?:\|([^\[\]]*))?\]\]")
_EXIT_LINE = late_pattern(r"\s*[-*+]\s+(?:([^:\[\]]+):\s*)?(\[\[[^\[\]]+\]\])\s*$")
_LIST_LINE = late_pattern(r"\s*(?:[-*+]|\d+[.)])\s")
_ARTICLE = late_pattern(r"^(?:the|an?)\s+", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class ExitNote:
    """A way out, as a note has it: the exit's name, the room it leads to, and the line."""

    name: str
    to: str
    line: int


@late_dataclass(frozen=True, slots=True)
class ThingNote:
    """An object that the room starts with. A `fixed` one cannot be taken. `sound` is False if
    something in its usage is wrong and left out."""

    name: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    fixed: bool = False
    usage: ThingUse = field(default_factory=ThingUse)
    sound: bool = True


@late_dataclass(frozen=True, slots=True)
class RoomNote:
    """One room note, checked. `digest` changes whenever the file does."""

    path: Path
    name: str
    description: str
    digest: str
    exits: tuple[ExitNote, ...] = ()
    start: bool = False
    id: int | None = None
    aliases: tuple[str, ...] = ()
    things: tuple[ThingNote, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    """Words for phases and weather, by their place: ``phases.dusk``."""
    pin: str = ""
    """Where it lies on maps: two numbers; empty: nowhere in particular."""
    ground: str = ""
    """What maps draw below it: words; empty: what its text lets one guess."""
    preposition: str = ""
    """Of ``at the Landing``; empty: one is in it."""
    sound: bool = True
    """Whether every key of it is known; else a room that is there already stays as it is."""


RoomsRead: TypeAlias = tuple[list[RoomNote], list[NoteError]]
"""The notes of a folder, and what is wrong with them."""


def read_rooms(folder: Path) -> RoomsRead:
    """Read every room note in `folder`; a broken one is an error and the rest are read.

    A missing folder has no notes. Keys that mean nothing and wrong deeds are errors too, but
    their notes are read without them; with such a key a note is not sound.
    """
    notes: dict[str, RoomNote] = {}
    errors: list[NoteError] = []
    for path in sorted(folder.glob("*.md")):
        if path.name.startswith("."):
            continue
        try:
            note = read_note(path)
            _take(read_room(note), notes)
            errors.extend([*_unknown_keys(note), *find_wrong_words(note)])
            errors.extend(_wrong_usages(note))
        except NoteError as error:
            errors.append(error)
    return list(notes.values()), errors


def _take(room: RoomNote, notes: dict[str, RoomNote]) -> None:
    other = notes.setdefault(key_of(room.name), room)
    if other is not room:
        raise NoteError(room.path, 0, f"names the same room as {other.path.name}", room.name)


def _unknown_keys(note: Note) -> Iterator[NoteError]:
    for key in note.metadata:
        if key not in OWN_KEYS | OBSIDIAN_KEYS:
            yield note.error(key, f"unknown key '{key}'", ", ".join(sorted(OWN_KEYS)))


def _wrong_usages(note: Note) -> Iterator[NoteError]:
    for key, item in _items(note):
        yield from read_usage(note, key, item)[1]


def read_room(note: Note) -> RoomNote:
    """Make a room of a note. Raises `NoteError` for the first thing that is wrong."""
    name = _name(note, 0, note.path.stem, "room")
    prose, listed = _split_body(note)
    exits = [*_front_exits(note), *listed]
    _check_exits(note, exits)
    return RoomNote(
        path=note.path,
        name=name,
        description=_description(note, name, prose),
        digest=_digest(note),
        exits=tuple(exits),
        start=_flag(note, "start", note.metadata.get("start", False)),
        id=_number(note, "id"),
        aliases=_words(note, "aliases"),
        things=tuple(read_thing_note(note, key, item) for key, item in _items(note)),
        words=read_room_words(note),
        pin=read_map_pin(note),
        ground=read_map_ground(note),
        preposition=read_preposition(note),
        sound=not any(_unknown_keys(note)),
    )


def _digest(note: Note) -> str:
    whole = f"{note.path.stem}\0{note.metadata!r}\0{note.body}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _name(note: Note, line: int, name: str, kind: NameKind) -> str:
    try:
        return check_name(name.strip(), kind)
    except NameRefused as refused:
        raise NoteError(note.path, line, f"not a name for this {kind}: {refused}", name) from None


def _flag(note: Note, key: str, value: object) -> bool:
    if not isinstance(value, bool):
        name = key.rpartition(".")[2]
        raise note.error(key, f"{name} is neither yes nor no", "true, false")
    return value


def _number(note: Note, key: str) -> int | None:
    value = note.metadata.get(key)
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LARGEST_ID:
        return value
    raise note.error(key, f"{key} does not fit", f"a whole number from 1 to {LARGEST_ID}")


def _words(note: Note, key: str) -> tuple[str, ...]:
    value = note.metadata.get(key)
    if value is None:
        return ()
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise note.error(key, f"{key} is not a list of names", "[one name, another]")
    return tuple(clean_line(word, 60) for word in words if word.strip())


# --- exits ------------------------------------------------------------------------------


def _front_exits(note: Note) -> Iterator[ExitNote]:
    value = note.metadata.get("exits")
    if value is None:
        return
    allowed = "{garden: The Garden}"
    if isinstance(value, list):
        for item in value:
            yield _exit(note, "exits", "", item, allowed)
    elif isinstance(value, Mapping):
        for name, to in value.items():
            yield _exit(note, f"exits.{name}", str(name), to, allowed)
    else:
        raise note.error("exits", "exits is not a list of exits", allowed)


def _exit(note: Note, key: str, name: str, to: object, allowed: str) -> ExitNote:
    line = note.lines.get(key, 1)
    while isinstance(to, list) and len(to) == 1:  # [[The Garden]] without quotes is YAML's
        to = to[0]
    if not isinstance(to, str) or not to.strip():
        raise note.error(key, "an exit leads to no room", allowed)
    return _exit_note(note, line, name, to)


def _exit_note(note: Note, line: int, name: str, to: str) -> ExitNote:
    link = _LINK.fullmatch(to.strip())
    # Obsidian may write the folder into a link, but it is no part of the room's name.
    room = _name(note, line, link[1].rsplit("/", 1)[-1] if link else to, "room")
    return ExitNote(_name(note, line, name or exit_name_for(room), "exit"), room, line)


def exit_name_for(room: str) -> str:
    """Return the default name of an exit: ``garden`` for ``The Garden``."""
    return _ARTICLE.sub("", room).lower()


def _check_exits(note: Note, exits: Iterable[ExitNote]) -> None:
    seen: dict[str, ExitNote] = {}
    for exit in exits:
        other = seen.setdefault(key_of(exit.name), exit)
        if other is not exit:
            what = f"the exit is there twice, first on line {other.line}"
            raise NoteError(note.path, exit.line, what, exit.name, "once")


# --- prose ------------------------------------------------------------------------------


def _split_body(note: Note) -> tuple[list[str], list[ExitNote]]:
    prose, exits = [], []
    for number, line in enumerate(note.body.split("\n"), note.body_line):
        found = _EXIT_LINE.match(line) if len(line) <= EXIT_LINE_LENGTH else None
        if found:
            exits.append(_exit_note(note, number, (found[1] or "").strip(), found[2]))
        else:
            prose.append(line)
    return prose, exits


def _description(note: Note, name: str, lines: Sequence[str]) -> str:
    kept = [line for line in lines if not _is_title(line, name)]
    text = clean_text(strip_links(unwrap_lines(kept)), DESCRIPTION_LIMIT + 1)
    if len(text) > DESCRIPTION_LIMIT:
        allowed = f"at most {DESCRIPTION_LIMIT} characters"
        raise NoteError(note.path, note.body_line, "the description is too long", None, allowed)
    return text


def _is_title(line: str, name: str) -> bool:
    return line.startswith("#") and key_of(line.lstrip("#")) == key_of(name)


def strip_links(text: str) -> str:
    """Return `text` with each wiki link replaced by the words that a reader sees."""
    return _LINK.sub(lambda link: (link[2] or link[1]).strip(), text)


def unwrap_lines(lines: Iterable[str]) -> str:
    """Return prose with each paragraph on one line; list lines stay, empty lines separate."""
    out: list[list[str]] = []
    for line in lines:
        text = line.strip()
        if text and out and out[-1][0] and not _LIST_LINE.match(line):
            out[-1].append(text)
        elif text or (out and out[-1][0]):
            out.append([text])
    return "\n".join(" ".join(words) for words in out).strip("\n")


# --- things -----------------------------------------------------------------------------


def _items(note: Note) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield each thing's settings with their key. Raises `NoteError`."""
    value = note.metadata.get("things")
    if value is None:
        return
    if not isinstance(value, list):
        raise note.error("things", "things is not a list", "[a lamp, {name: a key}]")
    for number, given in enumerate(value):
        key, item = f"things.{number}", {"name": given} if isinstance(given, str) else given
        if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
            allowed, line = "a name, or name, description and aliases", note.find_line(key)
            raise NoteError(note.path, line, "a thing without a name", str(item), allowed)
        yield key, item


def read_thing_note(note: Note, key: str, item: Mapping[str, object]) -> ThingNote:
    """Make an object of the settings at `key`, which have a name. Raises `NoteError`."""
    line = note.find_line(key)
    unknown = sorted(set(item) - _THING_KEYS)
    if unknown:
        allowed = ", ".join(sorted(_THING_KEYS))
        raise NoteError(note.path, line, "unknown key of a thing", unknown[0], allowed)
    usage, wrong = read_usage(note, key, item)
    return ThingNote(
        name=_name(note, line, str(item["name"]), "thing"),
        description=clean_text(str(item.get("description") or ""), DESCRIPTION_LIMIT),
        aliases=_thing_aliases(note, line, item.get("aliases")),
        fixed=_flag(note, f"{key}.fixed", item.get("fixed", False)),
        usage=usage,
        sound=not wrong,
    )


def _thing_aliases(note: Note, line: int, value: object) -> tuple[str, ...]:
    words = [value] if isinstance(value, str) else value or []
    if not isinstance(words, list):
        allowed = "[one name, another]"
        raise NoteError(note.path, line, "aliases is not a list of names", str(value), allowed)
    return tuple(clean_line(str(word), 60) for word in words)
