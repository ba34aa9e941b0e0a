"""A real server beside which another program locks what people keep, or the accounts."""

from __future__ import annotations

import itertools
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.e2e.harness import PASSWORD, Client, flat, until
from tests.e2e.worlds import World, make_world


def _lock(world: World, name: str) -> sqlite3.Connection:
    other = sqlite3.connect(world.vault / ".tarn" / name, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other


def _kept(world: World) -> set[str]:
    path = world.vault / ".tarn" / "people.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        return {name for (name,) in database.execute("SELECT name FROM entries")}


def is_refused(client: Client, line: str) -> bool:
    seen = client.ask(line, r"stands\s+for|cannot\s+be\s+written(?s:.*)a\s+while")
    return "cannot" in flat(seen)


def test_what_people_keep_is_refused_while_it_cannot_be_written(tmp_path: Path) -> None:
    """Who acts reads that it is not on disk, administrators are told, then it is refused.

    What the world keeps is not concerned; bans hold at once; when it ends, nothing was lost.
    """
    world = make_world(tmp_path)
    with world.server() as server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@save", "Saved")
        other = _lock(world, "people.sqlite")
        seen = flat(bob.ask("alias gm = say Good morning.", r"not\s+on\s+disk\s+yet.*\n"))
        assert "stands for: say Good morning." in seen
        told = flat(ada.expect(r"Storage\s+trouble:(?s:.*)this\s+ends\."))
        assert "people.sqlite (what people keep: preferences, aliases and mail)" in told
        assert "not on disk" not in ada.ask("@create pebble", "You make pebble") + ada.hears_all()
        lines = (f"alias x = say {number}" for number in itertools.count())
        until(lambda: is_refused(bob, next(lines)), "refusal")
        for line in (
            "alias ge = say Good evening.",
            "set colour none",
            "ignore Ada",
            "chat off",
            "mail Ada = Hello.",
        ):
            assert "cannot be written" in flat(bob.ask(line, r"a\s+while\."))
        bob.ask("chat still here", r"still here")
        ada.ask("@mute Bob 1h", "Bob")
        bob.ask("say a word", r"silent|mute")
        saved = flat(ada.ask("@save", r"Not\s+saved:(?s:.*?)locked"))
        assert "(what people keep: preferences, aliases and mail) cannot be used" in saved
        assert "people.sqlite" in flat(ada.ask("@stats", r"people\.sqlite(?s:.*?)locked"))
        late = server.client().connect("Ada")
        assert "people.sqlite" in flat(late.expect(r"Storage\s+trouble:(?s:.*)this\s+ends\."))
        assert not _kept(world) & {"gm", "ge"}
        other.execute("ROLLBACK")
        other.close()
        late.expect(r"Storage\s+works\s+again(?s:.*?)nothing\s+was\s+lost\.")
        late.ask("@save", "Saved")
        assert {"gm", "bob"} <= _kept(world) and "ge" not in _kept(world)
        assert not is_refused(bob, "alias ge = say Good evening.")
        assert server.stop() == 0


def test_accounts_are_refused_while_they_cannot_be_written(tmp_path: Path) -> None:
    """Making one, a password and a role are refused with the reason; who has one comes in."""
    world = make_world(tmp_path)
    with world.server() as server:
        ada = server.client().create("Ada")
        server.client().create("Bob").ask("quit", "Goodbye")
        other = _lock(world, "accounts.sqlite")
        refused = r"cannot\s+be\s+written(?s:.*?)a\s+while\."
        seen = flat(server.client().ask(f"create Cob {PASSWORD}", refused))
        assert re.search(r"The accounts .*\((database is locked|no answer within a second)", seen)
        told = flat(ada.expect(r"Storage\s+trouble:(?s:.*)as\s+ever\."))
        assert "accounts.sqlite (the accounts) cannot be written" in told
        bob, guest = server.client().connect("Bob"), server.client()
        guest.ask("guest", r"You are Guest\d+")
        ada.ask("@role Bob builder", refused)
        bob.ask("@password", "password now:")
        bob.ask(PASSWORD, "new password:")
        bob.ask("another one", "password again:")
        bob.ask("another one", refused)
        assert "accounts.sqlite" in flat(ada.ask("@stats", r"accounts\.sqlite"))
        other.execute("ROLLBACK")
        other.close()
        ada.expect(r"Storage\s+works\s+again(?s:.*?)changed\.")
        server.client().create("Cob")
        bob.ask("quit", "Goodbye")
        server.client().connect("Bob")
        ada.ask("@role Bob builder", r"builder")
        assert server.stop() == 0
