"""The starter world's story over a real connection: a person lights the lamp, and is answered."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.e2e.harness import Client, flat, until, write
from tests.e2e.worlds import World, make_world, profile
from tests.paths import VAULT

#: A day of four minutes without weather: nineteen of its minutes are some three seconds.
FAST = "**day_length**: 4\n**weather**: off\n"


def starter_world(root: Path) -> World:
    """Rooms, things and happenings as they ship; of the agents only one, who perceives."""
    world = make_world(root, {"Wren": profile("Wren", "The Lamp House")})
    shutil.rmtree(world.vault / "world")
    shutil.copytree(VAULT / "world", world.vault / "world")
    # Six o'clock may come at any moment of a test; then the lamp would go out.
    (world.vault / "world" / "happenings" / "the pint is burned.md").unlink()
    write(world.vault / "config" / "world.md", FAST)
    return world


def go(client: Client, room: str) -> None:
    client.ask(f"@teleport {room}", rf"{room}(?s:.*)Exits: [^\n]*\n")


def test_a_person_brings_about_what_others_see_from_elsewhere(tmp_path: Path) -> None:
    """The dish is uncovered and the lamp lit: on the Landing and in the Lamp House a light comes,
    and goes with the hood; the agent beside the lamp remembers it."""
    world = starter_world(tmp_path)
    with world.server() as server:
        rowan = server.client().create("Rowan")
        fern = server.client().create("Fern", "another pass")
        fern.ask("landing", r"The Landing(?s:.*)Exits: [^\n]*\n")
        go(rowan, "The Bothy")
        assert "lift off the hood" in flat(rowan.ask("uncover copper dish", r"there is\.\n"))
        go(rowan, "The Lamp House")
        rowan.ask("light great lamp", r"steady\.\n")
        assert "copper" in flat(fern.expect(r"copper\s+(point|line)[^\n]*\n"))
        room = flat(rowan.ask("look", r"The Lamp House(?s:.*)Exits: [^\n]*\n"))
        assert "The great lamp is lit" in room and "copper-coloured point is burning" in room
        go(rowan, "The Bothy")
        rowan.ask("cover dish", r"again\.\n")
        fern.expect(r"the hill\s+is\s+dark")
        seen = re.compile("copper|second light|two lights|one light")
        until(lambda: [m for m in world.memories("Wren") if seen.search(m)][1:], "memories")
        assert server.stop() == 0
