"""Room notes, and how they are taken into a world that goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.texts import shipped_texts
from tests.world.transcript import Play
from world.commands.table import CommandTable
from world.model import Room
from world.stores import MemoryStore
from world.vault.note_parts import PARTS, Replaced
from world.vault.note_sync import FIXED
from world.vault.rooms import read_rooms
from world.verbs.rows import WORLD_COMMANDS
from world.world import World


def write(folder: Path, **notes: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in notes.items():
        (folder / f"{name.replace('_', ' ')}.md").write_text(text, encoding="utf-8")


def new_world(store: MemoryStore) -> World:
    def fail(error: BaseException, where: str) -> None:
        raise AssertionError(where) from error

    world = World(CommandTable(WORLD_COMMANDS), shipped_texts(), store, on_error=fail)
    assert world.load(store.rows()) == []
    return world


def adopt(world: World, folder: Path) -> list[str]:
    notes, errors = read_rooms(folder)
    assert errors == []
    return [line.split("/")[-1] for line in world.adopt(notes)]


def get_room(world: World, name: str) -> Room:
    room = world.find_room(name)
    assert room is not None
    return room


def exits(world: World, name: str) -> dict[str, str]:
    return {exit.name: exit.destination.name for exit in get_room(world, name).exits.values()}


HALL = "---\nexits: {garden: The Garden}\nstart: true\n---\nA long stone hall.\n"
GARDEN = "Bees.\n\n- [[The Hall|back in]]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "world", The_Hall=HALL, The_Garden=GARDEN)
    return tmp_path / "world"


def test_a_room_as_a_note(tmp_path: Path) -> None:
    """Exits in front matter and list lines, links as plain text, paragraphs joined."""
    write(
        tmp_path,
        The_Mill=(
            '---\nexits: {out: "[[The Garden]]", up: [[The Loft]]}\naliases: mill\n'
            "things: [a sack, {name: millstone, description: Huge., aliases: [stone], "
            "fixed: true}]\n"
            "tags: [place]\n---\n# The Mill\n\nThe wheel turns\nby [[The Garden|the garden]], "
            "near [[The Pond]].\n\n- flour\n- down: [[The Cellar]]\n- [[The Old Road]]\n"
            "\nIt hums.\n"
        ),
    )
    [note], errors = read_rooms(tmp_path)
    assert errors == []
    assert note.description == (
        "The wheel turns by the garden, near The Pond.\n\n- flour\n\nIt hums."
    )
    assert [(exit.name, exit.to) for exit in note.exits] == [
        ("out", "The Garden"),
        ("up", "The Loft"),
        ("down", "The Cellar"),
        ("old road", "The Old Road"),
    ]
    assert note.aliases == ("mill",)
    assert [(thing.name, thing.fixed) for thing in note.things] == [
        ("a sack", False),
        ("millstone", True),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\nexits: garden\n---\n", ":2: exits is not a list of exits; read: garden; "
         "allowed: {garden: The Garden}"),
        ("---\nexits:\n  a: The Garden\n  b: 7\n---\n", ":4: an exit leads to no room; read: 7; "
         "allowed: {garden: The Garden}"),
        ("---\nexits: {a: ../x}\n---\n", None),
        ("---\nexits: {a: B c}\n---\n- a: [[D e]]\n", ":4: the exit is there twice, "
         "first on line 2; read: a; allowed: once"),
        ("---\nstart: maybe\n---\n", ":2: start is neither yes nor no; read: maybe; "
         "allowed: true, false"),
        ("---\nid: -3\n---\n", ":2: id does not fit; read: -3; "
         "allowed: a whole number from 1 to 1000000000"),
        ("---\nthings: [{description: x}]\n---\n", None),
        ("---\nthings:\n  - name: x\n    fixed: maybe\n---\n", ":4: fixed is neither yes nor no; "
         "read: maybe; allowed: true, false"),
        ("---\nthings: [{name: x, colour: red}]\n---\n", ":2: unknown key of a thing; "
         "read: colour; allowed: aliases, deeds, description, fixed, name, state, states, "
         "writable"),
        ("---\naliases: [[a]]\n---\n", ":2: aliases is not a list of names; read: [['a']]; "
         "allowed: [one name, another]"),
    ],
)  # fmt: skip
def test_a_broken_note_is_named_and_the_rest_load(
    tmp_path: Path, text: str, message: str | None
) -> None:
    write(tmp_path, Bad=text, Good="Fine.\n")
    notes, [error] = read_rooms(tmp_path)
    assert [note.name for note in notes] == ["Good"]
    if message:
        assert str(error) == f"{tmp_path / 'Bad.md'}{message}"
    else:
        assert error.line == 2


def test_an_unknown_key_is_named_and_its_room_loads(tmp_path: Path) -> None:
    write(tmp_path, Good="---\nexit: {a: B c}\n---\nFine.\n")
    [note], [error] = read_rooms(tmp_path)
    assert note.name == "Good"
    assert "Good.md:2: unknown key 'exit'" in str(error)


def test_file_names_that_are_no_names_or_name_one_room_twice(tmp_path: Path) -> None:
    write(tmp_path, here="x", Zoe="x", Zoë="y")
    notes, errors = read_rooms(tmp_path)
    assert [note.name for note in notes] == ["Zoe"]
    assert any("names the same room as Zoe.md" in str(error) for error in errors)
    assert any("'here' is a reserved word" in str(error) for error in errors)


def test_rooms_are_made_and_connected(folder: Path) -> None:
    world = new_world(MemoryStore())
    assert adopt(world, folder) == []
    assert exits(world, "The Hall") == {"garden": "The Garden"}
    assert exits(world, "The Garden") == {"hall": "The Hall"}
    assert world.start_room.name == "The Hall"


def test_what_is_made_in_play_stays_until_its_note_changes(folder: Path) -> None:
    store = MemoryStore()
    world = new_world(store)
    adopt(world, folder)
    hall = get_room(world, "The Hall")
    world.set_description(hall.id, "Edited in play.")
    cellar = world.create_room("The Cellar")
    with world.changes() as tx:
        tx.add_exit(hall, "down", cellar)

    world = new_world(store)
    batches = store.batches
    assert adopt(world, folder) == []
    assert store.batches == batches, "notes that did not change are not written again"
    assert get_room(world, "The Hall").description == "Edited in play."

    write(folder, The_Hall="---\nstart: true\nexits: {yard: The Garden}\n---\nNew prose.\n")
    assert adopt(world, folder) == []
    assert get_room(world, "The Hall").description == "New prose."
    assert exits(world, "The Hall") == {"down": "The Cellar", "yard": "The Garden"}


LAMP = "{name: lamp, description: Brass.}"
LAMP_HALL = f"---\nexits: {{garden: The Garden}}\nstart: true\nthings: [{LAMP}]\n---\nStone.\n"


def test_what_a_note_has_not_changed_stays_as_in_play(folder: Path) -> None:
    """What it has changed is as in the note, and what was there is told."""
    world, told = new_world(MemoryStore()), list[Replaced]()
    write(folder, The_Hall=LAMP_HALL)
    adopt(world, folder)
    hall = get_room(world, "The Hall")
    (lamp,) = hall.contents
    with world.changes() as tx:
        tx.describe(hall, "Built in play.")
        tx.describe(lamp, "Tin.")
        tx.set_property(lamp, FIXED, "yes")
        tx.remove_exit(hall, "garden")
    write(folder, The_Hall=LAMP_HALL.replace("Brass.", "Gold."))
    world.adopt(read_rooms(folder)[0], told.append)
    assert (hall.description, lamp.description) == ("Built in play.", "Gold.")
    assert lamp.properties[FIXED] == "yes" and not hall.exits
    assert told == [Replaced("lamp", "description", "Tin.")]
    write(folder, The_Hall=LAMP_HALL.replace("Brass.", "Gold.").replace("Stone.", "Marble."))
    world.adopt(read_rooms(folder)[0], told.append)
    assert (hall.description, told[1:]) == (
        "Marble.", [Replaced("The Hall", "description", "Built in play.")],
    )  # fmt: skip
    write(folder, The_Hall=LAMP_HALL.replace("Brass.", "Copper."))
    world.adopt(read_rooms(folder)[0], told.append)
    assert (hall.description, lamp.description, len(told)) == ("Stone.", "Copper.", 2)


def test_parts_are_known_of_a_room_that_an_earlier_version_kept(folder: Path) -> None:
    world = new_world(MemoryStore())
    adopt(world, folder)
    hall = get_room(world, "The Hall")
    world.set_property(hall.id, PARTS, None)
    world.set_description(hall.id, "Built in play.")
    adopt(world, folder)
    write(folder, The_Hall=HALL.replace("start: true", "start: true\naliases: hall"))
    adopt(world, folder)
    assert (hall.description, hall.aliases) == ("Built in play.", ("hall",))


def test_a_room_stays_while_its_note_has_an_unknown_key(folder: Path) -> None:
    """What the key was meant for is not lost; a room that is not there yet is made."""
    world = new_world(MemoryStore())
    adopt(world, folder)
    wrong = HALL.replace("exits:", "exitz:").replace("start:", "strat:").replace("long", "short")
    write(folder, The_Hall=wrong, The_Loft="---\nalias: x\n---\nDust.\n")
    notes, errors = read_rooms(folder)
    assert world.adopt(notes) == [] and len(errors) == 3
    assert exits(world, "The Hall") == {"garden": "The Garden"}
    assert get_room(world, "The Hall").description == "A long stone hall."
    assert world.start_room.name == "The Hall"
    assert get_room(world, "The Loft").description == "Dust."
    write(folder, The_Hall=HALL.replace("long", "short"), The_Loft="Dust.\n")
    adopt(world, folder)
    assert get_room(world, "The Hall").description == "A short stone hall."


def test_an_exit_made_in_play_is_not_taken_by_a_note(folder: Path) -> None:
    world = new_world(MemoryStore())
    adopt(world, folder)
    with world.changes() as tx:
        tx.add_exit(get_room(world, "The Hall"), "up", get_room(world, "The Garden"))
    write(folder, The_Hall="---\nstart: true\nexits: {up: The Hall}\n---\n")
    assert adopt(world, folder) == ["The Hall.md:3: the exit up was made in play and stays"]
    assert exits(world, "The Hall") == {"up": "The Garden"}


def test_an_exit_waits_for_its_room(folder: Path) -> None:
    store = MemoryStore()
    write(folder, The_Garden="- [[The Hall]]\n- [[The Moon]]\n- sun: [[The Sun]]\n")
    world = new_world(store)
    assert adopt(world, folder) == [
        "The Garden.md:2: the exit moon leads to The Moon, which is no room yet",
        "The Garden.md:3: the exit sun leads to The Sun, which is no room yet",
    ]
    assert exits(world, "The Garden") == {"hall": "The Hall"}
    write(folder, The_Moon="Dust.\n")
    world = new_world(store)
    adopt(world, folder)
    assert exits(world, "The Garden") == {"hall": "The Hall", "moon": "The Moon"}
    world.create_room("The Sun")
    assert exits(world, "The Garden")["sun"] == "The Sun"


def test_an_exit_to_an_unknown_room_leads_where_it_led(folder: Path) -> None:
    store = MemoryStore()
    adopt(new_world(store), folder)
    before = "---\nexits: {hall: The Hall}\n---\nBees.\n"
    write(folder, The_Garden=before)
    adopt(new_world(store), folder)
    write(folder, The_Garden=before.replace("The Hall", "The Hal"))
    world = new_world(store)
    assert adopt(world, folder) == [
        "The Garden.md:2: the exit hall leads to The Hal, which is no room yet"
        "; it leads to The Hall until then"
    ]
    assert exits(world, "The Garden") == {"hall": "The Hall"}
    world.create_room("The Hal")
    assert exits(world, "The Garden") == {"hall": "The Hal"}


def test_a_deleted_note_leaves_its_room(folder: Path) -> None:
    store = MemoryStore()
    adopt(new_world(store), folder)
    (folder / "The Garden.md").unlink()
    world = new_world(store)
    adopt(world, folder)
    assert get_room(world, "The Garden").description == "Bees."


def test_starter_things_are_made_once(folder: Path) -> None:
    store = MemoryStore()
    write(folder, The_Garden="---\nthings: [a spade]\n---\n- [[The Hall]]\n")
    world = new_world(store)
    adopt(world, folder)
    spade = get_room(world, "The Garden").contents[0]
    world.move(spade.id, get_room(world, "The Hall").id)
    write(
        folder, The_Garden="---\nthings: [{name: a spade, description: Worn.}]\n---\n- [[The Hall]]"
    )
    world = new_world(store)
    adopt(world, folder)
    assert get_room(world, "The Garden").contents == []
    assert [one.description for one in get_room(world, "The Hall").contents] == ["Worn."]
    moved = get_room(world, "The Hall").contents[0]
    with world.changes() as tx:
        tx.remove(moved)
    world = new_world(store)
    adopt(world, folder)
    assert get_room(world, "The Garden").contents == []


def test_exactly_one_room_is_the_start(folder: Path) -> None:
    world = new_world(MemoryStore())
    write(folder, The_Hall="One.\n")
    expected = "no room is marked start; The Garden is used, mark one with start: true"
    assert adopt(world, folder) == [expected]
    assert world.start_room.name == "The Garden"
    write(folder, The_Hall="---\nstart: true\n---\n", The_Garden="---\nstart: true\n---\n")
    expected = "The Garden and The Hall are marked start; The Garden is used, mark one only"
    assert adopt(world, folder) == [expected]
    write(folder, The_Garden="Two.\n")
    assert adopt(world, folder) == []
    assert world.start_room.name == "The Hall"


def test_the_start_stays_while_its_note_is_broken_or_gone(folder: Path) -> None:
    """Newcomers arrive where they did until a note says otherwise."""
    store = MemoryStore()
    adopt(new_world(store), folder)
    write(folder, The_Hall="---\nstart: maybe\n---\nWet.\n")
    world = new_world(store)
    notes, errors = read_rooms(folder)
    assert len(errors) == 1
    assert world.adopt(notes) == []
    assert world.start_room.name == "The Hall"
    (folder / "The Hall.md").unlink()
    write(folder, The_Garden="---\nstart: true\n---\n- [[The Hall]]\n")
    assert adopt(world, folder) == []
    assert world.start_room.name == "The Garden"


def test_a_world_without_rooms_has_a_plain_one(tmp_path: Path) -> None:
    world = new_world(MemoryStore())
    notes, errors = read_rooms(tmp_path / "missing")
    assert (notes, errors, world.adopt(notes)) == ([], [], [])
    assert world.add_character("Bob").room is world.start_room
    assert [room.name for room in world.rooms()] == ["A Plain Room"]


def test_a_note_with_an_id_may_rename_its_room(folder: Path) -> None:
    store = MemoryStore()
    write(folder, The_Garden="---\nid: 70\n---\nBees.\n")
    world = new_world(store)
    adopt(world, folder)
    (folder / "The Garden.md").rename(folder / "The Orchard.md")
    write(folder, The_Hall="---\nstart: true\nexits: {orchard: The Orchard}\n---\n")
    world = new_world(store)
    assert adopt(world, folder) == []
    assert world.find_room("The Garden") is None
    assert get_room(world, "The Orchard").id == 70
    assert exits(world, "The Hall") == {"orchard": "The Orchard"}


def test_an_id_that_belongs_to_something_else_is_reported(folder: Path) -> None:
    world = new_world(MemoryStore())
    adopt(world, folder)
    garden = get_room(world, "The Garden").id
    write(folder, The_Attic=f"---\nid: {garden}\n---\nDust.\n")
    assert adopt(world, folder) == [f"The Attic.md: the id {garden} belongs to The Garden"]
    assert world.find_room("The Attic") is None


def test_rows_that_point_nowhere_are_put_right() -> None:
    play = Play()
    play.thing("lamp", play.hall)
    rows = [row for row in play.store.rows() if row.name != "The Hall"]
    world = World(CommandTable([]), shipped_texts(), MemoryStore(), on_error=lambda *_: None)
    report = world.load(rows)
    assert [line.split(" (")[0] for line in report] == [
        "lamp",
        "The Garden: the exit hall led nowhere: left out",
    ]
    assert [one.name for one in get_room(world, "The Garden").contents] == ["lamp"]
