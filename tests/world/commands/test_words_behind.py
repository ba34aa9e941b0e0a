"""Words behind a command that has no use for them are not passed over in silence."""

from __future__ import annotations

import pytest

from server.command_rows import list_commands
from tests.world.transcript import Play, trio
from world.commands.command import Command, Permission
from world.commands.invocation import Invocation
from world.nature import Nature
from world.realm import ROLE


def save(call: Invocation) -> None:
    call.reply("Saved.")


SAVE = Command(
    "@save", save, "@save", "Save", "admin", nature=Nature.DEED, permission=Permission.BUILDERS
)


@pytest.mark.parametrize(
    "row", [row for row in list_commands() if "<" not in row.syntax], ids=lambda row: row.name
)
def test_a_syntax_that_spells_all_out_has_no_use_for_other_words(row: Command) -> None:
    spelled = row.syntax.partition(" ")[2].strip("[]").split("|")
    assert [row.find_surplus(word.upper()) for word in ("", *spelled)] == [""] * (1 + len(spelled))
    assert row.find_surplus("xyz") == "xyz"
    assert row.find_surplus(f"{spelled[0]} xyz".strip())


def test_what_takes_words_judges_them_itself() -> None:
    takers = [row for row in list_commands() if "<" in row.syntax]
    assert takers and not any(row.find_surplus("xyz") for row in takers)


def test_a_report_runs_and_says_which_words_it_left_out() -> None:
    play = trio()
    play("""
        Bob> rooms of the house
        Bob: [Left out: 'of the house'. The command is: rooms]
        Bob: Places (3): The Garden, The Hall, The Pond.
        Bob> rooms
        Bob: Places (3): The Garden, The Hall, The Pond.
        Moss> rooms of the house
        Moss: Places (3): The Garden, The Hall, The Pond.
    """)


def test_a_word_of_the_syntax_with_others_behind_it_is_left_out_too() -> None:
    play = trio()
    play.perform("Bob", "map list of all")
    remark, shown = (seen.text for seen in play.heard("Bob"))
    assert remark == "[Left out: 'list of all'. The command is: map [list]]"
    assert shown.startswith("The Hall (you are here)")


def test_a_deed_is_not_done_with_words_that_it_cannot_use() -> None:
    play = Play([SAVE])
    bob = play.character("Bob")
    play.world.set_property(bob.id, ROLE, "builder")
    play("""
        Bob> @save Moss
        Bob: Nothing was done: this command cannot use "Moss". Say: @save
        Bob> @save
        Bob: Saved.
    """)


def test_a_misspelt_exit_is_suggested_to_who_typed_it() -> None:
    play = trio()
    play("""
        Bob> graden
        Bob: Unknown command: graden
            Did you mean: garden?
            Try 'help' for available commands.
        Bob> garden
        Bob: The Garden
            Box hedges and bees.
            Exits: hall, pond.
        Ann: Bob leaves for The Garden.
        Moss: Bob leaves for The Garden.
    """)
