"""Preferences: what is allowed, what is kept, and what a guest's are worth."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from agents.clock import VirtualClock
from server.boundaries import Account, Role
from server.people.entries import Entries
from server.people.lost_links import LostLinks
from server.people.opening import open_people
from server.people.people import People
from server.people.preferences import PREFERENCES, PreferenceRefused, Preferences


def make_people(entries: Entries) -> People:
    return People(entries, LostLinks(Clock().callLater, 0), VirtualClock())


DEFAULTS = {row.name: row.default for row in PREFERENCES}


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    [
        ("colour", "NONE", "none"),
        ("width", "20", "20"),
        ("width", "250", "250"),
        ("screen", "on", "on"),
        ("nospoof", "on", "on"),
        ("paging", " on ", "on"),
    ],
)
def test_a_value_that_is_allowed_is_in_force_at_once(name: str, value: str, stored: str) -> None:
    """Names may be shortened; what depends on it is told all values."""
    seen: list[tuple[str, Mapping[str, str]]] = []
    preferences = Preferences(Entries(), lambda person, values: seen.append((person, values)))
    assert preferences.set("Ada", name, value) == stored
    row = preferences.find(name).name
    assert preferences.get("ADA", row) == stored
    assert seen == [("Ada", DEFAULTS | {row: stored})]
    assert preferences.all("Bob") == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("width", "19", "auto, 20-250"),
        ("width", "251", "auto, 20-250"),
        ("width", "²5", "auto, 20-250"),
        ("width", "9" * 5000, "auto, 20-250"),
        ("colour", "mauve", "auto, none, 16, 256, true"),
        ("prompt", "loud", "auto, on, off"),
        ("p", "on", ""),
        ("", "on", ""),
        ("hat", "on", ""),
    ],
)
def test_anything_else_is_refused_with_what_is_allowed(name: str, value: str, allowed: str) -> None:
    """Nothing is changed, and nobody is told of a change."""
    preferences = Preferences(Entries(), lambda person, values: pytest.fail("nothing changed"))
    with pytest.raises(PreferenceRefused) as refused:
        preferences.set("Ada", name, value)
    assert refused.value.values == allowed
    assert preferences.all("Ada") == DEFAULTS


async def test_a_persons_are_there_after_a_restart_and_a_guests_are_not(tmp_path: Path) -> None:
    """The default is not stored, and a value that is no longer allowed is the default again."""
    clock = VirtualClock()
    store = await open_people(tmp_path, clock, pytest.fail)
    people = make_people(store)
    people.welcome(Account("Guest1", Role.GUEST))
    for name in ("Ada", "Guest1"):
        people.preferences.set(name, "colour", "256")
    store.put("ada", "preference", "width", "7000")
    assert people.preferences.get("Guest1", "colour") == "256"
    await store.close()
    again = await open_people(tmp_path, clock, pytest.fail)
    preferences = Preferences(again)
    assert preferences.all("Ada") == DEFAULTS | {"colour": "256"}
    assert preferences.all("Guest1") == DEFAULTS
    preferences.set("Ada", "colour", "auto")
    await again.flush()
    assert again.list("ada", "preference") == {"width": "7000"}
    await again.close()


def test_the_next_guest_of_that_name_begins_anew() -> None:
    """Also when the one before was never sent away."""
    people = make_people(Entries())
    guest = Account("Guest1", Role.GUEST)
    for leave in (people.dismiss, people.welcome):
        people.welcome(guest)
        people.preferences.set("Guest1", "paging", "on")
        leave(guest)
        assert people.habits(guest).preferences() == DEFAULTS
