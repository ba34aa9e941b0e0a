"""Watching and following on a real server."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.worlds import RULES, make_world, profile


def test_an_administrator_watches_and_follows(tmp_path: Path) -> None:
    """What an agent hears is read along from elsewhere; a body goes along by the exits."""
    world = make_world(tmp_path, {"Moss": profile("Moss"), "Wren": profile("Wren")}, RULES)
    with world.server() as server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.expect(r"Moss|Bob comes in\.\n")
        ada.ask("garden", r"The Garden(?s:.*)Exits: .*\n")
        assert "with Bob, Wren." in flat(ada.ask("@watch Moss", r"is in the Hall[^\n]*\n"))
        bob.send("say Anybody for soup?")
        told = ada.expect(r'Bob says, "Anybody for soup\?"\n')
        assert "-- The Hall, " in told
        bob.send("tell Moss Psst")
        ada.expect(r'Moss alone hears: Bob tells you, "Psst"\n')
        ada.ask("@watch off", r"You no longer watch anybody\.\n")
        ada.ask("@watch all", r"You watch every agent\..*\n")
        bob.send("emote nods.")
        assert flat(ada.expect(r"Bob nods\.\n")).count("[The Hall] Bob nods.") == 1
        ada.ask("@watch all", r"You no longer watch every agent\.\n")
        ada.ask("@follow Bob", r"You follow Bob\.")
        ada.expect(r"The Hall\n(?s:.*)Exits: .*\n")
        bob.send("landing")
        ada.expect(r"The Landing\n(?s:.*)Exits: .*\n")
        ada.ask("@unfollow", r"You no longer follow Bob\.\n")
        bob.ask("@follow Ada", r"Only administrators may use @follow\.\n")
        assert server.stop() == 0
