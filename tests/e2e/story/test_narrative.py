"""@narrative on a real server: each reads what is theirs to read."""

from __future__ import annotations

import re
from pathlib import Path

from server.chronicle.entry import encode_entry
from tests.e2e.harness import flat
from tests.e2e.worlds import RULES, make_world, profile
from tests.server.chronicle.support import MORNING, happened


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
        ada.ask("@narrative 0", r"number of days can be 1 to 999")
        ada.ask("@narrative write 15", r"number of days can be 1 to 14")
        bob.ask("@narrative page 0", r"number of a page can be 1 to 999")
        bob.ask("@narrative 2 page 2", r"no\s+page\s+2\.\s+The\s+last\s+is\s+page\s+1\.")
        bob.ask("@narrative write", r"Only\s+administrators\s+may\s+use\s+@narrative\s+write\.")
        ada.ask("@narrative nobody", r"There are:\s+Moss")
        ada.ask("@narrative write 2", r"Written:\s+\S+")
        pages = (world.vault / "chronicle").glob("*.md")
        assert any("Ada stirs the pot." in page.read_text() for page in pages)
        assert server.stop() == 0


def test_a_player_reads_a_long_day_page_by_page(tmp_path: Path) -> None:
    """Each page names the next; together they have every line. The screen has its paging."""
    world = make_world(tmp_path, {})
    folder = world.vault / "chronicle"
    folder.mkdir()
    lines = (
        encode_entry(happened(f"Moss writes line {number} of the book of the bees.", 100 * number))
        for number in range(400)
    )
    (folder / f"{MORNING.date()}.jsonl").write_bytes(b"".join(lines))
    with world.server() as server:
        server.client().create("Ada")
        bob, told, command = server.client().create("Bob"), "", "@narrative 999"
        while command:
            page = flat(bob.ask(command, r"\(Page\s+\d+,(?s:.*?)\)\n"))
            told = page + told
            found = re.search(r"What was before: (@narrative 999 page \d+)\)", page)
            command = found[1] if found else ""
        assert re.findall(r"writes line (\d+)", told) == [str(number) for number in range(400)]
        bob.ask("set paging on", r"paging.*\n")
        bob.ask("@narrative 999 page 2", r"more")
        bob.ask("", r"more")
        assert server.stop() == 0
