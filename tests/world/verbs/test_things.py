"""Taking, dropping and giving, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio


def test_taking_dropping_and_giving() -> None:
    play = trio()
    play.thing("brass lamp", play.hall)
    play("""
        Ann> get the lamp
        Ann: You take the brass lamp.
        Bob: Ann takes the brass lamp.
        Moss: Ann takes the brass lamp.
        Ann> i
        Ann: You carry: brass lamp.
        Ann> get lamp
        Ann: You already have 'lamp'.
        Ann> give lamp to Bob
        Ann: You give the brass lamp to Bob.
        Bob: Ann gives you the brass lamp.
        Moss: Ann gives the brass lamp to Bob.
        Ann> inventory
        Ann: You carry nothing.
        Ann> give lamp to Bob
        Ann: You do not carry 'lamp'.
        Bob> give lamp
        Bob: Give what to whom? Like this: give lamp to Moss
        Bob> give lamp to Zed
        Bob: There is nobody called 'Zed' here.
        Bob> drop lamp
        Bob: You drop the brass lamp.
        Ann: Bob drops the brass lamp.
        Moss: Bob drops the brass lamp.
        Bob> drop lamp
        Bob: You do not carry 'lamp'.
        Bob> take Moss
        Bob: That cannot be taken: Moss.
        Bob> take unicorn
        Bob: There is nothing called 'unicorn' here.
        Bob> take
        Bob: What do you want to take?
        Bob> drop
        Bob: What do you want to drop?
    """)


def test_several_alike_are_told_apart() -> None:
    play = trio()
    for name in ("brass lamp", "oil lamp", "pebble", "pebble"):
        play.thing(name, play.hall)
    play("""
        Bob> get lamp
        Bob: Which 'lamp' do you mean: brass lamp, oil lamp?
        Bob> get 2.lamp
        Bob: You take the oil lamp.
        Ann: Bob takes the oil lamp.
        Moss: Bob takes the oil lamp.
        Bob> get pebble
        Bob: Which 'pebble' do you mean: 1.pebble, 2.pebble?
        Bob> get 3.pebble
        Bob: There is nothing called '3.pebble' here.
    """)


def test_what_is_fixed_stays() -> None:
    play = trio()
    fountain = play.thing("fountain", play.hall)
    play.world.set_property(fountain, "fixed", "yes")
    play("""
        Bob> get fountain
        Bob: That cannot be taken: fountain.
    """)
