"""Destroying rooms in a running server: whole or not at all, and for good."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.worlds import make_world, profile

NAMES = ["Alder", "Birch", "Cedar", "Elm", "Hazel", "Juniper", "Larch", "Maple", "Oak", "Willow"]


def test_a_kill_in_the_middle_of_destroying_leaves_nothing_half(tmp_path: Path) -> None:
    """What was acknowledged stays destroyed; of the others everything is there."""
    world = make_world(tmp_path, {"Moss": profile("Moss", home="The Landing")})
    with world.server() as server:
        rowan = server.client().create("Rowan")
        rowan.ask("@destroy The Landing", r"the home\s+of\s+Moss")
        numbers = []
        for name in NAMES:
            made = rowan.ask(f"@dig {name} Grove = {name}, out", r"to The\s+Hall\.")
            numbers.append(re.findall(r"#(\d+)", made)[-1])
            rowan.ask(f"@create {name} leaf", "You make")
            rowan.ask(name, r"Exits: out\.")
            rowan.ask(f"drop {name} leaf", "You drop")
            rowan.ask("out", "The Hall\n")
        rowan.send(*(f"@destroy #{number} yes" for number in numbers))
        rowan.expect("Elm Grove is destroyed")
        server.stop(signal.SIGKILL)
    with world.server() as server:
        assert "nowhere" not in server.errors()
        rowan = server.client().connect("Rowan")
        rowan.send("look")
        here = flat(rowan.hears_all())
        standing = []
        for name in NAMES:
            rowan.send(f"@find {name} Grove in rooms")
            if "(room)" in rowan.hears_all():
                standing.append(name)
        assert standing == NAMES[len(NAMES) - len(standing) :] and len(standing) <= len(NAMES) - 4
        for name in NAMES:
            assert (f"{name} leaf" in here) is (name not in standing), name
            exits = here.partition("Exits:")[2]
            assert (re.search(rf"\b{name}\b", exits) is not None) is (name in standing), name
        assert server.stop() == 0
