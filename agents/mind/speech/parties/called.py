"""Tells whether words may be for somebody: "Moss, would you tell Wren …" is not for Wren."""

from __future__ import annotations

from collections.abc import Collection

from world.verbs.calling import find_called


def is_for(words: str, name: str, present: Collection[str]) -> bool:
    """Return whether words that name `name` may be for it: they call nobody else here."""
    called = find_called(words, {*present, name})
    return not called or name in called
