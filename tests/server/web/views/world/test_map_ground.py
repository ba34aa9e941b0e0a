"""What the map draws around a room: guessed from its words, the same for the same words."""

from __future__ import annotations

import pytest

from server.web.views.world.map_ground import Ground, find_ground
from tests.paths import VAULT
from world.model import Room
from world.vault.map_grounds import MAP_GROUND
from world.vault.markdown import read_note
from world.vault.prepositions import PREPOSITION, read_preposition

STARTER = {
    "The Boathouse": Ground("water", indoors=True),
    "The Bothy": Ground("water", indoors=True),
    "The Garden": Ground("green"),
    "The Hall": Ground("", indoors=True),
    "The Head Fall": Ground("water"),
    "The Hollow": Ground(),
    "The Lamp House": Ground("water", indoors=True),
    "The Landing": Ground("water"),
    "The Mill": Ground("", indoors=True),
    "The Reading Room": Ground("", indoors=True),
    "The Saddle": Ground("height"),
    "The Sill": Ground("water"),
}


@pytest.mark.parametrize("name", STARTER)
def test_each_room_of_the_starter_world_stands_on_its_ground(name: str) -> None:
    note = read_note(VAULT / "world" / f"{name}.md")
    preposition = read_preposition(note)
    text = note.body.partition("\n#")[0]
    room = Room(1, name, text, properties={PREPOSITION: preposition} if preposition else {})
    assert find_ground(room) == STARTER[name]


@pytest.mark.parametrize(
    ("name", "text", "ground"),
    [
        ("The Attic", "", Ground("", indoors=True)),
        ("The Beach", "", Ground("water")),
        ("The Square", "Cobbles.", Ground()),
        ("The Square", "A road leads to [[The Lake]].", Ground()),
        ("The Square", "", Ground()),
        ("", "", Ground()),
    ],
)
def test_few_words_tell_enough_and_ways_out_tell_nothing(
    name: str, text: str, ground: Ground
) -> None:
    assert find_ground(Room(1, name, text)) == ground


def test_whoever_is_at_or_on_a_place_is_outdoors() -> None:
    words = "From the bench one sees roof, window and chimney of the hall."
    assert find_ground(Room(1, "The Yard", words)).indoors
    assert not find_ground(Room(1, "The Yard", words, properties={PREPOSITION: "on"})).indoors


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ("plain", Ground("")), ("height", Ground("height")), ("plain open", Ground()),
        ("roof", Ground("water", indoors=True)), ("green roof", Ground("green", indoors=True)),
    ],
)  # fmt: skip
def test_a_note_corrects_what_is_guessed(said: str, ground: Ground) -> None:
    """The kind of ground and the roof, each by itself."""
    beach = "Sand and water, and water and sand."
    assert find_ground(Room(1, "The Beach", beach)) == Ground("water")
    assert find_ground(Room(1, "The Beach", beach, properties={MAP_GROUND: said})) == ground
