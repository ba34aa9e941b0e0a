"""What people make is there again, however the server ended; room notes may be edited by hand."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.e2e.harness import Client, flat, write
from tests.e2e.worlds import ROOMS, make_world, profile


def _look(client: Client) -> str:
    return flat(client.ask("look", r"(?:Exits: .*|no way out.*)\n"))


def _build(client: Client) -> None:
    client.ask("@dig The Cellar = down, up", r"exit up leads from The Cellar to The Hall\.\n")
    client.ask("@create brass lamp -> It is dented, and warm.", r"You make brass lamp .*\n")
    client.ask("drop lamp", r"You drop the brass lamp\.\n")
    client.ask("@describe here -> A hall of many banners.", r"described anew\.\n")
    client.ask("@set-description -> A tall figure in a wet coat.", r"description is changed\.\n")
    client.ask("down", r"The Cellar(?s:.*)Exits: .*\n")
    client.ask("@create iron key", r"You make iron key .*\n")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=lambda how: how.name)
def test_what_was_made_in_play_survives(tmp_path: Path, how: signal.Signals) -> None:
    """Rooms, exits, things, places, descriptions, accounts and ranks are as they were."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        rowan = server.client().create("Rowan")
        fern = server.client().create("Fern", "another pass")
        fern.ask("garden", r"Beans(?s:.*)Exits: .*\n")
        _build(rowan)
        rowan.ask("@save", r"Saved: .*\n")
        assert server.stop(how) == (0 if how is signal.SIGTERM else -how)
    with world.server() as server:
        rowan = server.client()
        seen = flat(rowan.ask("connect Rowan correct horse", r"Exits?: .*\n"))
        assert "You are an administrator here." in seen and "The Cellar" in seen
        assert "iron key" in rowan.ask("inventory", r"You carry.*\n")
        hall = flat(rowan.ask("up", r"The Hall(?s:.*)Exits: .*\n"))
        assert "A hall of many banners." in hall
        assert "Things here: brass lamp." in hall and "Also here: Moss." in hall
        assert "down" in hall
        assert "It is dented, and warm." in flat(rowan.ask("examine lamp", r"It is the thing.*\n"))
        fern = server.client()
        assert "Wrong name or password." in fern.ask("connect Fern correct horse", r"assword\.\n")
        seen = flat(fern.ask("connect Fern another pass", r"Exits?: .*\n"))
        assert "The Garden" in seen and "administrator" not in seen
        coat = rowan.ask("examine me", r"A tall figure in a wet coat\.")
        assert "nothing special" not in coat


LAMP = """---
start: true
exits: {garden: The Garden}
things:
  - name: great lamp
    state: dark
    states: {lit: The great lamp is lit., dark: ""}
    deeds: {light: {from: dark, to: lit}}
  - {name: guest book, writable: true}
---
A long hall.
"""


def test_states_and_written_lines_survive_a_kill(tmp_path: Path) -> None:
    """What somebody was shown of a deed is there after the server was killed the next moment."""
    world = make_world(tmp_path)
    write(world.vault / "world" / "The Hall.md", LAMP)
    with world.server() as server:
        rowan = server.client().create("Rowan")
        fern = server.client().create("Fern", "another pass")
        rowan.ask("light lamp", r"You light the great lamp\.\n")
        fern.ask("write Came for a night in guest book", r"You add to the guest book.*\n")
        assert "Fern adds a line to the guest book." in rowan.ask("look", r"Exits: .*\n")
        assert server.stop(signal.SIGKILL)
    write(world.vault / "world" / "The Hall.md", LAMP.replace("douse", "").replace("long", "low"))
    with world.server() as server:
        rowan = server.client().connect("Rowan")
        assert "A low hall. The great lamp is lit." in _look(rowan)
        assert "is already lit." in rowan.ask("light lamp", r"great lamp.*\n")
        assert 'Fern wrote: "Came for a night"' in flat(rowan.ask("read book", r"night\"\n"))


def test_edited_room_note_is_taken_over(tmp_path: Path) -> None:
    """A note edited by hand is in force at @reload and after a restart, and a new room appears."""
    world = make_world(tmp_path)
    notes = world.vault / "world"
    with world.server() as server:
        client = server.client().create("Rowan")
        client.ask("garden", r"Exits: .*\n")
        client.ask("@describe here -> Nettles by now.", r"described anew\.\n")
        assert "Nettles by now." in _look(client)
        write(notes / "The Garden.md", ROOMS["The Garden"].replace("Beans", "Peas"))
        write(notes / "The Mill.md", "---\nexits: {garden: The Garden}\n---\nIt grinds.\n")
        assert "4 rooms" in client.ask("@reload", r"Read again: .*\n")
        assert "Peas in rows." in _look(client)
        client.ask("@teleport The Mill", r"It grinds\.(?s:.*)Exits: garden\.\n")
        assert server.stop(signal.SIGKILL)
    write(notes / "The Mill.md", "---\nexits: {garden: The Garden}\n---\nIt stands still.\n")
    with world.server() as server:
        client = server.client().connect("Rowan")
        client.ask("@teleport The Garden", r"The Garden(?s:.*)Exits: .*\n")
        assert "Peas in rows." in _look(client)
        assert "It stands still." in flat(client.ask("@tp The Mill", r"It (?s:.*)Exits: .*\n"))


def test_unedited_note_does_not_undo_what_was_made_in_play(tmp_path: Path) -> None:
    """@reload and a restart leave a room as it was described in play while its note is the same."""
    world = make_world(tmp_path)
    with world.server() as server:
        client = server.client().create("Rowan")
        client.ask("@describe here -> A hall of many banners.", r"described anew\.\n")
        client.ask("@reload", r"Read again: .*\n")
        assert "A hall of many banners." in _look(client)
        assert server.stop() == 0
    with world.server() as server:
        assert "A hall of many banners." in _look(server.client().connect("Rowan"))
