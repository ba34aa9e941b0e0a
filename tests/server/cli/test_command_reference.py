"""The page of all commands is made from their rows."""

from __future__ import annotations

from server.cli.command_reference import render_command_reference
from server.command_rows import list_commands
from tests.paths import ROOT


def test_the_page_of_commands_is_current() -> None:
    """Write it again: python -m server.cli.command_reference docs/commands.md"""
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert page == render_command_reference(list_commands())


def test_the_page_says_of_each_command_how_it_is_typed_and_who_may() -> None:
    page = render_command_reference(list_commands())
    for row in list_commands():
        entry = page.partition(f"### `{row.name}`\n")[2].partition("\n### ")[0]
        assert f"`{row.syntax}`" in entry and f"{row.summary}." in entry
    assert "For builders. Must be typed out. `@undo` takes it back." in page
