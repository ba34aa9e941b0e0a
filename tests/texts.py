"""The sentences and pages that the server ships, read once in a process of tests."""

from __future__ import annotations

from functools import cache

from tests.paths import TEXT_FOLDER
from world.vault.texts import Texts


def shipped_texts() -> Texts:
    """Return them as an object of its own, whose sentences a test may replace."""
    own = Texts.load([])
    own.replace_by(_read_once())
    return own


@cache
def _read_once() -> Texts:
    return Texts.load([TEXT_FOLDER])
