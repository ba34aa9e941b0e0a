"""Earlier versions of what people say of themselves are kept, and bounded."""

from __future__ import annotations

import pytest

from agents.clock import VirtualClock
from server.people.entries import Entries
from server.people.own.profiles import MOST_VERSIONS, OwnProfiles
from world.commands.invocation import Refusal


class _Failing(Entries):
    @property
    def refuses(self) -> str:
        return "the disk is full"


def test_the_newest_versions_are_kept_with_who_and_when() -> None:
    profiles = OwnProfiles(Entries(), VirtualClock())
    for number in range(MOST_VERSIONS + 5):
        profiles.keep("Bob", f"Baker {number}.", "Bob", "@set-profile")
    found = profiles.versions("bob")
    assert [each.text for each in found] == [
        f"Baker {number}." for number in range(MOST_VERSIONS + 4, 4, -1)
    ]
    assert found[0].by == "Bob" and found[0].at.endswith("Z") and not profiles.versions("Ada")


def test_what_cannot_be_kept_is_refused() -> None:
    with pytest.raises(Refusal):
        OwnProfiles(_Failing(), VirtualClock()).keep("Bob", "Baker.", "Bob", "@set-profile")
