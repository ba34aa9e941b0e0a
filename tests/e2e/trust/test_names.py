"""On the wire: nobody makes a name that a reader takes for somebody else's."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.e2e.harness import PASSWORD, flat
from tests.e2e.worlds import make_world, profile

MISTAKEN = {
    "Coƅƅ": "which looks like another letter",
    "Rnoss": "looks too much like 'Moss'",
    "Guéstl": "looks like a guest's name",
    "Adмin": "Latin letters only",
    "Adrnin": "looks like a reserved word",
    "Rovvan": "looks too much like 'Rowan'",
    "Σobb": "Latin letters only",
}


def test_names_are_refused_at_the_door_and_old_ones_still_come_in(tmp_path: Path) -> None:
    """Also for what builders make; who was called so before the rule keeps name and account."""
    world = make_world(tmp_path, {"Moss": profile("Moss"), "Cobb": profile("Cobb")})
    with world.server() as server:
        client = server.client().create("Rowan")
        server.client().create("Ferny").ask("quit", "Goodbye")
        for name, why in MISTAKEN.items():
            door = server.client()
            assert why in flat(door.ask(f"create {name} {PASSWORD}", r"(look\w*|only)[^\n]*\n")), (
                name
            )
            door.close()
        client.ask("@create Rnoss", r"looks too much\s+like 'Moss'\.\n")
        client.ask("@create Moss leaves for The Garden", r"a report\s+of what Moss does")
        client.ask("@exit here to The Landing named Cobb", r"looks too much\s+like 'Cobb'\.\n")
        assert server.stop() == 0
    _rename(world.vault / ".tarn" / "accounts.sqlite", "Ferny", "Coƅƅ")
    with world.server() as server:
        server.client().connect("Coƅƅ").ask("say Still me.", 'You say, "Still me."\n')
        assert server.stop() == 0


def _rename(path: Path, old: str, new: str) -> None:
    """Give an account a name that could be made before the rule."""
    with sqlite3.connect(path) as database:
        rows = database.execute(
            "UPDATE accounts SET key = ?, name = ? WHERE name = ?", (new.casefold(), new, old)
        )
        if rows.rowcount != 1:
            pytest.fail(f"there is no account {old}")
    database.close()
