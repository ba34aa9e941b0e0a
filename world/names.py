"""Names: which are allowed, when two are the same, and how a name becomes a path."""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Literal

from late.late_pattern import late_pattern
from world.text import clean_line

NameKind = Literal["character", "room", "thing", "exit"]

CHARACTER_LENGTH = (2, 20)
OTHER_LENGTH = (1, 60)
PART_BYTES = 200
"""The longest part of a path, in bytes of UTF-8: room for suffixes below 255."""

RESERVED = frozenset(
    (
        *("a", "an", "the", "all", "here", "me", "self", "myself", "you", "yourself", "us", "it"),
        *("him", "her", "them", "in", "into", "to", "at", "from", "new", "none", "nothing"),
        *("nobody", "somebody", "someone", "something", "anybody", "anyone", "anything"),
        *("everybody", "everyone", "everything", "unknown", "user", "guest", "guests", "agent"),
        *("agents", "admin", "administrator", "administrators", "moderator", "operator", "owner"),
        *("root", "staff", "sysop", "system", "server", "console", "god", "wizard", "world"),
        *("tarn", "connect", "create", "quit", "con", "prn", "aux", "nul"),
    )
)
"""Words that mean something else than a name, compared by `key_of`: what people type at the
door, too, and what some systems do not let a folder be called."""

