"""Administrators' building, as play reads: for the actor and for everyone else."""

from __future__ import annotations

from tests.world.transcript import trio


def test_digging_and_connecting() -> None:
    play = trio()
    play(f"""
        Ann> @dig The Cellar = down, up
        Ann: There is a new room: The Cellar (#{play.world.registry.next_id}).
            The exit down leads from The Hall to The Cellar.
            The exit up leads from The Cellar to The Hall.
        Ann> @exit the cellar to the pond named grating, hatch
        Ann: The exit grating leads from The Cellar to The Pond.
            The exit hatch leads from The Pond to The Cellar.
        Ann> @exit here to the pond one-way
        Ann: The exit pond leads from The Hall to The Pond.
        Ann> @exit here to the garden
        Ann: The Hall already has an exit garden; it leads to The Garden.
        Ann> @exit here to the moon
        Ann: There is no place called 'the moon'.
        Ann> @exit here
        Ann: Connect which rooms? Like this: @exit here to The Garden named gate, hall
        Ann> @dig The Hall
        Ann: The name 'The Hall' is taken.
        Ann> @dig ../x
        Ann: A name has letters, with ' or - between them; it cannot have full stop.
        Ann> @dig The Loft = look
        Ann: 'look' is a command and cannot be a name.
        Ann> @dig
        Ann: Make which room? Like this: @dig The Cellar = down, up
    """)
    assert play.world.find_room("The Loft") is None
    assert [exit.name for exit in play.pond.exits.values()] == ["garden", "hatch"]


def test_creating_and_describing() -> None:
    play = trio()
    number = play.world.registry.next_id
    play(f"""
        Ann> @create silver key -> It is very small.
        Ann: You make silver key (#{number}).
        Ann> look key
        Ann: silver key
            It is very small.
        Ann> @describe key -> It is bent.
        Ann: silver key is described anew.
        Ann> @describe here -> A cold hall. | it is winter
        Ann: The Hall is described anew.
        Ann> @describe the pond -> Black water.
        Ann: The Pond is described anew.
        Ann> @describe garden -> Thistles.
        Ann: The Garden is described anew.
        Ann> @describe Moss
        Ann: Describe what, and how? Like this: @describe here -> A long stone hall.
        Ann> @create
        Ann: Make what? Like this: @create brass lamp -> It is dented, and warm.
        Ann> @create here
        Ann: 'here' is a reserved word and cannot be a name.
    """)
    assert (play.hall.description, play.pond.description) == ("A cold hall.", "Black water.")


def test_teleporting() -> None:
    play = trio()
    play.character("Far", place=play.pond)
    play("""
        Ann> @tp the pond
        Ann: The Pond
            Still water.
            Also here: Far.
            Exits: garden.
        Bob: Ann is gone, as if never here.
        Moss: Ann is gone, as if never here.
        Far: Ann is here all at once.
        Ann> @teleport Bob to the pond
        Ann: Bob is in the Pond now.
        Moss: Bob is gone, as if never here.
        Far: Bob is here all at once.
        Bob: The Pond
            Still water.
            Also here: Ann, Far.
            Exits: garden.
        Ann> @teleport Bob to the pond
        Ann: Bob is already in the Pond.
        Ann> @teleport
        Ann: Where to? Like this: @teleport The Garden, or @teleport Moss to The Garden
    """)


def test_administrators_commands_are_refused_to_everyone_else() -> None:
    play = trio()
    moss = play.who("Moss")
    play.world.set_property(moss.id, "role", "administrator")
    play("""
        Bob> @dig The Cellar
        Bob: Only builders may use @dig.
        Moss> @teleport the pond
        Moss: You tried: @teleport the pond
            This failed because: Only builders may use @teleport.
        Bob> @di The Cellar
        Bob: Unknown command: @di
            Try 'help' for available commands.
    """)
