"""A real server whose database is locked by another program, or refuses one thing."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.e2e.harness import flat, until, write
from tests.e2e.worlds import World, make_world

BROKEN = {
    "Far Room": ("---\nid: 99999999999999999999999\n---\nFar.\n", r"id does not fit; read: 9{23};"),
    "Laughing Room": (
        "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n---\nHa.\n",
        r"not YAML: an alias \(\*\); allowed: each value written out",
    ),
}
CURSE = """
    CREATE TRIGGER curse BEFORE INSERT ON things WHEN NEW.name = 'cursed lamp'
    BEGIN SELECT RAISE(ABORT, 'cursed'); END
"""


def _database(world: World) -> sqlite3.Connection:
    return sqlite3.connect(world.vault / ".tarn" / "world.sqlite", isolation_level=None)


def _kept(world: World) -> set[str]:
    with closing(_database(world)) as database:
        return {name for (name,) in database.execute("SELECT name FROM things")}


def test_a_locked_database_is_said_at_once_and_refused_soon(tmp_path: Path) -> None:
    """Who acts reads what came of it, and that it is not kept; then changes are refused.

    People go on walking and talking, output comes in order, and it ends by itself.
    """
    world = make_world(tmp_path)
    with world.server() as server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        other = _database(world)
        other.execute("BEGIN IMMEDIATE")
        ada.send("@create pebble", "say still here", "look")
        seen = flat(ada.expect(r"make pebble(?s:.*)still here(?s:.*)Exits?: .*\n"))
        seen += flat(ada.ask("say again", r'again"'))
        if "Storage trouble" not in seen:  # who acts may read it first
            seen += flat(ada.expect(r"Storage\s+trouble:\s+world\.sqlite"))
        assert "not on disk yet" in seen and "Storage trouble: world.sqlite" in seen
        until(lambda: "cannot be" in ada.ask("@create stone", r"make stone|cannot\s+be"), "refusal")
        seen = bob.ask("garden", r"Exits?: .*\n") + bob.ask("say I walk.", r"I walk\.")
        assert "The Garden" in seen
        assert "pebble" not in _kept(world)
        saved = flat(ada.ask("@save", r"Not\s+saved:(?s:.*?)tried\s+again"))
        assert "the world's state" in saved
        other.execute("ROLLBACK")
        ada.expect(r"Storage\s+works\s+again")
        ada.ask("@create stone", "You make stone")
        until(lambda: {"pebble", "stone"} <= _kept(world), "what waited is on disk")
        assert server.stop() == 0


def test_one_thing_that_cannot_be_kept_stops_nothing_else(tmp_path: Path) -> None:
    """It is set aside and named; what was made with it, before and after is on disk.

    Notes with numbers that no database holds are refused by file and line at the start.
    """
    world = make_world(tmp_path)
    for name, (text, _) in BROKEN.items():
        write(world.vault / "world" / f"{name}.md", text)
    with world.server() as server:
        for name, (_, message) in BROKEN.items():
            server.logged(rf"{name}\.md:\d+: .*{message}")
        ada = server.client().create("Ada")
        with closing(_database(world)) as other:
            other.execute(CURSE)
        ada.send("@create kettle", "@create cursed lamp", "@create anvil")
        ada.expect(
            r"Storage\s+trouble:\s+thing\s+#\d+\s+cannot\s+be\s+kept\s+\(cursed\)(?s:.*?)is\s+written\."
        )
        until(lambda: {"kettle", "anvil"} <= _kept(world), "the others are on disk")
        assert re.search(r"thing #\d+ cannot be kept", flat(ada.ask("@save", r"next\s+start")))
        with closing(_database(world)) as other:
            other.execute("DROP TRIGGER curse")
        ada.send("@describe cursed lamp -> It glows.")
        ada.expect(r"Storage\s+works\s+again\s+for\s+a\s+thing")
        until(lambda: "cursed lamp" in _kept(world), "the last one is on disk, too")
        assert server.stop() == 0
