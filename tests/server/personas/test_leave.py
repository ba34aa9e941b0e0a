"""What an agent needs leave for is said in one place: the rows of the command table."""

from __future__ import annotations

from agents.mind.profile import LICENCES
from server.command_rows import list_commands


def test_a_profile_may_allow_just_what_needs_leave() -> None:
    rows = [row.name.removeprefix("@") for row in list_commands() if row.by_leave]
    assert sorted(rows) == sorted(LICENCES)