_WINDOWS = frozenset(
    ["con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in "0123456789¹²³")]
)
_NOT_IN_PATHS = late_pattern(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_LETTERS_ALIKE = str.maketrans(
    "абвгеёзіїјкмнорсстухѕԁԛԝһыαβγεικνορτυχωłøđıŧħ’‘ʼ`´",
    "aбвreeзiijkmhopcctyxsdqwhыaβyeikvoptuxwlodith'''''",
)
_PAIRS_ALIKE = (("æ", "ae"), ("œ", "oe"), ("þ", "th"), ("ð", "d"))
_GLYPHS_ALIKE = str.maketrans("I01", "lol")


class NameRefused(Exception):
    """A name is not allowed; the message is the reason, as a whole sentence."""


class PathRefused(Exception):
    """A name cannot become a path in the vault; the message says why."""


def key_of(name: str) -> str:
    """Return the key by which names are compared: names with equal keys are the same.

    Case, accents, kinds of apostrophe, runs of spaces and letters of other scripts that
    look Latin make no difference.
    """
    return _known_key(name) if len(name) <= OTHER_LENGTH[1] else _make_key(name)


def _make_key(name: str) -> str:
    plain = name if name.isascii() else _plain(name)
    return " ".join(plain.casefold().split())


#: Every line heard compares names; what is no name is too long to be remembered.
_known_key = lru_cache(maxsize=4096)(_make_key)


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name.casefold()).translate(_LETTERS_ALIKE)
    for pair, letters in _PAIRS_ALIKE:
        folded = folded.replace(pair, letters)
    return "".join(char for char in folded if not unicodedata.combining(char))


def looks_of(name: str) -> str:
    """Return a key that also ignores glyphs alike in most type faces: ``I``, ``l`` and ``1``."""
    return key_of(name.translate(_GLYPHS_ALIKE))


def check_name(
    name: str,
    kind: NameKind = "character",
    *,
    taken: Collection[str] = (),
    commands: Collection[str] = (),
) -> str:
    """Return `name` in normal form if it may be given, else raise `NameRefused`.

    A character's name is one word of 2 to 20 letters with ``'`` or ``-`` inside; others may
    have several words and digits, up to 60 characters.  `taken` are the names in use,
    `commands` the words that characters and exits may not be called.
    """
    normal = unicodedata.normalize("NFC", name)
    _check_length(normal, kind)
    _check_characters(normal, kind)
    _check_reserved(normal, kind, commands)
    _check_taken(normal, taken)
    return normal


def _shorten(name: str) -> str:
    return clean_line(name, 30)


def _check_length(name: str, kind: NameKind) -> None:
    least, most = CHARACTER_LENGTH if kind == "character" else OTHER_LENGTH
    if not name.strip():
        raise NameRefused("A name cannot be empty.")
    if name != name.strip():
        raise NameRefused("A name cannot begin or end with a space.")
    if not least <= len(name) <= most:
        raise NameRefused(
            f"A name has {least} to {most} characters; '{_shorten(name)}' has {len(name)}."
        )


def _check_characters(name: str, kind: NameKind) -> None:
    if kind == "character" and " " in name:
        raise NameRefused(f"A name is one word; '{_shorten(name)}' has a space in it.")
    for char in name:
        _check_character(char, kind)
    if re.search(r"['’\- ]['’\- ]|^['’\-]|['’\-]$", name):
        raise NameRefused(f"In '{_shorten(name)}' an apostrophe, hyphen or space is out of place.")


def _check_character(char: str, kind: NameKind) -> None:
    if is_latin(char) or char in "'’-" or (kind != "character" and char in " 0123456789,"):
        return
    called = unicodedata.name(char, f"U+{ord(char):04X}").lower()
    if char.isalpha():
        raise NameRefused(f"A name has Latin letters only; '{_shorten(char)}' is {called}.")
    raise NameRefused(f"A name has letters, with ' or - between them; it cannot have {called}.")


def is_latin(char: str) -> bool:
    """Return whether `char` is a Latin letter, with or without diacritics."""
    if char.isascii():
        return char.isalpha()
    return (
        unicodedata.category(char) in ("Lu", "Ll")
        and (char < "\u0250" or "\u1e00" <= char <= "\u1eff")
        and unicodedata.name(char, "").startswith("LATIN ")
    )


def _check_reserved(name: str, kind: NameKind, commands: Collection[str]) -> None:
    key = key_of(name)
    if kind != "exit" and key in RESERVED:  # an exit may well be called in, or to town
        raise NameRefused(f"'{_shorten(name)}' is a reserved word and cannot be a name.")
    typed = kind in ("character", "exit")
    if typed and any(key == key_of(command) for command in commands):
        raise NameRefused(f"'{_shorten(name)}' is a command and cannot be a name.")


def _check_taken(name: str, taken: Collection[str]) -> None:
    key, looks = key_of(name), looks_of(name)
    for other in taken:
        if key == key_of(other) or looks == looks_of(other):
            by = "" if name == other else f" by '{_shorten(other)}'"
            raise NameRefused(f"The name '{_shorten(name)}' is taken{by}.")


def vault_path(root: Path, *parts: str) -> Path:
    """Return `root` / `parts`, certain to lie inside `root`; nothing is created.

    Each part is one plain file or folder name.  Raises `PathRefused` for ``..``, separators,
    control characters, a leading dot, names that Windows reserves, parts that are too long
    and for a symbolic link that leads out of `root`.
    """
    for part in parts:
        _check_part(part)
    path = root.joinpath(*parts)
    if not _leads_inside(root, path):
        raise PathRefused(f"{'/'.join(parts)} leads out of the vault by a symbolic link")
    return path


def _leads_inside(root: Path, path: Path) -> bool:
    try:
        return not _is_loop(path) and path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False


def _is_loop(path: Path) -> bool:
    """Return whether a link leads to itself: since Python 3.13 `Path.resolve` passes over it."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _check_part(part: str) -> None:
    shown = ascii(part[:40])
    if not part or part != part.strip():
        raise PathRefused(f"{shown} is empty or has spaces around it")
    if part.startswith(".") or part.endswith("."):
        raise PathRefused(f"{shown} begins or ends with a dot")
    if _NOT_IN_PATHS.search(part):
        raise PathRefused(f"{shown} has a character that cannot be in a file name")
    if part.partition(".")[0].strip().casefold() in _WINDOWS:
        raise PathRefused(f"{shown} is a name that some systems reserve")
    if len(_utf8(part, shown)) > PART_BYTES:
        raise PathRefused(f"{shown} is longer than {PART_BYTES} bytes")


def _utf8(part: str, shown: str) -> bytes:
    try:
        return part.encode()
    except UnicodeEncodeError:
        raise PathRefused(f"{shown} is not valid Unicode") from None
