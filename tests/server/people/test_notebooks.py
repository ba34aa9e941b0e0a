"""Notebooks are open while their people are here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from agents.mind.notes import NoteRefused
from server.boundaries import Account, Role
from server.people.notebooks import TRY_SECONDS, Notebooks
from server.people.people import ACCOUNT
from tests.texts import shipped_texts
from world.boundaries import MindKind, Perception
from world.commands.table import CommandTable
from world.stores import MemoryStore
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

TEXTS = shipped_texts()
ADA, GUEST = Account("Ada"), Account("Guest1", Role.GUEST)


class Desk:
    """The notebooks of a vault, and what Ada is told."""

    kind: MindKind = "person"

    def __init__(self, vault: Path) -> None:
        self.told: list[str] = []
        self.clock = VirtualClock()
        world = World(CommandTable(WORLD_COMMANDS), TEXTS, MemoryStore(), on_error=print)
        world.create_room("The Hall")
        for name, kind in (("Ada", "person"), ("Guest1", "guest")):
            body = world.add_character(name, properties={ACCOUNT: kind})
            world.attach(body.id, self)
        self.world = world
        self.books = Notebooks(vault, vault / ".tarn", world, self.clock)

    def perceive(self, perception: Perception) -> None:
        self.told.append(perception.text)


async def test_a_notebook_is_read_before_its_person_comes_and_stays_open(tmp_path: Path) -> None:
    folder = tmp_path / "people" / "Ada" / "notes"
    folder.mkdir(parents=True)
    (folder / "Beans.md").write_text("Sown.")
    books = Desk(tmp_path).books
    await books.prepare(ADA)
    book = books.open("Ada")
    assert [*book._cache] == ["Beans"]
    assert book.titles() == ("Beans",)
    await books.prepare(ADA)
    assert books.open("ada") is book


async def test_what_was_written_is_there_at_the_next_visit(tmp_path: Path) -> None:
    books = Desk(tmp_path).books
    await books.prepare(ADA)
    book = books.open("Ada")
    book.append("Beans", "Sown.")
    books.close(ADA)
    await books.prepare(ADA)
    assert books.open("Ada") is not book
    assert books.open("Ada").titles() == ("Beans",)


async def test_a_guests_notes_are_gone_with_the_guest(tmp_path: Path) -> None:
    """Also those that were still on their way to disk."""
    books = Desk(tmp_path).books
    await books.prepare(GUEST)
    books.open("Guest1").append("Secret", "Mine.")
    assert books.open("Guest1").titles() == ("Secret",)
    books.close(GUEST)
    books.forget("Guest1")
    await books.writer.flush()
    assert books.open("Guest1").titles() == ()
    assert [*os.scandir(tmp_path / ".tarn" / "guests")] == []


def test_guests_of_a_killed_server_are_swept_out(tmp_path: Path) -> None:
    """Before anyone comes in; people and agents stay, and who is here."""
    desk = Desk(tmp_path)
    desk.world.add_character("Guest2", properties={ACCOUNT: "guest"})
    desk.world.add_character("Moss")
    left = tmp_path / ".tarn" / "guests" / "Guest2" / "notes" / "Spoon.md"
    left.parent.mkdir(parents=True)
    left.write_text("Under the stone.")
    desk.books.sweep()
    assert [one.name for one in desk.world.characters()] == ["Ada", "Guest1", "Moss"]
    assert not left.exists()


async def test_who_wrote_a_note_that_is_not_kept_is_told(tmp_path: Path) -> None:
    """What goes wrong after it had its room on the disk."""
    desk = Desk(tmp_path)
    await desk.books.prepare(ADA)
    desk.books.open("Ada").append("Beans", "Sown.")
    (tmp_path / "people" / "Ada" / "notes" / "Beans.md").mkdir()
    await desk.books.writer.flush()
    assert len(desk.told) == 1
    assert "'Beans' is NOT kept" in desk.told[0]
    assert desk.books.open("Ada").titles() == ()


async def test_administrators_learn_when_notes_cannot_be_written_and_when_they_can(
    tmp_path: Path,
) -> None:
    """Once each; nobody has to write another note for the end."""
    (tmp_path / "people").write_text("a file where a folder must be")
    desk, told = Desk(tmp_path), list[StorageTrouble]()
    desk.books.watch = told.append
    for title in ("Beans", "Peas"):
        with pytest.raises(NoteRefused, match="cannot be written: Not a directory"):
            desk.books.open("Ada").append(title, "Sown.")
    await desk.books.writer.flush()
    await desk.clock.advance(TRY_SECONDS)
    await desk.books.writer.flush()
    (begun,) = told
    assert begun.what == "notes cannot be written: Not a directory"
    (tmp_path / ".tarn").mkdir()
    await desk.clock.advance(TRY_SECONDS)
    await desk.books.writer.flush()
    assert [(each.kind, each.reason) for each in told[1:]] == [("notes", "")]
    assert [*(tmp_path / ".tarn").iterdir()] == []
