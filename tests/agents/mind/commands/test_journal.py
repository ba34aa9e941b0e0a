"""The journal's command: for agents a memory and an entry, for people a note."""

from __future__ import annotations

import random
from pathlib import Path

from agents.mind.agent import Agent
from agents.mind.commands.own import SelfVerbs
from agents.mind.notes import NoteBook
from tests.agents.mind.support import Person, Stage


class Desk(Stage):
    """A stage with the commands over one's own mind; Bob looks on."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, journals=True)
        rows = SelfVerbs(
            self.minds, self.notebook, lambda *_: None, random.Random(1), lambda *_: None
        )
        table = self.world.table
        self.world.table = type(table)([*table.rows, *rows.rows()])
        self.bob = Person()
        bob = self.world.add_character("Bob", self.hall.id)
        self.world.attach(bob.id, self.bob)

    def notebook(self, name: str) -> NoteBook:
        return NoteBook(self.folder / "people" / name, self.clock)

    def does(self, agent: Agent, line: str) -> str:
        return self.world.perform(agent.character, line).text


async def test_an_agent_remembers_its_entry_and_nobody_reads_it(tmp_path: Path) -> None:
    """A memory like any other, private like a note; the page has the words."""
    desk = Desk(tmp_path)
    moss = desk.agent()
    assert desk.does(moss, "journal 8: Ada fears the mill.") == (
        "You write in your journal: Ada fears the mill."
    )
    await desk.clock.settle()
    (memory,) = moss.memory.view.tail
    assert memory.text.startswith("~Moss> journal 8: Ada fears the mill.\n")
    assert desk.bob.texts == ["Moss jots something down."]
    page = next((tmp_path / "Moss" / "journal").glob("*.md")).read_text("utf-8")
    assert '- (8) I wrote down: "Ada fears the mill."' in page
    assert "Ada fears the mill" in "".join(
        hit.text for hit in moss.search("who fears the mill", 200)
    )
    await desk.close()


async def test_a_wrong_entry_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    """No words, an importance out of bounds, too many words: nothing is written."""
    desk = Desk(tmp_path)
    moss = desk.agent()
    assert "journal <words>" in desk.does(moss, "journal")
    assert "From 1 to 10; 12 was read" in desk.does(moss, "journal 12: Ada fears the mill.")
    assert "1000" in desk.does(moss, f"journal {'x' * 1001}")
    await desk.clock.settle()
    assert not (tmp_path / "Moss" / "journal").exists() and moss.memory.knowledge == ()
    await desk.close()


async def test_a_persons_journal_is_a_note_of_theirs(tmp_path: Path) -> None:
    """People have notes and no memories."""
    desk = Desk(tmp_path)
    desk.ada_does("journal 3: The beans look well.")
    desk.ada_does("journal So do the peas.")
    note = desk.notebook("Ada").get("Journal")
    assert note is not None and note.content == "The beans look well.\n\nSo do the peas."
    await desk.close()
