"""The sentences of the door: all that are said are there, and all that are there are said."""

from __future__ import annotations

import re

from tests.paths import ROOT
from tests.texts import shipped_texts

SERVER = ROOT / "server"
WELCOMES = {
    "door.welcome",
    *(f"door.welcome-{role}" for role in ("guest", "builder", "administrator")),
}


def find_keys() -> set[str]:
    folders = ("session", "telnet")
    paths = [path for folder in folders for path in (SERVER / folder).rglob("*.py")]
    sources = [path.read_text() for path in paths]
    return set(re.findall(r'"(door\.[a-z-]+)"', "\n".join(sources))) | WELCOMES


def test_every_sentence_that_is_said_exists_and_none_is_left_over() -> None:
    """A key without a sentence, or a sentence without a use, fails here and not at the door."""
    keys = shipped_texts().keys()
    assert find_keys() == {key for key in keys if key.startswith("door.")}


def test_the_pages_of_the_door_exist() -> None:
    assert {"banner", "welcome"} <= set(shipped_texts().pages())


def test_the_banner_fits_eighty_columns_and_is_ascii() -> None:
    """It is shown before anything is known of the terminal."""
    banner = shipped_texts().page("banner")
    assert banner.isascii()
    assert max(map(len, banner.splitlines())) <= 80
