"""@narrative on a real server: each reads what is theirs to read."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.worlds import RULES, make_world, profile


def test_people_read_back_what_happened(tmp_path: Path) -> None:
    """An administrator reads all and writes pages; others what they saw; wrong words are named."""
    world = make_world(tmp_path, {"Moss": profile("Moss")}, RULES)
    with world.server() as server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("say Good morning. Is there soup?", r"You say.*\n")
        bob.ask("garden", r"Exits: .*\n")
        ada.ask("emote stirs the pot.", r"Ada stirs.*\n")
        bob.ask("say Beans!", r"You say.*\n")
        told = flat(ada.ask("@narrative 2", r"Beans!"))  # a new hour is a new day of the world
        assert '"Good morning," says Ada. "Is there soup?"' in told and "Ada stirs the pot" in told
        seen = flat(bob.ask("@narrative 2", "Beans!"))
        assert "Good morning" in seen and "stirs" not in seen
        assert "stirs" not in flat(bob.ask("@narrative Moss 2", r"[Ii]s\s+there\s+soup"))
        ada.ask("@narrative here 2", r"stirs\s+the\s+pot")
        ada.ask("@narrative 0", r"can be 1 to 14")
        bob.ask("@narrative write", r"Only\s+administrators\s+may\s+use\s+@narrative\s+write\.")
        ada.ask("@narrative nobody", r"There are:\s+Moss")
        ada.ask("@narrative write 2", r"Written:\s+\S+")
        pages = (world.vault / "chronicle").glob("*.md")
        assert any("Ada stirs the pot." in page.read_text() for page in pages)
        assert server.stop() == 0
