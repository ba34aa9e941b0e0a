"""What the world does by itself, over a real connection, in a world whose days take a minute."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

from tests.e2e.harness import flat, until, write
from tests.e2e.test_editing import check
from tests.e2e.worlds import World, make_world, profile

HALL = """---
start: true
exits: {garden: The Garden, landing: The Landing}
phases: {dawn: It dawns., morning: Day., noon: Noon., afternoon: Late., dusk: Dusk., night: Night.}
things: [{name: bell, fixed: true, deeds: [ring]}]
---
A long stone hall.
"""
ECHO = """---
when: {deed: ring, thing: bell}
after: 1 minute
where: [The Hall]
changes: {make: silver coin, in: The Hall, description: Worn smooth.}
---
Across the water something answers.
"""
#: Of a world whose day takes a minute.
HOUR_SECONDS = 2.5
FAST = {
    "config/world.md": "**day_length**: 1\n**weather**: off\n",
    "world/The Hall.md": HALL,
    "world/happenings/Echo.md": ECHO,
}


def make(root: Path, notes: dict[str, str]) -> World:
    """A world without a model: nobody thinks, and Moss only perceives."""
    return make_world(root, {"Moss": profile("Moss")}, notes=FAST | notes)


def test_a_deed_is_answered_and_remembered_and_not_again_after_a_kill(tmp_path: Path) -> None:
    """The person reads it, the agent remembers it, and the coin is there once."""
    world = make(tmp_path, {})
    with world.server() as server:
        client = server.client().create("Rowan")
        assert re.search(r"It is \w+, \d\d:\d\d, on the \w+ day of", client.ask("time", r"\.\n"))
        client.ask("ring bell", r"You ring the bell[^\n]*\n")
        client.expect("Across the water something answers")
        assert "silver coin" in client.ask("look", r"Exits: [^\n]*\n")
        until(lambda: [m for m in world.memories("Moss") if "Across the water" in m], "a memory")
        client.ask("@save", r"Saved: everything")
        server.stop(signal.SIGKILL)
    with world.server() as server:
        client = server.client().connect("Rowan")
        client.ask("ring bell", r"You ring the bell[^\n]*\n")
        client.ask("@happen Echo", r"Echo cannot happen now\. Everything that it would")
        assert client.ask("look", r"Exits: [^\n]*\n").count("silver coin") == 1
        client.ask("get silver coin", r"You take the silver coin")
        assert server.stop() == 0
    assert len([m for m in world.memories("Moss") if "Across the water" in m]) == 1


def test_the_hours_bring_what_they_bring(tmp_path: Path) -> None:
    """A clock strikes its own hour; however late it is heard, no more time went by than here."""
    hours = {
        f"world/happenings/At {hour}.md": f"---\nwhen: '{hour}:00'\nwhere: everywhere\n---\n"
        f"A clock strikes {hour}.\n"
        for hour in range(0, 24, 3)
    }
    with make(tmp_path, hours).server() as server:
        client = server.client().create("Rowan")
        begun = time.monotonic()
        client.hears_all()
        struck = re.search(r"strikes (\d+)", client.expect(r"A clock strikes \d+"))
        told = re.search(r"It is \w+, (\d\d):", client.ask("time", r"It is \w+, \d\d:"))
        assert struck and told
        passed = (time.monotonic() - begun) / HOUR_SECONDS
        assert (int(told[1]) - int(struck[1])) % 24 <= passed + 1
        assert server.stop() == 0


def test_a_wrong_note_is_named_and_a_reload_takes_changes_over(tmp_path: Path) -> None:
    """At the start, by ``tarn check`` and at ``@reload``; the others live."""
    wrong = "---\nwhen: dusk\nwhere: The Moon\n---\nSo.\n"
    world = make(tmp_path, {"world/happenings/Moonrise.md": wrong})
    named = r"Moonrise\.md:3: there is no such room; read: The Moon; allowed: the name of a room"
    run = check(world)
    assert run.returncode == 1 and re.search(named, run.stdout)
    with world.server() as server:
        server.logged(rf"^\[Vault\] .*{named}")
        client = server.client().create("Rowan")
        assert "Echo - ring bell" in client.ask("@happen", r"Echo - [^\n]*\n")
        folder = world.vault / "world" / "happenings"
        write(folder / "Moonrise.md", wrong.replace("The Moon", "The Garden"))
        write(folder / "Echo.md", ECHO.replace("ring, thing: bell", "ring, thing: gong"))
        write(world.vault / "config" / "world.md", "**day_length**: 0\n")
        told = client.reload()
        assert "New happenings: Moonrise" in told
        assert "Settings changed: world.day_length (1 → 0), world.weather" in told
        # The path may be as long as a line, and is broken then.
        assert "Echo.md:2:thereisnosuchthing;read:gong" in told.replace(" ", "")
        listed = flat(client.ask("@happen", r"Moonrise - [^\n]*\n"))
        assert "Happenings (2), each with what brings it: Echo - ring bell Moonrise" in listed
        client.ask("@happen moon", r"Moonrise happens\. It is seen in: The Garden\.")
        client.ask("@happen x", r"There is no happening called 'x'[^\n]*Echo, Moonrise\.")
        (folder / "Echo.md").unlink()
        assert "Happenings put away: Echo" in client.reload()
        assert server.stop() == 0


def test_happenings_are_not_for_everybody_to_make(tmp_path: Path) -> None:
    with make(tmp_path, {}).server() as server:
        server.client().create("Rowan")
        client = server.client().create("Holly")
        client.ask("@happen Echo", r"Only administrators may use @happen")
        assert server.stop() == 0
