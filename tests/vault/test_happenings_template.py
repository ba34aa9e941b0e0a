"""The template of a happening says only what a note may say."""

from __future__ import annotations

from pathlib import Path

from tests.paths import VAULT
from tests.texts import shipped_texts
from world.commands.table import CommandTable
from world.happenings.happening import Making, StateChange
from world.happenings.lore import gather_lore
from world.happenings.reading import OWN_KEYS, read_happenings
from world.stores import MemoryStore
from world.use.deeds import DEED_NAMES
from world.vault.markdown import read_note
from world.vault.rooms import read_rooms
from world.verbs.rows import WORLD_COMMANDS
from world.world import World

TEMPLATE = VAULT / "world" / "happenings" / "_template.md"


def test_the_template_is_a_happening_of_the_starter_world(tmp_path: Path) -> None:
    """Under another name it is read without a mistake, and it shows every key."""
    world = World(
        CommandTable(WORLD_COMMANDS), shipped_texts(), MemoryStore(), on_error=lambda *_: None
    )
    world.adopt(read_rooms(VAULT / "world")[0])
    (tmp_path / "Coin.md").write_text(TEMPLATE.read_text("utf-8"), encoding="utf-8")
    reading = read_happenings(tmp_path, gather_lore(world, DEED_NAMES))
    assert [str(error) for error in reading.errors] == []
    [happening] = reading.happenings
    assert [type(each) for each in happening.changes] == [StateChange, Making]
    assert set(read_note(TEMPLATE).metadata) == set(OWN_KEYS)


def test_the_help_page_names_every_key() -> None:
    page = (VAULT / "text" / "pages" / "help-happenings.md").read_text("utf-8")
    for key in OWN_KEYS:
        assert f"\n  {key} " in page
