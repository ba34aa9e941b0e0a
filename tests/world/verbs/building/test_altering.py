"""Setting, renaming, linking: for the builder alone, and refused with the reason."""

from __future__ import annotations

import pytest

from tests.world.transcript import Play, trio
from world.realm import ROLE
from world.use.deeds import STATE, USAGE, ThingUse
from world.vault.note_sync import DIGEST, FIXED, START


def site() -> tuple[Play, int]:
    """Ann administers, Bea builds, Bob plays and Moss is an agent; a lamp is in the Hall."""
    play = trio()
    bea = play.character("Bea")
    with play.world.changes() as tx:
        tx.set_property(bea, ROLE, "builder")
        tx.set_property(play.hall, START, "yes")
    return play, play.thing("lamp", play.hall, "It is brass.")


def test_builders_build_and_others_do_not() -> None:
    """An agent never does, whatever its properties say; a bystander notices nothing."""
    play, _ = site()
    moss = play.who("Moss")
    play.world.set_property(moss.id, ROLE, "builder")
    play("""
        Bea> @set lamp fixed = yes
        Bea: lamp: fixed is now: yes
        Bob> @set lamp fixed = no
        Bob: Only builders may use @set.
        Moss> @undo
        Moss: You tried: @undo
            This failed because: Only builders may use @undo.
        Bob> get lamp
        Bob: That cannot be taken: lamp.
        Bea> @set lamp fixed = false
        Bea: lamp: fixed is now: no
        Bea> @set lamp fixed = true
        Bea: lamp: fixed is now: yes
        Bea> @set lamp aliases = light, brass lantern
        Bea: lamp: aliases is now: light, brass lantern
        Bea> @set lantern writable = yes
        Bea: lamp: writable is now: yes
        Bea> @name lantern = brass lamp
        Bea: lamp is called brass lamp now.
        Bea> @describe Bob -> A toad.
        Bea: Only administrators change or move Bob; builders change rooms and things.
        Bea> @set Bob description = A toad.
        Bea: Only administrators change or move Bob; builders change rooms and things.
        Ann> @set Bob description = A tall man.
        Ann: Bob: description is now: A tall man.
    """)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("@set lamp", "Set what?"),
        ("@set lamp fixed = maybe", "It is yes (true) or no (false), not 'maybe'."),
        ("@set lamp fixed =", "Set it to what?"),
        ("@set here fixed = yes", "fixed cannot be set here. What can: description"),
        ("@set lamp account = person", "account cannot be set here."),
        ("@set Bea role = administrator", "role cannot be set here."),
        (f"@set here {DIGEST} = x", f"{DIGEST} cannot be set here."),
        ("@set lamp state = glowing", "lamp has these states: lit, dark"),
        (f"@set lamp description = {'x' * 4001}", "That is too long"),
        (f"@set lamp aliases = {', '.join('abcdefghi')}", "At most 8 aliases."),
        ("@set lamp aliases = ../x", "A name has letters"),
        ("@set moon fixed = yes", "There is nothing called 'moon' here."),
        ("@name Bob = Rob", "Bob has an account or a folder"),
        ("@name the pond = The Garden", "'The Garden' is taken."),
        ("@name here = The Great Hall", "write `id: 1` into it"),
        ("@name lamp", "Name what, and how?"),
        ("@link up", "Like this: @link"),
        ("@link up = The Moon", "There is no place called 'The Moon'."),
        ("@link look = The Pond", "'look' is a command"),
        ("@link garden = The Garden", "already has an exit garden"),
        ("@unlink chimney", "There is no exit 'chimney' here; there are: garden"),
        ("@unlink", "Close which exit?"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(line: str, why: str) -> None:
    play, lamp = site()
    play.world.set_property(play.hall.id, DIGEST, "note")
    play.world.set_property(lamp, USAGE, ThingUse("lit", {"lit": "", "dark": ""}).encode())
    before = play.world.rows()
    outcome = play.perform("Bea", line)
    assert not outcome.ok and why in outcome.text
    assert play.world.rows() == before


def test_exits_are_led_elsewhere_and_closed() -> None:
    """The builder is told where an exit led, and which room is cut off."""
    play, _ = site()
    play("""
        Bea> @link trapdoor, hatch = The Pond
        Bea: The exit trapdoor leads from The Hall to The Pond.
            The exit hatch leads from The Pond to The Hall.
        Bea> @link garden = The Pond
        Bea: The exit garden leads to The Pond now, and no longer to The Garden.
        Bea> @unlink trapdoor
        Bea: The exit trapdoor to The Pond is closed.
        Bea> @unlink garden
        Bea: The exit garden to The Pond is closed.
    """)
    assert not play.hall.exits
    play("""
        Ann> @teleport Bea to The Garden
        Ann: Bea is in the Garden now.
        Bob: Bea is gone, as if never here.
        Moss: Bea is gone, as if never here.
        Bea: The Garden
            Box hedges and bees.
            Exits: hall, pond.
    """)
    assert "No exit leads to The Pond any more." in play.perform("Bea", "@unlink pond").text


def test_a_state_is_one_of_its_own() -> None:
    play, lamp = site()
    unseen = play.perform("Bea", "@set lamp state = Dusty")
    assert unseen.ok and "lamp has no states of its own, so people see nothing" in unseen.text
    play.world.set_property(lamp, USAGE, ThingUse("lit", {"lit": "", "dark": ""}).encode())
    assert play.perform("Bea", "@set lamp state = lit").ok
    thing = play.world.thing(lamp)
    assert thing is not None and thing.properties[STATE] == "lit" and FIXED not in thing.properties
