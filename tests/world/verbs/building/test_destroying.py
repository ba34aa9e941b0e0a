"""Destroying and undoing: nothing without confirmation, and nothing that others changed since."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.world.transcript import Play
from tests.world.verbs.building.test_altering import site
from world.model import Room
from world.undo.history import KEPT_ACTS
from world.vault.note_sync import DIGEST, START
from world.vault.oversights import find_ignored_notes, find_without_note
from world.vault.rooms import read_rooms


def build(play: Play, *lines: str) -> None:
    for line in lines:
        outcome = play.perform("Bea", line)
        assert outcome.ok, f"{line}: {outcome.text}"
        assert not play.errors


def things(play: Play) -> list[object]:
    """Everything there is, without the order in which things lie."""
    return [replace(row, exits=tuple(sorted(row.exits, key=str))) for row in play.world.rows()]


def test_a_thing_goes_once_confirmed_and_leaves_what_it_holds() -> None:
    play, lamp = site()
    candle = play.thing("candle", play.hall)
    play.world.move(candle, lamp)
    play(f"""
        Bea> @destroy lamp
        Bea: This would destroy lamp, which is in The Hall, and leave there what it holds: candle
            To do it, type: @destroy #{lamp} yes
        Bea> @destroy lamp yes
        Bea: There is nothing called 'lamp yes' here.
        Bea> @destroy Moss
        Bea: Moss is a character. An agent is put to rest with @retire.
        Bea> @destroy
        Bea: Destroy what?
        Bea> @destroy #{lamp} yes
        Bea: lamp is destroyed.
        Bea> @undo
        Bea: Undone: @destroy #{lamp} yes
    """)
    held = play.world.thing(candle)
    assert held is not None and held.place is play.world.thing(lamp)


def test_a_rooms_people_and_things_come_to_the_start_and_its_exits_close() -> None:
    """They are told and shown where they are; who builds is told before it happens."""
    play, lamp = site()
    play.world.move(lamp, play.pond.id)
    play.world.move(play.who("Moss").id, play.pond.id)
    play.world.move(play.who("Bob").id, play.pond.id)
    before = things(play)
    play(f"""
        Bea> @destroy The Pond
        Bea: This would destroy the room The Pond. To The Hall would come who is there: Moss, Bob; and what lies there: lamp. These exits would be closed: The Garden: pond
            To do it, type: @destroy #{play.pond.id} yes
        Bea> @destroy #{play.pond.id} yes
        Bea: The Pond is destroyed.
        Moss: The Pond is no more. You find yourself in The Hall.
        Moss: The Hall
            A long stone hall.
            Things here: lamp.
            Also here: Ann, Bea, Bob.
            Exits: garden.
        Bob: The Pond is no more. You find yourself in The Hall.
        Bob: The Hall
            A long stone hall.
            Things here: lamp.
            Also here: Ann, Bea, Moss.
            Exits: garden.
    """)  # noqa: E501
    assert play.world.find_room("The Pond") is None and list(play.garden.exits) == ["hall"]
    assert play.store.rows() == play.world.rows()
    build(play, "@undo")
    pond = play.world.find_room("The Pond")
    assert pond is not None and play.who("Bob").room is play.hall  # people are not moved back
    for name in ("Moss", "Bob"):
        play.world.move(play.who(name).id, pond.id)
    assert things(play) == before


@pytest.mark.parametrize(
    ("target", "start", "why"),
    [
        ("The Hall", "The Hall", "The Hall is where newcomers arrive, and stays."),
        ("#1 yes", "The Hall", "The Hall is where newcomers arrive, and stays."),
        ("The Hall", "The Pond", "keeps the world's own records, and stays."),
        ("The Garden", "The Hall", "The Garden is the home of Moss: give them another one first."),
    ],
)
def test_what_the_world_needs_stays(target: str, start: str, why: str) -> None:
    play, _ = site()
    play.world.rules.find_dwellers = lambda room: ["Moss"] if room == "The Garden" else []
    with play.world.changes() as tx:
        tx.set_property(play.hall, START, None)
        tx.set_property(play.pond if start == "The Pond" else play.hall, START, "yes")
    before = play.world.rows()
    assert why in play.perform("Bea", f"@destroy {target}").text
    assert play.world.rows() == before


def test_a_destroyed_room_comes_back_with_a_changed_note_and_not_before(tmp_path: Path) -> None:
    """Otherwise every start would undo what builders did."""
    play, _ = site()
    (tmp_path / "The Mill.md").write_text("---\nexits: {hall: The Hall}\n---\nFlour.\n")
    (tmp_path / "The Hall.md").write_text("---\nstart: true\nexits: {mill: The Mill}\n---\nLong.\n")
    play.world.adopt(read_rooms(tmp_path)[0])
    mill = play.world.find_room("The Mill")
    assert isinstance(mill, Room)
    build(play, f"@destroy #{mill.id} yes")
    play.world.adopt(read_rooms(tmp_path)[0])
    assert play.world.find_room("The Mill") is None
    build(play, "@undo", f"@destroy #{mill.id} yes")
    (tmp_path / "The Mill.md").write_text("---\nexits: {hall: The Hall}\n---\nMore flour.\n")
    play.world.adopt(read_rooms(tmp_path)[0])
    again = play.world.find_room("The Mill")
    assert again is not None and again.description == "More flour."
    assert play.hall.exits["mill"].destination is again, "the way of the Hall's note waited for it"


def test_a_note_that_is_ignored_is_named(tmp_path: Path) -> None:
    """When its room is destroyed, when one of its name is dug, and by whoever reads notes."""
    play, _ = site()
    (tmp_path / "The Mill.md").write_text("---\nexits: {hall: The Hall}\n---\nFlour.\n")
    (tmp_path / "The Hall.md").write_text("---\nstart: true\nexits: {mill: The Mill}\n---\nLong.\n")
    notes, _ = rooms = read_rooms(tmp_path)
    play.world.adopt(notes)
    mill = play.world.find_room("The Mill")
    assert isinstance(mill, Room)
    assert list(find_without_note(tmp_path, rooms, play.world.rooms(), DIGEST)) == []
    told = play.perform("Bea", f"@destroy #{mill.id} yes").text
    assert "world/The Mill.md stays, and is ignored until it is changed; @undo brings" in told
    assert play.world.adopt(notes) == [], "the way to it is no error of its own"
    (line,) = find_ignored_notes(play.world.list_ignored(notes))
    assert line.startswith(f"{tmp_path}/The Mill.md: is ignored, because the room The Mill was")
    assert "is of the room that was destroyed" in play.perform("Bea", "@dig The Mill").text
    assert "destroyed" not in play.perform("Bea", "@dig The Barn").text


def test_a_note_that_is_gone_is_named(tmp_path: Path) -> None:
    """Its room stays; a room that never had a note is not named."""
    play, _ = site()
    (tmp_path / "The Hall.md").write_text("---\nstart: true\n---\nLong.\n")
    play.world.adopt(read_rooms(tmp_path)[0])
    (tmp_path / "The Hall.md").unlink()
    (line,) = find_without_note(tmp_path, read_rooms(tmp_path), play.world.rooms(), DIGEST)
    assert line.startswith(f"{tmp_path}/The Hall.md: is gone, and the room The Hall stays")
    (tmp_path / "The Hall.md").write_text("---\nexits: 7\n---\nLong.\n")
    assert not list(find_without_note(tmp_path, read_rooms(tmp_path), play.world.rooms(), DIGEST))


ACTS = [
    "@dig The Loft = up, down",
    "@create brass key -> It is small.",
    "@describe here -> A cold hall.",
    "@set lamp fixed = yes",
    "@set lamp aliases = light",
    "@name lamp = lantern",
    "@name the pond = The Lake",
    "@link garden = The Pond",
    "@link chimney, hearth = The Pond",
    "@unlink garden",
    "@exit here to the pond named grating, hatch",
]


@pytest.mark.parametrize("line", ACTS)
def test_every_building_act_can_be_undone(line: str) -> None:
    """The world is as it was before, also on disk."""
    play, _ = site()
    before = things(play)
    build(play, line)
    assert things(play) != before
    build(play, "@undo")
    assert things(play) == before
    assert play.store.rows() == play.world.rows()
    assert "nothing of yours to undo" in play.perform("Bea", "@undo").text


def test_several_are_undone_together_or_none() -> None:
    play, _ = site()
    before = things(play)
    build(play, *ACTS[:4])
    listed = play.perform("Bea", "@undo list").text.splitlines()
    assert listed == ACTS[3::-1]
    assert "Like this" in play.perform("Bea", "@undo all").text
    play.perform("Ann", "@describe here -> Ann was here.")
    after = things(play)
    refused = play.perform("Bea", "@undo 4").text
    assert "'@describe here -> A cold hall.' cannot be undone: The Hall has been changed" in refused
    assert things(play) == after
    assert play.perform("Bea", "@undo list").text.splitlines() == ACTS[3::-1]
    build(play, "@undo", "@undo skip", "@undo 2")
    play.perform("Ann", "@undo")
    build(play, "@describe here -> A long stone hall.")
    assert things(play) == before


def test_skipping_is_advised_for_the_newest_alone() -> None:
    """`@undo skip` drops the newest; of an older one it is said what comes before it."""
    play, _ = site()
    build(play, *ACTS[2:4])
    play.perform("Ann", "@describe here -> Ann was here.")
    older = play.perform("Bea", "@undo 99").text
    assert older.startswith(f"'{ACTS[2]}' cannot be undone: The Hall has been changed since.")
    assert "@undo 1 undoes what you did after it, and @undo skip then leaves it as it is." in older
    build(play, "@undo 1")
    newest = play.perform("Bea", "@undo").text
    assert newest.endswith("The Hall has been changed since. @undo skip leaves it as it is.")
    assert play.perform("Bea", "@undo skip").text == f"Left as it is: {ACTS[2]}"


@pytest.mark.parametrize(
    ("act", "others", "undone"),
    [
        ("@describe lamp -> Old.", "get lamp", True),
        ("@set lamp aliases = light", "@set lamp fixed = yes", True),
        ("@link chimney = The Pond", "@link cellar = The Pond", True),
        ("@dig The Loft = up, down", "say Hello.", True),
        ("@create key", "say Hello.", True),
        ("@set lamp fixed = yes", "@set lamp fixed = no", False),
        ("@name lamp = lantern", "@name lantern = torch", False),
        ("@link chimney = The Pond", "@link chimney = The Garden", False),
        ("@dig The Loft = up, down", "go up", False),
        ("@dig The Loft = up, down", "@link attic = The Loft", False),
        ("@dig The Loft = up, down", "@describe The Loft -> Dusty.", False),
        ("@unlink garden", "@link garden = The Pond", False),
    ],
)
def test_what_others_did_since_stays(act: str, others: str, undone: bool) -> None:
    """An act is undone beside what others did, and never over it."""
    play, _ = site()
    build(play, act)
    assert play.perform("Ann", others).ok
    before = things(play)
    outcome = play.perform("Bea", "@undo")
    assert outcome.ok is undone and not play.errors
    assert (things(play) == before) is not undone


def test_what_somebody_else_holds_is_not_taken_by_undoing() -> None:
    play, _ = site()
    build(play, "@create key", "give key to Bob")
    assert "somebody has key" in play.perform("Bea", "@undo").text
    assert play.perform("Bob", "drop key").ok
    build(play, "@undo")
    assert not play.perform("Bob", "get key").ok


def test_a_builders_acts_are_theirs_and_bounded() -> None:
    play, _ = site()
    for number in range(KEPT_ACTS + 5):
        build(play, f"@describe here -> Hall {number}.")
    assert "nothing of yours" in play.perform("Ann", "@undo").text
    assert len(play.perform("Bea", "@undo list").text.splitlines()) == KEPT_ACTS
    build(play, f"@undo {KEPT_ACTS}")
    assert play.hall.description == "Hall 4."
