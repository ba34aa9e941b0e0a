"""One of the wordings that a text has for the same, each on a line of its own."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from world.vault.texts import Texts


def choose_wording(texts: Texts, key: str, turn: int, values: Mapping[str, str]) -> str:
    """Return a line of the text `key`, of several the one whose turn it is.

    The text uses those of `values` that it has placeholders for. Raises `UnknownText`.
    """
    text = texts.say(key, **{each: values[each] for each in texts.names(key)})
    wordings = [each.strip() for each in text.split("\n") if each.strip()]
    return wordings[turn % len(wordings)]


def turn_of(name: str) -> int:
    """Return a number by which one of this name always chooses the same wording."""
    return zlib.crc32(name.encode())
