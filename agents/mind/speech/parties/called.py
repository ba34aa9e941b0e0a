"""Finds whom words call by name: "Moss, would you tell Wren …" calls Moss, and only names Wren."""

from __future__ import annotations

from collections.abc import Collection

from world.names import key_of
from world.verbs.calling import ends_with_call, list_called


def find_called(words: str, present: Collection[str]) -> tuple[str, ...]:
    """Return those of the names `present` that `words` call; empty: they call nobody here."""
    called = {key_of(each) for each in list_called(words)}
    return tuple(each for each in present if key_of(each) in called or ends_with_call(words, each))


def is_for(words: str, name: str, present: Collection[str]) -> bool:
    """Return whether words that name `name` may be for it: they call nobody else here."""
    called = find_called(words, {*present, name})
    return not called or name in called
